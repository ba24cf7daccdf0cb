// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

struct clEnqueueCopyImageTest : EachImageTest {
  cl_int call(cl_mem source, cl_mem target, const Three& from, const Three& to,
              const Three& region) {
    return clEnqueueCopyImage(queue(), source, target, from.data(), to.data(), region.data(), 0,
                              nullptr, nullptr);
  }
};
LW_EACH_IMAGE(clEnqueueCopyImageTest);

TEST_P(clEnqueueCopyImageTest, CopiesAPart) {
  const Image source = makeCounting();
  const auto bytes = part(counted(texels() * 4), inner(), innerRegion());
  const auto target = Image(make(describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 8, 1, 8)));
  ASSERT_EQ(call(source, target, inner(), {2, 3, 4}, innerRegion()), CL_SUCCESS);
  const size_t origin[3] = {2, 3, 4};
  EXPECT_EQ(read(target, origin, innerRegion()), bytes);
}

TEST_P(clEnqueueCopyImageTest, CopiesWithinAnImage) {
  const Image image = makeCounting();
  const auto bytes = part(counted(texels() * 4), {0, 0, 0}, {2, 1, 1});
  ASSERT_EQ(call(image, image, {}, {2, 0, 0}, {2, 1, 1}), CL_SUCCESS);
  const size_t origin[3] = {2, 0, 0};
  EXPECT_EQ(read(image, origin, {2, 1, 1}), bytes);
}

TEST_P(clEnqueueCopyImageTest, MemCopyOverlap) {
  const Image image = makeCounting();
  EXPECT_CONDITION("clEnqueueCopyImage/CL_MEM_COPY_OVERLAP/src_image-dst_image-same-image-source",
                   call(image, image, {}, {1, 0, 0}, {2, 1, 1}));
  if (GetParam().coordinates < 2) return;
  EXPECT_EQ(call(image, image, {}, {0, 1, 0}, {5, 2, 1}), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(call(image, image, {}, {2, 0, 0}, {2, 3, 1}), CL_SUCCESS) << "side by side";
}

TEST_P(clEnqueueCopyImageTest, InvalidValue) {
  const Image source = makeCounting(), target = make(describe(CL_MEM_OBJECT_IMAGE3D, 8, 8, 8));
  const size_t zero[3] = {}, one[3] = {1, 1, 1};
  const auto code = [&](const size_t* from, const size_t* to, const size_t* region) {
    return clEnqueueCopyImage(queue(), source, target, from, to, region, 0, nullptr, nullptr);
  };
  EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/src_origin-null", code(nullptr, zero, one));
  EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/dst_origin-null", code(zero, nullptr, one));
  EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/region-null", code(zero, zero, nullptr));
  EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/2d-3d-rectangular-region-src_origin",
                   call(source, target, {4, 0, 0}, {}, {2, 1, 1}));
  EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/2d-3d-rectangular-region-dst_origin",
                   call(source, target, {}, {7, 0, 0}, {2, 1, 1}));
  EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/src_origin-dst_origin-region-do-not",
                   call(source, target, {}, {}, {0, 1, 1}));
  if (GetParam().coordinates < 3)
    EXPECT_CONDITION("clEnqueueCopyImage/CL_INVALID_VALUE/src_origin-dst_origin-region-do-not",
                     call(source, target, {}, {}, {1, 1, 2}));
}

TEST_P(clEnqueueCopyImageTest, ImageFormatMismatch) {
  const Image source = makeCounting();
  for (const cl_image_format& format :
       {cl_image_format{CL_RGBA, CL_SIGNED_INT8}, cl_image_format{CL_BGRA, CL_UNSIGNED_INT8}})
    EXPECT_CONDITION(
        "clEnqueueCopyImage/CL_IMAGE_FORMAT_MISMATCH/src_image-dst_image-do-not-use",
        call(source, make(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8), format), {}, {}, {1, 1, 1}));
}

TEST_P(clEnqueueCopyImageTest, CopiesBetweenLevels) {
  if (GetParam().type != CL_MEM_OBJECT_IMAGE2D) return;
  cl_image_desc levels = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  levels.num_mip_levels = 4;
  const Image image = make(levels);
  const cl_uint color[4] = {1, 2, 3, 4};
  const size_t first[3] = {}, second[3] = {0, 0, 1}, region[3] = {4, 4, 1};
  ASSERT_EQ(clEnqueueFillImage(queue(), image, color, first, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueCopyImage(queue(), image, image, first, second, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(image, second, {4, 4, 1})[63], 4);
  EXPECT_EQ(call(image, image, {}, {0, 0, 4}, {1, 1, 1}), CL_INVALID_MIP_LEVEL);
}
