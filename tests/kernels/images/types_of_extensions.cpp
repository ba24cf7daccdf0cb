// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of channels that extensions define: programs know their names, kernels ask for them and
// find the bits where the extension says.
#include "images/test_image.h"

#include <CL/cl_ext.h>

namespace kernels {
namespace {

struct Type {
  const char* name;  // in OpenCL C
  const char* feature;
  cl_channel_order order;
  cl_channel_type type;
  unsigned unusedBits;  // below the number
  bool isNormalized;
};
constexpr Type kTypes[] = {
    {"CLK_UNORM_INT_2_101010_EXT", "unorm_int_2_101010", CL_ABGR, 0x10E5, 0, true},
    {"CLK_UNORM_INT10X6_EXT", "unsigned_10x6_12x4_14x2", CL_R, 0x10E1, 6, true},
    {"CLK_UNORM_INT12X4_EXT", "unsigned_10x6_12x4_14x2", CL_R, 0x10E9, 4, true},
    {"CLK_UNORM_INT14X2_EXT", "unsigned_10x6_12x4_14x2", CL_R, 0x10EA, 2, true},
    {"CLK_UNSIGNED_INT10X6_EXT", "unsigned_10x6_12x4_14x2", CL_R, 0x10E6, 6, false},
    {"CLK_UNSIGNED_INT12X4_EXT", "unsigned_10x6_12x4_14x2", CL_R, 0x10E7, 4, false},
    {"CLK_UNSIGNED_INT14X2_EXT", "unsigned_10x6_12x4_14x2", CL_R, 0x10E8, 2, false}};

cl_mem makeImage(const Type& type, std::vector<cl_ushort> words) {
  const cl_image_format format = {type.order, type.type};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 2;
  description.image_height = 1;
  words.resize(4);
  cl_int error = CL_SUCCESS;
  const cl_mem image =
      clCreateImage(TestDevice::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                    &description, words.data(), &error);
  EXPECT_EQ(error, CL_SUCCESS) << type.name;
  return image;
}

TEST(TypesOfExtensions, KernelsAskForThem) {
  for (const Type& type : kTypes) {
    const std::string source = "#ifndef __opencl_c_ext_image_" + std::string(type.feature) +
                               "\n#error no feature\n#endif\n"
                               "kernel void query(read_only image2d_t a, global int* out) {\n"
                               "  *out = get_image_channel_data_type(a) == " +
                               type.name + ";\n}\n";
    const cl_mem image = makeImage(type, {});
    const Buffer<cl_int> out(1, 0);
    KernelCall(TestDevice::get().sourceProgram(source, kOptions), "query", "query")
        .add(image)
        .add(out)
        .run(range1(1));
    EXPECT_EQ(out.read()[0], 1) << type.name;
    clReleaseMemObject(image);
  }
}

TEST(TypesOfExtensions, NumbersAreInTheUpperBits) {
  const char* const source =
      "kernel void copyFloat(read_write image2d_t a, global uint* out) {\n"
      "  const float4 color = read_imagef(a, (int2)(0, 0));\n"
      "  *out = as_uint(color.x);\n  write_imagef(a, (int2)(1, 0), color);\n}\n"
      "kernel void copyUnsigned(read_write image2d_t a, global uint* out) {\n"
      "  const uint4 color = read_imageui(a, (int2)(0, 0));\n"
      "  *out = color.x;\n  write_imageui(a, (int2)(1, 0), color);\n}\n";
  for (const Type& type : kTypes) {
    if (!type.unusedBits) continue;
    const unsigned most = 0xFFFF >> type.unusedBits;
    for (unsigned word : {0x0000u, 0xFFFFu, 0xA5A5u, 0x8001u, 0x003Fu}) {
      const cl_mem image = makeImage(type, {static_cast<cl_ushort>(word), 0x1234});
      const Buffer<cl_uint> out(1, 0);
      const char* const kernel = type.isNormalized ? "copyFloat" : "copyUnsigned";
      KernelCall(TestDevice::get().sourceProgram(source, kOptions), "copy", kernel)
          .add(image)
          .add(out)
          .run(range1(1));
      const unsigned number = word >> type.unusedBits;
      const float value = static_cast<float>(number / static_cast<double>(most));
      EXPECT_EQ(out.read()[0], type.isNormalized ? __builtin_bit_cast(unsigned, value) : number)
          << type.name << ", word " << word;
      cl_ushort words[2] = {};
      const size_t origin[3] = {}, region[3] = {2, 1, 1};
      EXPECT_EQ(clEnqueueReadImage(TestDevice::get().queue(), image, CL_TRUE, origin, region, 0, 0,
                                   words, 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(words[0], word) << type.name;
      EXPECT_EQ(words[1], number << type.unusedBits) << type.name;
      clReleaseMemObject(image);
    }
  }
}

}  // namespace
}  // namespace kernels
