// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory shared by host and device: pointers in structures, in buffers and by value; SVM, USM,
// buffers with a device address and malloc.

#include "svm_kernel.h"

namespace kernels {
namespace {

struct Node {
  Node* next;
  cl_long value;
};

TEST(SvmPointers, ListThatTheHostLinked) {
  for (const auto& memory : everyKindOfMemory(100 * sizeof(Node))) {
    auto* const nodes = memory->as<Node>();
    // Linked in another order than in memory.
    for (int i = 0; i < 100; ++i) nodes[i * 37 % 100] = {&nodes[(i + 1) * 37 % 100], i};
    nodes[99 * 37 % 100].next = nullptr;
    Buffer<cl_int> length(1);
    SvmKernel("walk").pointer(nodes).value(cl_long{1000}).buffer(length).run(1);
    EXPECT_EQ(length.read()[0], 100) << memory->name();
    for (int i = 0; i < 100; ++i) ASSERT_EQ(nodes[i * 37 % 100].value, 1000 + i) << memory->name();
  }
}

TEST(SvmPointers, ListThatTheDeviceLinked) {
  for (const auto& memory : everyKindOfMemory(1000 * sizeof(Node))) {
    SvmKernel("link").pointer(memory->as<Node>()).run(1000);
    cl_long expected = 0;
    int count = 0;
    for (const Node* node = memory->as<Node>(); node; node = node->next, expected += 3, ++count)
      ASSERT_EQ(node->value, expected) << memory->name();
    EXPECT_EQ(count, 1000) << memory->name();
  }
}

TEST(SvmPointers, InABufferAndInAStructureByValue) {
  struct Pair {
    const cl_int* from;
    cl_int* to;
  };
  for (const auto& memory : everyKindOfMemory(300 * sizeof(cl_int))) {
    auto* const numbers = memory->as<cl_int>();
    for (int i = 0; i < 200; ++i) numbers[i] = i;
    const Buffer<cl_ulong> address(1, reinterpret_cast<cl_ulong>(numbers + 100));
    SvmKernel("copyThrough").buffer(address).value(Pair{numbers, numbers + 200}).run(100);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(numbers[200 + i], 100 + 2 * i) << memory->name();
  }
}

TEST(SvmPointers, AreTheSameNumberOnBothSides) {
  for (const auto& memory : everyKindOfMemory(64)) {
    Buffer<cl_ulong> out(1);
    SvmKernel("addressOf").pointer(memory->as<cl_int>() + 3).buffer(out).run(1);
    EXPECT_EQ(out.read()[0], reinterpret_cast<cl_ulong>(memory->as<cl_int>() + 3))
        << memory->name();
  }
}

TEST(SvmPointers, BufferOverSvmIsTheSameMemory) {
  SvmMemory memory(16 * sizeof(cl_int));
  cl_int error = CL_SUCCESS;
  cl_mem over = clCreateBuffer(TestDevice::get().context(), CL_MEM_USE_HOST_PTR,
                               16 * sizeof(cl_int), memory.as<cl_int>(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Buffer<cl_ulong> out(1);
  SvmKernel("addressOf").memory(over).buffer(out).run(1);
  EXPECT_EQ(out.read()[0], reinterpret_cast<cl_ulong>(memory.as<cl_int>()));
  clReleaseMemObject(over);
}

TEST(SvmPointers, OfTheStorageClassesOfUsm) {
  if (!TestDevice::get().hasExtension("cl_intel_unified_shared_memory")) GTEST_SKIP();
  const UsmMemory device(64 * sizeof(cl_int)), host(64 * sizeof(cl_int));
  for (int i = 0; i < 64; ++i) device.as<cl_int>()[i] = i, host.as<cl_int>()[i] = 1000;
  Buffer<cl_int> out(64);
  SvmKernel("addBoth", "svm/storage_classes")
      .buffer(out)
      .pointer(device.as<cl_int>())
      .pointer(host.as<cl_int>())
      .run(64);
  const auto got = out.read();
  for (int i = 0; i < 64; ++i) ASSERT_EQ(got[i], 1000 + i);
}

}  // namespace
}  // namespace kernels
