// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images and samplers as arguments: clSetKernelArg, launches with them, clGetKernelArgInfo.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct ImageArgumentTest : ImageTest {
  void SetUp() override {
    ImageTest::SetUp();
    if (IsSkipped()) return;
    program_ = makeProgram("images");
    ASSERT_EQ(build(program_), CL_SUCCESS) << log(program_);
    look = OwnedKernel(clCreateKernel(program_, "look", &error));
    ASSERT_EQ(error, CL_SUCCESS);
    draw = OwnedKernel(clCreateKernel(program_, "draw", &error));
    ASSERT_EQ(error, CL_SUCCESS);
  }
  OwnedSampler sampler(cl_context in, cl_addressing_mode mode = CL_ADDRESS_REPEAT) {
    return OwnedSampler(clCreateSampler(in, CL_TRUE, mode, CL_FILTER_NEAREST, &error));
  }
  Image flat(cl_mem_flags flags = 0, const cl_image_format& format = kRgba8) {
    return make(describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), format, flags);
  }
  Image deep(cl_mem_flags flags = 0) {
    return make(describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4), kRgba8, flags);
  }
  static cl_int set(cl_kernel kernel, cl_uint index, cl_mem memory) {
    return clSetKernelArg(kernel, index, sizeof memory, &memory);
  }
  cl_int launch() {
    const size_t one = 1;
    return clEnqueueNDRangeKernel(queue(), look, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  }
  OwnedKernel look, draw;

 private:
  OwnedProgram program_;
};

}  // namespace

TEST_F(ImageArgumentTest, KernelsGetTheDescriptors) {
  const Buffer out = makeBuffer(16);
  auto bytes = std::vector<unsigned char>(6 * 3 * 4, 42);
  Image image =
      make(describe(CL_MEM_OBJECT_IMAGE2D, 6, 3), kRgba8, CL_MEM_COPY_HOST_PTR, bytes.data());
  OwnedSampler repeats = sampler(context());
  ASSERT_EQ(set(look, 0, out), CL_SUCCESS);
  ASSERT_EQ(set(look, 1, image), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(look, 2, sizeof(cl_sampler), repeats.array()), CL_SUCCESS);
  const Event gate = userEvent(context());
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, gate.array(), nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(), CL_SUCCESS);
  // The launch keeps both.
  image.reset();
  repeats.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  const auto raw = contents(out);
  cl_uint seen[4];
  std::memcpy(seen, raw.data(), sizeof seen);
  EXPECT_EQ(seen[0], 6u);
  EXPECT_EQ(seen[1], 3u);
  EXPECT_EQ(seen[2], 42u);
  EXPECT_EQ(seen[3], cl_uint(CL_ADDRESS_REPEAT - CL_ADDRESS_NONE));
  EXPECT_EQ(launch(), CL_INVALID_KERNEL_ARGS) << "released";
}

TEST_F(ImageArgumentTest, ClonesHaveTheSameArguments) {
  const Buffer out = makeBuffer(16);
  const Image image = flat();
  const OwnedSampler any = sampler(context());
  ASSERT_EQ(set(look, 0, out), CL_SUCCESS);
  ASSERT_EQ(set(look, 1, image), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(look, 2, sizeof(cl_sampler), any.array()), CL_SUCCESS);
  look = OwnedKernel(clCloneKernel(look, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(launch(), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(ImageArgumentTest, DoNotRetainThem) {
  const Image image = flat();
  const OwnedSampler any = sampler(context());
  ASSERT_EQ(set(look, 1, image), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(look, 2, sizeof(cl_sampler), any.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, cl_mem(image), CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(infoOf<cl_uint>(clGetSamplerInfo, cl_sampler(any), CL_SAMPLER_REFERENCE_COUNT), 1u);
}

TEST_F(ImageArgumentTest, InvalidMemObject) {
  const auto expect = [](const char* key, cl_int code) {
    EXPECT_CONDITION(std::string("clSetKernelArg/CL_INVALID_MEM_OBJECT/") + key, code);
  };
  expect("arg_value-null", clSetKernelArg(look, 1, sizeof(cl_mem), nullptr));
  expect("arg_value-points-to-null", set(look, 1, nullptr));
  expect("arg_value-no-memory-object", set(look, 1, ofOtherType<cl_mem>()));
  expect("memory-object-of-other-kind", set(look, 1, makeBuffer(64)));
  expect("memory-object-of-other-kind", set(look, 0, flat()));
  expect("memory-object-of-other-kind", set(look, 1, deep()));
  expect("memory-object-of-other-kind", set(draw, 0, flat()));
  expect("memory-object-of-other-kind", set(draw, 1, flat()));
  EXPECT_EQ(set(draw, 1, flat(0, {CL_DEPTH, CL_FLOAT})), CL_SUCCESS);
}

TEST_F(ImageArgumentTest, InvalidArgValueForAccess) {
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_VALUE/image-not-read_only",
                   set(look, 1, flat(CL_MEM_WRITE_ONLY)));
  EXPECT_EQ(set(look, 1, flat(CL_MEM_READ_ONLY)), CL_SUCCESS);
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_VALUE/image-not-write_only",
                   set(draw, 0, deep(CL_MEM_READ_ONLY)));
  EXPECT_EQ(set(draw, 0, deep(CL_MEM_WRITE_ONLY)), CL_SUCCESS);
}

TEST_F(ImageArgumentTest, InvalidSampler) {
  const cl_sampler wrong[] = {nullptr, ofOtherType<cl_sampler>()};
  for (const cl_sampler& one : wrong)
    EXPECT_CONDITION("clSetKernelArg/CL_INVALID_SAMPLER/arg_value-invalid",
                     clSetKernelArg(look, 2, sizeof one, &one));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_SAMPLER/arg_value-invalid",
                   clSetKernelArg(look, 2, sizeof(cl_sampler), nullptr));
}

TEST_F(ImageArgumentTest, InvalidArgSize) {
  const Image image = flat();
  const OwnedSampler any = sampler(context());
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-cl_mem",
                   clSetKernelArg(look, 1, 4, image.array()));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-cl_sampler",
                   clSetKernelArg(look, 2, 4, any.array()));
}

TEST_F(ImageArgumentTest, InvalidContext) {
  const OwnedSampler foreign = sampler(otherContext());
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_CONTEXT/object-of-other-context",
                   clSetKernelArg(look, 2, sizeof(cl_sampler), foreign.array()));
}

TEST_F(ImageArgumentTest, TellTheirAccess) {
  const auto access = [](cl_kernel kernel, cl_uint index) {
    cl_kernel_arg_access_qualifier qualifier = 0;
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof qualifier,
                                 &qualifier, nullptr),
              CL_SUCCESS);
    return qualifier;
  };
  EXPECT_EQ(access(look, 1), cl_uint(CL_KERNEL_ARG_ACCESS_READ_ONLY));
  EXPECT_EQ(access(draw, 0), cl_uint(CL_KERNEL_ARG_ACCESS_WRITE_ONLY));
  EXPECT_EQ(access(draw, 1), cl_uint(CL_KERNEL_ARG_ACCESS_READ_WRITE));
  EXPECT_EQ(access(look, 2), cl_uint(CL_KERNEL_ARG_ACCESS_NONE));
}
