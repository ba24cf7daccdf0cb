// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <future>

using namespace lanewise::test;

struct clEnqueueNativeKernelTest : ApiTest {};

namespace {
struct Arguments {
  cl_mem buffer;  // replaced by the address
  std::promise<void*>* told;
};
void CL_CALLBACK tell(void* user) {
  auto* arguments = static_cast<Arguments*>(user);
  arguments->told->set_value(arguments->buffer);
}
void CL_CALLBACK nothing(void*) {}
}  // namespace

TEST_F(clEnqueueNativeKernelTest, getsTheAddressesOfBuffers) {
  std::vector<unsigned char> bytes(4096);
  Buffer buffer = makeBuffer(bytes.size(), CL_MEM_USE_HOST_PTR, bytes.data());
  std::promise<void*> told;
  Arguments arguments{buffer, &told};
  const void* places[] = {&arguments.buffer};
  ASSERT_EQ(clEnqueueNativeKernel(queue(), tell, &arguments, sizeof arguments, 1, buffer.array(),
                                  places, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(told.get_future().get(), bytes.data());
}

TEST_F(clEnqueueNativeKernelTest, invalidValue) {
  Buffer buffer = makeBuffer(64);
  cl_mem place = buffer;
  const void* places[] = {&place};
  const void* outside[] = {&places};
  const auto code = [&](void(CL_CALLBACK * function)(void*), void* args, size_t bytes,
                        cl_uint count, const cl_mem* list, const void** where) {
    return clEnqueueNativeKernel(queue(), function, args, bytes, count, list, where, 0, nullptr,
                                 nullptr);
  };
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/user_func-null",
                   code(nullptr, nullptr, 0, 0, nullptr, nullptr))
      << "no function";
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/args-null-with-size",
                   code(nothing, nullptr, 8, 0, nullptr, nullptr))
      << "a size only";
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/args-without-size",
                   code(nothing, &place, 0, 0, nullptr, nullptr))
      << "no size";
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/args-null-with-mem_objects",
                   code(nothing, nullptr, 0, 1, buffer.array(), places));
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/lists-null-with-count",
                   code(nothing, &place, 8, 1, nullptr, places));
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/lists-null-with-count",
                   code(nothing, &place, 8, 1, buffer.array(), nullptr));
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/lists-without-count",
                   code(nothing, &place, 8, 0, buffer.array(), places));
  EXPECT_EQ(code(nothing, &place, 8, 1, buffer.array(), outside), CL_INVALID_VALUE);
}

TEST_F(clEnqueueNativeKernelTest, invalidMemObject) {
  // (A null element means a null address.)
  for (cl_mem wrong : {ofOtherType<cl_mem>(), releasedBuffer()}) {
    const void* places[] = {&wrong};
    EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_MEM_OBJECT/mem_list-invalid",
                     clEnqueueNativeKernel(queue(), nothing, &wrong, sizeof wrong, 1, &wrong,
                                           places, 0, nullptr, nullptr));
  }
}
