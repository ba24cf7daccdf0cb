// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three calls that allocate unified shared memory: one row per call, and one for shared memory
// without a device.
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

namespace {

struct UsmAllocator {
  const char* name;
  const char* test;
  cl_unified_shared_memory_type_intel type;
  // Keys of conditions.
  const char* empty;
  const char* tooLarge;
  const char* tooAligned;
  const char* foreign = nullptr;  // an invalid device
  bool hasDevice = true;
  bool moves = false;
};
void PrintTo(const UsmAllocator& row, std::ostream* out) { *out << row.test; }

constexpr UsmAllocator kAllocators[] = {
    {.name = "clHostMemAllocINTEL",
     .test = "ofTheHost",
     .type = CL_MEM_TYPE_HOST_INTEL,
     .empty = "size-zero-or-exceeds-device",
     .tooLarge = "size-zero-or-exceeds-device",
     .tooAligned = "alignment-greater-size-largest-data",
     .hasDevice = false},
    {.name = "clDeviceMemAllocINTEL",
     .test = "ofADevice",
     .type = CL_MEM_TYPE_DEVICE_INTEL,
     .empty = "size-zero-or-exceeds-device",
     .tooLarge = "size-zero-or-exceeds-device",
     .tooAligned = "alignment-greater-size-largest-data",
     .foreign = "device-invalid"},
    {.name = "clSharedMemAllocINTEL",
     .test = "shared",
     .type = CL_MEM_TYPE_SHARED_INTEL,
     .empty = "size-zero",
     .tooLarge = "size-exceeds-device",
     .tooAligned = "device-not-null-alignment-greater",
     .foreign = "device-not-null-not-valid",
     .moves = true},
    {.name = "clSharedMemAllocINTEL",
     .test = "sharedOfNoDevice",
     .type = CL_MEM_TYPE_SHARED_INTEL,
     .empty = "size-zero",
     .tooLarge = "size-exceeds-device-2",
     .tooAligned = "device-null-alignment-greater-size",
     .hasDevice = false,
     .moves = true},
};

constexpr cl_mem_alloc_flags_intel kAtDevice = CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL;
constexpr cl_mem_alloc_flags_intel kAtHost = CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

struct UsmAllocTest : UsmTest, ::testing::WithParamInterface<UsmAllocator> {
  using Properties = std::vector<cl_mem_properties_intel>;

  /// Makes the call of the row.
  void* allocate(cl_context in, cl_device_id device, const cl_mem_properties_intel* properties,
                 size_t sizeBytes, cl_uint alignment, cl_int* code) {
    if (GetParam().type == CL_MEM_TYPE_HOST_INTEL)
      return LW_EXTENSION(clHostMemAllocINTEL)(in, properties, sizeBytes, alignment, code);
    // The calls for device and shared memory have the same form.
    return extensionFunction<decltype(::clSharedMemAllocINTEL)>(GetParam().name)(
        in, GetParam().hasDevice ? device : nullptr, properties, sizeBytes, alignment, code);
  }
  /// The error code of a call; frees the allocation at once.
  cl_int code(const Properties& properties, size_t sizeBytes = 64, cl_uint alignment = 0) {
    cl_int result = 77;
    void* const memory =
        allocate(context(), device(), properties.data(), sizeBytes, alignment, &result);
    EXPECT_EQ(memory != nullptr, result == CL_SUCCESS);
    EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
    return result;
  }
  void expect(const std::string& codeAndKey, cl_int code) {
    expectNamed(GetParam().name, codeAndKey, code);
  }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllKinds, UsmAllocTest, ::testing::ValuesIn(kAllocators),
                         [](const auto& info) { return std::string(info.param.test); });

TEST_P(UsmAllocTest, IsMemoryOfItsType) {
  for (cl_uint alignment : {0u, 1u, 2u, 64u, 128u}) {
    cl_int result = 77;
    auto* const memory = static_cast<unsigned char*>(
        allocate(context(), device(), nullptr, 1000, alignment, &result));
    ASSERT_EQ(result, CL_SUCCESS);
    EXPECT_TRUE(isAligned(memory, alignment ? alignment : 128));
    std::memset(memory, 7, 1000);
    EXPECT_EQ(usmInfo<cl_unified_shared_memory_type_intel>(memory + 999, CL_MEM_ALLOC_TYPE_INTEL),
              GetParam().type);
    EXPECT_EQ(usmInfo<cl_device_id>(memory, CL_MEM_ALLOC_DEVICE_INTEL),
              GetParam().hasDevice ? device() : nullptr);
    EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
  }
  EXPECT_EQ(code({CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0}), CL_SUCCESS);
}

TEST_P(UsmAllocTest, InvalidContext) {
  for (cl_context wrong : {cl_context{}, ofOtherType<cl_context>(), releasedContext()}) {
    cl_int result = CL_SUCCESS;
    EXPECT_EQ(allocate(wrong, device(), nullptr, 64, 0, &result), nullptr);
    expect("CL_INVALID_CONTEXT/context-invalid", result);
  }
}

TEST_P(UsmAllocTest, InvalidDevice) {
  if (!GetParam().foreign) GTEST_SKIP() << "takes no device";
  const bool needsOne = GetParam().type == CL_MEM_TYPE_DEVICE_INTEL;
  for (cl_device_id wrong : {needsOne ? nullptr : part(), part(), ofOtherType<cl_device_id>()}) {
    if (!wrong && !needsOne) continue;  // a device of one compute unit has no sub-devices
    cl_int result = CL_SUCCESS;
    EXPECT_EQ(allocate(context(), wrong, nullptr, 64, 0, &result), nullptr);
    expect(std::string("CL_INVALID_DEVICE/") + GetParam().foreign, result);
  }
}

TEST_P(UsmAllocTest, InvalidValueForTheAlignment) {
  for (cl_uint alignment : {3u, 96u})
    expect("CL_INVALID_VALUE/alignment-not-zero-power-two", code({0}, 64, alignment));
  for (cl_uint alignment : {256u, 1u << 31})
    expect(std::string("CL_INVALID_VALUE/") + GetParam().tooAligned, code({0}, 64, alignment));
}

TEST_P(UsmAllocTest, InvalidProperty) {
  expect("CL_INVALID_PROPERTY/name-unknown", code({0x7777, 1, 0}));
  expect("CL_INVALID_PROPERTY/value-invalid", code({CL_MEM_ALLOC_FLAGS_INTEL, 1 << 5, 0}));
  expect("CL_INVALID_PROPERTY/name-twice",
         code({CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}));
}

TEST_P(UsmAllocTest, PlacementIsForWhatMoves) {
  expect("CL_INVALID_PROPERTY/placement", code({CL_MEM_ALLOC_FLAGS_INTEL, kAtDevice | kAtHost, 0}));
  for (cl_mem_alloc_flags_intel flag : {kAtDevice, kAtHost}) {
    const cl_int result = code({CL_MEM_ALLOC_FLAGS_INTEL, flag, 0});
    if (GetParam().moves)
      EXPECT_EQ(result, CL_SUCCESS);
    else
      expect("CL_INVALID_PROPERTY/placement", result);
  }
}

TEST_P(UsmAllocTest, InvalidBufferSize) {
  const auto most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  expect(std::string("CL_INVALID_BUFFER_SIZE/") + GetParam().empty, code({0}, 0));
  expect(std::string("CL_INVALID_BUFFER_SIZE/") + GetParam().tooLarge, code({0}, most + 1));
}
