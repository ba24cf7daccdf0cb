// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors that the three allocating calls of cl_intel_unified_shared_memory share. A test gives
// one function: call(context, properties, size, alignment, error code) -> pointer.
#pragma once

#include "tests/api/svm_fixture.h"

namespace lanewise::test {

class UsmTest : public SvmTest {
 protected:
  using Properties = std::vector<cl_mem_properties_intel>;

  /// The error code of a call; what was allocated is freed at once.
  template <class Call>
  cl_int code(Call call, const Properties& properties, size_t sizeBytes, cl_uint alignment) {
    cl_int result = 77;
    void* const memory = call(context(), properties.data(), sizeBytes, alignment, &result);
    EXPECT_EQ(memory != nullptr, result == CL_SUCCESS);
    EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
    return result;
  }
  template <class T>
  T usmInfo(const void* pointer, cl_mem_info_intel name) {
    T value{};
    size_t sizeBytes = 0;
    EXPECT_EQ(LW_EXTENSION(clGetMemAllocInfoINTEL)(context(), pointer, name, sizeof value, &value,
                                                   &sizeBytes),
              CL_SUCCESS);
    EXPECT_EQ(sizeBytes, sizeof value);
    return value;
  }

  template <class Call>
  void expectMemory(Call call, cl_unified_shared_memory_type_intel type, cl_device_id of) {
    for (cl_uint alignment : {0u, 1u, 2u, 64u, 128u}) {
      cl_int result = 77;
      auto* const memory =
          static_cast<unsigned char*>(call(context(), nullptr, 1000, alignment, &result));
      ASSERT_EQ(result, CL_SUCCESS);
      EXPECT_TRUE(isAligned(memory, alignment ? alignment : 128));
      std::memset(memory, 7, 1000);
      EXPECT_EQ(usmInfo<cl_unified_shared_memory_type_intel>(memory + 999, CL_MEM_ALLOC_TYPE_INTEL),
                type);
      EXPECT_EQ(usmInfo<cl_device_id>(memory, CL_MEM_ALLOC_DEVICE_INTEL), of);
      EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
    }
    EXPECT_EQ(code(call, {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0}, 64, 0),
              CL_SUCCESS);
  }
  template <class Call>
  void expectInvalidContext(Call call) {
    cl_int result = CL_SUCCESS;
    EXPECT_EQ(call(ofOtherType<cl_context>(), nullptr, 64, 0, &result), nullptr);
    EXPECT_EQ(result, CL_INVALID_CONTEXT);
  }
  template <class Call>
  void expectInvalidValueForTheAlignment(Call call) {
    for (cl_uint alignment : {3u, 96u, 256u, 1u << 31})
      EXPECT_EQ(code(call, {0}, 64, alignment), CL_INVALID_VALUE) << alignment;
  }
  template <class Call>
  void expectInvalidProperty(Call call) {
    EXPECT_EQ(code(call, {0x7777, 1, 0}, 64, 0), CL_INVALID_PROPERTY) << "unknown";
    EXPECT_EQ(code(call, {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 5, 0}, 64, 0), CL_INVALID_PROPERTY)
        << "a flag that does not exist";
    EXPECT_EQ(code(call, {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}, 64, 0),
              CL_INVALID_PROPERTY)
        << "twice";
    EXPECT_EQ(code(call,
                   {CL_MEM_ALLOC_FLAGS_INTEL,
                    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
                        CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL,
                    0},
                   64, 0),
              CL_INVALID_PROPERTY)
        << "placement at both ends";
  }
  /// Of what does not move.
  template <class Call>
  void expectInvalidPropertyForPlacement(Call call) {
    for (cl_mem_alloc_flags_intel flag :
         {CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL})
      EXPECT_EQ(code(call, {CL_MEM_ALLOC_FLAGS_INTEL, flag, 0}, 64, 0), CL_INVALID_PROPERTY);
  }
  template <class Call>
  void expectInvalidBufferSize(Call call) {
    const auto most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    EXPECT_EQ(code(call, {0}, 0, 0), CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(code(call, {0}, most + 1, 0), CL_INVALID_BUFFER_SIZE);
  }
};

}  // namespace lanewise::test
