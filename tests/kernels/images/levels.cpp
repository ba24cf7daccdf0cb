// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels write to levels of detail and read them, with a level that is the same for all work-items
// and with one of each work-item's own.
#include "images/test_image.h"

#include <CL/cl_ext.h>

#include <bit>

namespace kernels {
namespace {

constexpr cl_uint kLevels = 4;
constexpr size_t kWidth = 11, kHeight = 6, kDepth = 5, kLayers = 3;

struct LevelKind {
  const char* name;  // in OpenCL C, without "image" and "_t"
  cl_mem_object_type type;
  unsigned coordinates;
  const char* at;  // coordinates of `int4 c`
  std::array<bool, 3> halves;
  std::array<size_t, 3> extent;
};

constexpr LevelKind kKinds[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D, 1, "c.x", {true, false, false}, {kWidth, 1, 1}},
    {"1d_array",
     CL_MEM_OBJECT_IMAGE1D_ARRAY,
     2,
     "c.xy",
     {true, false, false},
     {kWidth, kLayers, 1}},
    {"2d", CL_MEM_OBJECT_IMAGE2D, 2, "c.xy", {true, true, false}, {kWidth, kHeight, 1}},
    {"2d_array",
     CL_MEM_OBJECT_IMAGE2D_ARRAY,
     3,
     "c",
     {true, true, false},
     {kWidth, kHeight, kLayers}},
    {"3d", CL_MEM_OBJECT_IMAGE3D, 3, "c", {true, true, true}, {kWidth, kHeight, kDepth}},
};

class Levels : public testing::TestWithParam<LevelKind> {
 protected:
  void SetUp() override {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    cl_image_desc description = {};
    description.image_type = GetParam().type;
    description.image_width = kWidth;
    description.image_height = kHeight;
    description.image_depth = kDepth;
    description.image_array_size = kLayers;
    description.num_mip_levels = kLevels;
    cl_int error = CL_SUCCESS;
    image_ = clCreateImage(TestDevice::get().context(), CL_MEM_READ_WRITE, &format, &description,
                           nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_uint nothing[4] = {};
    for (cl_uint level = 0; level < kLevels; ++level)
      ASSERT_EQ(clEnqueueFillImage(TestDevice::get().queue(), image_, nothing, origin(level).data(),
                                   extent(level).data(), 0, nullptr, nullptr),
                CL_SUCCESS);
  }
  void TearDown() override { clReleaseMemObject(image_); }

  std::array<size_t, 3> extent(cl_uint level) const {
    std::array<size_t, 3> sizes = GetParam().extent;
    for (size_t d = 0; d < 3; ++d)
      if (GetParam().halves[d]) sizes[d] = std::max<size_t>(sizes[d] >> level, 1);
    return sizes;
  }
  std::array<size_t, 4> origin(cl_uint level) const {
    std::array<size_t, 4> at = {};
    at[GetParam().coordinates] = level;
    return at;
  }
  std::vector<uint32_t> texels(cl_uint level) const {
    const std::array<size_t, 3> sizes = extent(level);
    std::vector<uint32_t> found(sizes[0] * sizes[1] * sizes[2]);
    EXPECT_EQ(clEnqueueReadImage(TestDevice::get().queue(), image_, CL_TRUE, origin(level).data(),
                                 sizes.data(), 0, 0, found.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return found;
  }
  KernelCall call(const std::string& statements) const {
    const LevelKind& kind = GetParam();
    const std::string image = std::string("image") + kind.name + "_t";
    return KernelCall(
        TestDevice::get().sourceProgram(
            "kernel void k(write_only " + image +
                " a, int lod) {\n"
                "  const int4 c = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\n" +
                statements + "}\n",
            kOptions),
        kind.name, "k");
  }
  std::string write(const std::string& level) const {
    return std::string("  write_imageui(a, ") + GetParam().at + ", " + level +
           ", (uint4)(1000000 * (" + level + " + 1) + c.x + 100 * c.y + 10000 * c.z));\n";
  }
  // One more than the first level along each coordinate.
  Range range() const {
    std::array<size_t, 3> items = GetParam().extent;
    for (unsigned d = 0; d < GetParam().coordinates; ++d) ++items[d];
    return range3(items);
  }
  // isWritten(level, x): write() has run for the texels of this level and column.
  template <class IsWritten>
  void expectTexels(const IsWritten& isWritten) const {
    for (cl_uint level = 0; level < kLevels; ++level) {
      const std::array<size_t, 3> sizes = extent(level);
      const std::vector<uint32_t> found = texels(level);
      for (size_t i = 0; i < found.size(); ++i) {
        const size_t x = i % sizes[0], y = i / sizes[0] % sizes[1], z = i / sizes[0] / sizes[1];
        const uint32_t written = uint32_t(1000000 * (level + 1) + x + 100 * y + 10000 * z);
        ASSERT_EQ(found[i], isWritten(level, x) ? written : 0)
            << "level " << level << " at " << x << ", " << y << ", " << z;
      }
    }
  }
  cl_mem image_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(Kinds, Levels, testing::ValuesIn(kKinds),
                         [](const auto& info) { return "Image" + std::string(info.param.name); });

TEST_P(Levels, OneForAllWorkItems) {
  for (const cl_int level : {0, 1, 3}) call(write("lod")).add(image_).add(level).run(range());
  expectTexels([](cl_uint level, size_t) { return level != 2; });
}

TEST_P(Levels, OfEachWorkItem) {
  // The fifth level does not exist: those work-items write nothing.
  call("  const int level = (lod + c.x) % 5;\n" + write("level"))
      .add(image_)
      .add(cl_int(2))
      .run(range());
  expectTexels([](cl_uint level, size_t x) { return (2 + x) % 5 == level; });
}

TEST_P(Levels, ThatDoNotExistAreNotWritten) {
  for (const cl_int level : {4, 100, -1, INT32_MIN, INT32_MAX})
    call(write("lod")).add(image_).add(level).run(range());
  expectTexels([](cl_uint, size_t) { return false; });
}

TEST_P(Levels, AreReadByInstructionsWithoutASampler) {
  // The module has a 2D image.
  if (GetParam().type != CL_MEM_OBJECT_IMAGE2D) return;
  for (const cl_int level : {0, 1, 2, 3}) call(write("lod")).add(image_).add(level).run(range());
  for (const cl_int level : {0, 1, 2, 3}) {
    const Buffer<cl_uint4> out(kWidth, cl_uint4{});
    KernelCall("images/read_level", "read_level")
        .add(image_)
        .add(out)
        .add(level)
        .run(range1(kWidth));
    const std::vector<cl_uint4> found = out.read();
    for (size_t x = 0; x < extent(cl_uint(level))[0]; ++x)
      ASSERT_EQ(found[x].s[0], 1000000 * (cl_uint(level) + 1) + x) << "level " << level;
  }
}

TEST(LevelsOfDepth, AreWrittenAndSampled) {
  const cl_image_format format = {CL_DEPTH, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 8;
  description.num_mip_levels = 3;
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImage(TestDevice::get().context(), CL_MEM_READ_WRITE, &format,
                                     &description, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_program program = TestDevice::get().sourceProgram(
      "kernel void put(write_only image2d_depth_t a, int lod) {\n"
      "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  write_imagef(a, at, lod, at.x * 0.25f + lod);\n"
      "}\n"
      "kernel void get(read_only image2d_depth_t a, global uint4 *out, int lod) {\n"
      "  const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
      "  const int x = get_global_id(0);\n"
      "  out[x] = as_uint(read_imagef(a, s, (float2)((x + 0.5f) / (8 >> lod), 0.5f), (float)lod));\n"
      "}\n",
      kOptions);
  for (const cl_int level : {0, 1, 2})
    KernelCall(program, "depth", "put")
        .add(image)
        .add(level)
        .run(range3({8u >> level, 8u >> level, 1}));
  for (const cl_int level : {0, 1, 2}) {
    const Buffer<cl_uint4> out(8, cl_uint4{});
    KernelCall(program, "depth", "get").add(image).add(out).add(level).run(range1(8u >> level));
    const std::vector<cl_uint4> found = out.read();
    for (size_t x = 0; x < 8u >> level; ++x)
      EXPECT_EQ(std::bit_cast<float>(found[x].s[0]), float(x) * 0.25F + float(level));
  }
  clReleaseMemObject(image);
}

}  // namespace
}  // namespace kernels
