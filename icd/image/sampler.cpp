// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers: clCreateSampler(WithProperties), retain, release, clGetSamplerInfo.
#include "runtime/memory/sampler.h"
#include "icd/entry.h"
#include "icd/image/image_arguments.h"
#include "icd/info.h"
#include "icd/property_list.h"
#include "runtime/context/context.h"

#include <CL/cl_ext.h>

#include <bit>
#include <cfloat>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_sampler_properties;
using images::SamplerDescriptor;

// The numbers of images/layout.h are those of SPIR-V.
constexpr Word kFirstAddressing = CL_ADDRESS_NONE, kFirstFilter = CL_FILTER_NEAREST;

Status takeAddressing(std::span<const Word> value, SamplerDescriptor& into) {
  into.addressing = static_cast<images::Addressing>(value[0] - kFirstAddressing);
  // Not one of the addressing modes.
  const bool known = value[0] >= CL_ADDRESS_NONE && value[0] <= CL_ADDRESS_MIRRORED_REPEAT;
  return known ? CL_SUCCESS : CL_INVALID_VALUE;
}

Status takeFilter(Word value, images::Filter& into) {
  into = static_cast<images::Filter>(value - kFirstFilter);
  // Not one of the filters.
  const bool known = value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR;
  return known ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// The bits of a cl_float, in the low half of the word.
float floatOf(Word value) { return std::bit_cast<float>(static_cast<uint32_t>(value)); }

constexpr PropertyRow<Word, SamplerDescriptor> kProperties[] = {
    {CL_SAMPLER_NORMALIZED_COORDS, "CL_SAMPLER_NORMALIZED_COORDS",
     [](std::span<const Word> value, SamplerDescriptor& into) -> Status {
       into.isNormalized = value[0] == CL_TRUE;
       // The value is not a cl_bool.
       return value[0] == CL_TRUE || value[0] == CL_FALSE ? CL_SUCCESS : CL_INVALID_VALUE;
     }},
    {CL_SAMPLER_ADDRESSING_MODE, "CL_SAMPLER_ADDRESSING_MODE", takeAddressing},
    {CL_SAMPLER_FILTER_MODE, "CL_SAMPLER_FILTER_MODE",
     [](std::span<const Word> value, SamplerDescriptor& into) {
       return takeFilter(value[0], into.filter);
     }},
    {CL_SAMPLER_MIP_FILTER_MODE_KHR, "CL_SAMPLER_MIP_FILTER_MODE_KHR",
     [](std::span<const Word> value, SamplerDescriptor& into) {
       return takeFilter(value[0], into.mipFilter);
     }},
    {CL_SAMPLER_LOD_MIN_KHR, "CL_SAMPLER_LOD_MIN_KHR",
     [](std::span<const Word> value, SamplerDescriptor& into) -> Status {
       into.leastLod = floatOf(value[0]);
       return {};
     }},
    {CL_SAMPLER_LOD_MAX_KHR, "CL_SAMPLER_LOD_MAX_KHR",
     [](std::span<const Word> value, SamplerDescriptor& into) -> Status {
       into.mostLod = floatOf(value[0]);
       return {};
     }},
};

Result<Sampler*> createSampler(cl_context context, const Word* properties, bool keepsList) {
  TRY(Context & in, get<Context>(context));
  TRY_STATUS(checkImageSupport(in));
  SamplerDescriptor read{images::Addressing::Clamp,
                         images::Filter::Nearest,
                         true,
                         images::Filter::Nearest,
                         0,
                         FLT_MAX};
  TRY(std::vector<Word> list, readPropertyList(properties, kProperties, CL_INVALID_VALUE, read));
  // Coordinates in texels repeat nothing.
  const bool repeats = read.addressing == images::Addressing::Repeat ||
                       read.addressing == images::Addressing::RepeatMirrored;
  if (repeats && !read.isNormalized)
    return fail(CL_INVALID_VALUE, "the addressing mode requires normalized coordinates");
  if (!keepsList) list.clear();
  return new Sampler(in, read, std::move(list));
}

}  // namespace

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                       cl_addressing_mode addressing_mode,
                                       cl_filter_mode filter_mode, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    const Word list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                         normalized_coords,
                         CL_SAMPLER_ADDRESSING_MODE,
                         addressing_mode,
                         CL_SAMPLER_FILTER_MODE,
                         filter_mode,
                         0};
    return createSampler(context, list, false);
  });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(
    cl_context context, const cl_sampler_properties* sampler_properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return createSampler(context, sampler_properties, true); });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return retain<Sampler>(__func__, sampler);
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return release<Sampler>(__func__, sampler);
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(const Sampler& self, get<Sampler>(sampler));
    const SamplerDescriptor& facts = self.descriptor();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_SAMPLER_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_SAMPLER_CONTEXT: return info.write<cl_context>(self.context().handle());
      case CL_SAMPLER_NORMALIZED_COORDS: return info.write<cl_bool>(facts.isNormalized);
      case CL_SAMPLER_ADDRESSING_MODE:
        return info.write<cl_addressing_mode>(cl_addressing_mode(kFirstAddressing) +
                                              static_cast<cl_addressing_mode>(facts.addressing));
      case CL_SAMPLER_FILTER_MODE:
        return info.write<cl_filter_mode>(cl_filter_mode(kFirstFilter) +
                                          static_cast<cl_filter_mode>(facts.filter));
      case CL_SAMPLER_MIP_FILTER_MODE_KHR:
        return info.write<cl_filter_mode>(cl_filter_mode(kFirstFilter) +
                                          static_cast<cl_filter_mode>(facts.mipFilter));
      case CL_SAMPLER_LOD_MIN_KHR: return info.write<cl_float>(facts.leastLod);
      case CL_SAMPLER_LOD_MAX_KHR: return info.write<cl_float>(facts.mostLod);
      case CL_SAMPLER_PROPERTIES: return info.writeArray(self.properties());
    }
    return unknownName(param_name);
  });
}
