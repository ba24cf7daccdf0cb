// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

struct clEnqueueMapImageTest : EachImageTest {
  cl_int call(cl_mem image, const size_t* origin, const size_t* region,
              cl_map_flags flags = CL_MAP_READ) {
    return call(image, origin, region, flags, &rowPitch, &slicePitch);
  }
  cl_int call(cl_mem image, const size_t* origin, const size_t* region, cl_map_flags flags,
              size_t* row, size_t* slice) {
    cl_int code = 12345;
    mapped = static_cast<unsigned char*>(clEnqueueMapImage(
        queue(), image, CL_TRUE, flags, origin, region, row, slice, 0, nullptr, nullptr, &code));
    EXPECT_EQ(mapped == nullptr, code != CL_SUCCESS);
    return code;
  }
  cl_int unmap(cl_mem image, void* pointer) {
    return clEnqueueUnmapMemObject(queue(), image, pointer, 0, nullptr, nullptr);
  }
  cl_uint maps(cl_mem image) {
    return infoOf<cl_uint>(clGetMemObjectInfo, image, CL_MEM_MAP_COUNT);
  }
  static constexpr size_t kZero[3] = {}, kOne[3] = {1, 1, 1};
  unsigned char* mapped = nullptr;
  size_t rowPitch = 77, slicePitch = 77;
};
LW_EACH_IMAGE(clEnqueueMapImageTest);

TEST_P(clEnqueueMapImageTest, GivesAPartWithItsPitches) {
  const Image image = makeCounting();
  const Three origin = inner(), region = innerRegion();
  ASSERT_EQ(call(image, origin.data(), region.data(), CL_MAP_READ | CL_MAP_WRITE), CL_SUCCESS);
  EXPECT_EQ(rowPitch, 20u);
  EXPECT_EQ(slicePitch, GetParam().type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 20u
                        : hasSlices()                                  ? 60u
                                                                       : 0u);
  const size_t yPitch = GetParam().type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slicePitch : rowPitch;
  std::vector<unsigned char> seen;
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y) {
      const unsigned char* row = mapped + z * slicePitch + y * yPitch;
      seen.insert(seen.end(), row, row + region[0] * 4);
    }
  EXPECT_EQ(seen, part(counted(texels() * 4), origin, region));
  mapped[0] = 222;
  EXPECT_EQ(maps(image), 1u);
  ASSERT_EQ(unmap(image, mapped), CL_SUCCESS);
  EXPECT_EQ(maps(image), 0u);
  EXPECT_EQ(read(image, origin.data(), {1, 1, 1})[0], 222);
}

TEST_P(clEnqueueMapImageTest, UsedHostMemoryIsWhereItWas) {
  if (GetParam().type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return;
  auto host = counted(1024);
  cl_image_desc pitched = description();
  pitched.image_row_pitch = 24;
  const Image image = make(pitched, kRgba8, CL_MEM_USE_HOST_PTR, host.data());
  const size_t second[3] = {1, 0, 0};
  ASSERT_EQ(call(image, second, kOne), CL_SUCCESS);
  EXPECT_EQ(mapped, host.data() + 4);
  EXPECT_EQ(rowPitch, 24u);
  EXPECT_EQ(unmap(image, mapped), CL_SUCCESS);
}

TEST_P(clEnqueueMapImageTest, SlicePitchMayBeNullWithoutSlices) {
  const Image image = makeCounting();
  const cl_int code = call(image, kZero, kOne, CL_MAP_READ, &rowPitch, nullptr);
  if (!hasSlices()) {
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(unmap(image, mapped), CL_SUCCESS);
  } else if (GetParam().type == CL_MEM_OBJECT_IMAGE3D) {
    EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/image-3d-image_slice_pitch-null", code);
  } else {
    EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/image-1d-2d-image-array", code);
  }
}

TEST_P(clEnqueueMapImageTest, InvalidValue) {
  const Image image = makeCounting();
  const size_t empty[3] = {1, 0, 1}, outside[3] = {5, 0, 0};
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/origin-null", call(image, nullptr, kOne));
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/region-null", call(image, kZero, nullptr));
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/region-outside", call(image, outside, kOne));
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/map_flags-invalid",
                   call(image, kZero, kOne, 1 << 10));
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/origin-region-do-not-follow",
                   call(image, kZero, empty));
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_VALUE/image_row_pitch-null",
                   call(image, kZero, kOne, CL_MAP_READ, nullptr, &slicePitch));
  EXPECT_EQ(maps(image), 0u);
}

TEST_P(clEnqueueMapImageTest, InvalidOperationWithoutHostAccess) {
  const auto expect = [&](const char* key, cl_mem_flags access, cl_map_flags flags) {
    const Image image = make(describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), kRgba8, access);
    EXPECT_CONDITION(std::string("clEnqueueMapImage/CL_INVALID_OPERATION/") + key,
                     call(image, kZero, kOne, flags));
  };
  for (cl_mem_flags access : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS})
    expect("host-access", access, CL_MAP_READ);
  for (cl_mem_flags access : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS})
    for (cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION})
      expect("host-access-2", access, flags);
}

TEST_P(clEnqueueMapImageTest, InvalidOperationForWritingTexelsTwice) {
  const Image image = makeCounting();
  const size_t first[3] = {0, 0, 0}, second[3] = {1, 0, 0}, third[3] = {2, 0, 0};
  const size_t two[3] = {2, extent()[1], extent()[2]};
  ASSERT_EQ(call(image, first, two, CL_MAP_WRITE), CL_SUCCESS);
  unsigned char* const one = mapped;
  EXPECT_CONDITION("clEnqueueMapImage/CL_INVALID_OPERATION/overlapping-writes",
                   call(image, second, two, CL_MAP_WRITE));
  EXPECT_EQ(call(image, third, two, CL_MAP_WRITE), CL_SUCCESS) << "side by side";
  EXPECT_EQ(unmap(image, mapped), CL_SUCCESS);
  EXPECT_EQ(unmap(image, one), CL_SUCCESS);
  EXPECT_EQ(call(image, second, two, CL_MAP_WRITE), CL_SUCCESS);
  EXPECT_EQ(unmap(image, mapped), CL_SUCCESS);
}
