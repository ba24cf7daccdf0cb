// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers: clCreateSampler and clCreateSamplerWithProperties, counts and queries.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

#include <bit>
#include <cfloat>

using namespace lanewise::test;

namespace {

using Word = cl_sampler_properties;

struct clCreateSamplerTest : ImageTest {
  cl_int call(cl_context in, cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter) {
    cl_int code = 12345;
    made = OwnedSampler(clCreateSampler(in, normalized, mode, filter, &code));
    EXPECT_EQ(cl_sampler(made) == nullptr, code != CL_SUCCESS);
    return code;
  }
  OwnedSampler made;
};

struct clCreateSamplerWithPropertiesTest : ImageTest {
  cl_int call(cl_context in, const Word* list) {
    cl_int code = 12345;
    made = OwnedSampler(clCreateSamplerWithProperties(in, list, &code));
    EXPECT_EQ(cl_sampler(made) == nullptr, code != CL_SUCCESS);
    return code;
  }
  template <class T>
  T get(cl_sampler_info name) {
    return infoOf<T>(clGetSamplerInfo, cl_sampler(made), name);
  }
  OwnedSampler made;
};

}  // namespace

TEST_F(clCreateSamplerTest, TellsWhatItIs) {
  for (cl_addressing_mode mode : {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                  CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
    for (cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      ASSERT_EQ(call(context(), CL_TRUE, mode, filter), CL_SUCCESS);
      const cl_sampler sampler = made;
      EXPECT_EQ(infoOf<cl_addressing_mode>(clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE),
                mode);
      EXPECT_EQ(infoOf<cl_filter_mode>(clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE), filter);
      EXPECT_EQ(infoOf<cl_bool>(clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS),
                cl_bool(CL_TRUE));
      EXPECT_EQ(infoOf<cl_context>(clGetSamplerInfo, sampler, CL_SAMPLER_CONTEXT), context());
      EXPECT_TRUE(arrayOf<Word>(clGetSamplerInfo, sampler, CL_SAMPLER_PROPERTIES).empty());
    }
  EXPECT_EQ(call(context(), CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST), CL_SUCCESS);
}

TEST_F(clCreateSamplerTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_CONDITION("clCreateSampler/CL_INVALID_CONTEXT/context-invalid",
                     call(wrong, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST));
}

TEST_F(clCreateSamplerTest, InvalidValue) {
  constexpr const char* kId =
      "clCreateSampler/CL_INVALID_VALUE/"
      "addressing_mode-filter_mode-normalized_coords-combination-these";
  EXPECT_CONDITION(kId, call(context(), 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST));
  EXPECT_CONDITION(kId, call(context(), CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST));
  EXPECT_CONDITION(kId,
                   call(context(), CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST));
  EXPECT_CONDITION(kId, call(context(), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR + 1));
  EXPECT_CONDITION(kId, call(context(), CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST));
  EXPECT_CONDITION(kId, call(context(), CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR));
}

TEST_F(clCreateSamplerWithPropertiesTest, HasDefaults) {
  ASSERT_EQ(call(context(), nullptr), CL_SUCCESS);
  EXPECT_EQ(get<cl_bool>(CL_SAMPLER_NORMALIZED_COORDS), cl_bool(CL_TRUE));
  EXPECT_EQ(get<cl_addressing_mode>(CL_SAMPLER_ADDRESSING_MODE),
            cl_addressing_mode(CL_ADDRESS_CLAMP));
  EXPECT_EQ(get<cl_filter_mode>(CL_SAMPLER_FILTER_MODE), cl_filter_mode(CL_FILTER_NEAREST));
  EXPECT_EQ(get<cl_filter_mode>(CL_SAMPLER_MIP_FILTER_MODE_KHR), cl_filter_mode(CL_FILTER_NEAREST));
  EXPECT_EQ(get<cl_float>(CL_SAMPLER_LOD_MIN_KHR), 0.0f);
  EXPECT_EQ(get<cl_float>(CL_SAMPLER_LOD_MAX_KHR), FLT_MAX);
  EXPECT_TRUE(arrayOf<Word>(clGetSamplerInfo, cl_sampler(made), CL_SAMPLER_PROPERTIES).empty());
}

TEST_F(clCreateSamplerWithPropertiesTest, TellsItsProperties) {
  const std::vector<Word> list = {CL_SAMPLER_NORMALIZED_COORDS,
                                  CL_FALSE,
                                  CL_SAMPLER_FILTER_MODE,
                                  CL_FILTER_LINEAR,
                                  CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                  CL_FILTER_LINEAR,
                                  CL_SAMPLER_LOD_MAX_KHR,
                                  std::bit_cast<cl_uint>(2.5f),
                                  0};
  ASSERT_EQ(call(context(), list.data()), CL_SUCCESS);
  EXPECT_EQ(arrayOf<Word>(clGetSamplerInfo, cl_sampler(made), CL_SAMPLER_PROPERTIES), list);
  EXPECT_EQ(get<cl_bool>(CL_SAMPLER_NORMALIZED_COORDS), cl_bool(CL_FALSE));
  EXPECT_EQ(get<cl_filter_mode>(CL_SAMPLER_MIP_FILTER_MODE_KHR), cl_filter_mode(CL_FILTER_LINEAR));
  EXPECT_EQ(get<cl_float>(CL_SAMPLER_LOD_MAX_KHR), 2.5f);
}

TEST_F(clCreateSamplerWithPropertiesTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_CONDITION("clCreateSamplerWithProperties/CL_INVALID_CONTEXT/context-invalid",
                     call(wrong, nullptr));
}

TEST_F(clCreateSamplerWithPropertiesTest, InvalidValue) {
  const auto expect = [&](const char* key, const std::vector<Word>& list) {
    EXPECT_CONDITION(std::string("clCreateSamplerWithProperties/CL_INVALID_VALUE/") + key,
                     call(context(), list.data()));
  };
  expect("name-unknown", {CL_SAMPLER_CONTEXT, 1, 0});
  expect("name-twice",
         {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0});
  expect("value-invalid", {CL_SAMPLER_NORMALIZED_COORDS, 2, 0});
  expect("value-invalid", {CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0});
  expect("value-invalid", {CL_SAMPLER_FILTER_MODE, 0x1142, 0});
  expect("value-invalid", {CL_SAMPLER_MIP_FILTER_MODE_KHR, 0, 0});
}

TEST_F(clCreateSamplerWithPropertiesTest, IsCountedToTheNumber) {
  ASSERT_EQ(call(context(), nullptr), CL_SUCCESS);
  const cl_sampler sampler = made;
  EXPECT_EQ(get<cl_uint>(CL_SAMPLER_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(get<cl_uint>(CL_SAMPLER_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(get<cl_uint>(CL_SAMPLER_REFERENCE_COUNT), 1u);
  made.reset();
  EXPECT_CONDITION("clRetainSampler/CL_INVALID_SAMPLER/sampler-invalid", clRetainSampler(sampler));
  EXPECT_CONDITION("clReleaseSampler/CL_INVALID_SAMPLER/sampler-invalid",
                   clReleaseSampler(sampler));
}

TEST_F(clCreateSamplerWithPropertiesTest, ErrorsOfQueriesAndCounts) {
  ASSERT_EQ(call(context(), nullptr), CL_SUCCESS);
  cl_uint value = 0;
  for (cl_sampler wrong : {cl_sampler(), ofOtherType<cl_sampler>()}) {
    EXPECT_CONDITION(
        "clGetSamplerInfo/CL_INVALID_SAMPLER/sampler-invalid",
        clGetSamplerInfo(wrong, CL_SAMPLER_FILTER_MODE, sizeof value, &value, nullptr));
    EXPECT_CONDITION("clRetainSampler/CL_INVALID_SAMPLER/sampler-invalid", clRetainSampler(wrong));
    EXPECT_CONDITION("clReleaseSampler/CL_INVALID_SAMPLER/sampler-invalid",
                     clReleaseSampler(wrong));
  }
  EXPECT_CONDITION("clGetSamplerInfo/CL_INVALID_VALUE/param_name",
                   clGetSamplerInfo(made, CL_IMAGE_WIDTH, sizeof value, &value, nullptr));
  EXPECT_CONDITION("clGetSamplerInfo/CL_INVALID_VALUE/param_value_size",
                   clGetSamplerInfo(made, CL_SAMPLER_FILTER_MODE, 3, &value, nullptr));
}
