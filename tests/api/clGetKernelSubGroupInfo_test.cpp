// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSubGroupInfo, and the same query of cl_khr_subgroups.
#include "tests/api/conditions/conditions.h"
#include "tests/api/sub_group_fixture.h"

#include <array>

using namespace lanewise::test;

struct SubGroupInfoTest : SubGroupTest, ::testing::WithParamInterface<const char*> {
  auto call() { return extensionFunction<decltype(::clGetKernelSubGroupInfoKHR)>(GetParam()); }
  std::string id(const char* codeAndKey) { return std::string(GetParam()) + "/" + codeAndKey; }
  /// The result of a query whose input is a list of sizes.
  template <size_t Count = 1>
  std::array<size_t, Count> info(cl_kernel of, cl_kernel_sub_group_info name,
                                 const std::vector<size_t>& input = {}) {
    std::array<size_t, Count> values;
    values.fill(77);
    size_t sizeBytes = 0;
    EXPECT_EQ(
        call()(of, device(), name, input.size() * sizeof(size_t),
               input.empty() ? nullptr : input.data(), sizeof values, values.data(), &sizeBytes),
        CL_SUCCESS);
    EXPECT_EQ(sizeBytes, sizeof values);
    return values;
  }
  size_t one(cl_kernel of, cl_kernel_sub_group_info name, const std::vector<size_t>& input = {}) {
    return info(of, name, input)[0];
  }
  cl_int error(cl_kernel of, cl_device_id on, cl_kernel_sub_group_info name, size_t inputBytes,
               const void* input, size_t storageBytes = sizeof(size_t)) {
    size_t storage[3] = {};
    return call()(of, on, name, inputBytes, input, storageBytes, storage, nullptr);
  }
  size_t maxWorkGroupSize() {
    return infoOf<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE);
  }
};

INSTANTIATE_TEST_SUITE_P(Both, SubGroupInfoTest,
                         ::testing::Values("clGetKernelSubGroupInfo", "clGetKernelSubGroupInfoKHR"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(SubGroupInfoTest, SizeIsThatOfTheKernelWhateverTheGroup) {
  for (const auto& local : {std::vector<size_t>{1}, {64}, {5, 7}, {2, 3, 4}}) {
    EXPECT_EQ(one(wide(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local), 8u);
    EXPECT_EQ(one(counted(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local), 4u);
  }
}

TEST_P(SubGroupInfoTest, CountsTheSmallerLastOne) {
  const auto count = [&](const std::vector<size_t>& local) {
    return one(wide(), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
  };
  EXPECT_EQ(count({1}), 1u);
  EXPECT_EQ(count({8}), 1u);
  EXPECT_EQ(count({9}), 2u);
  EXPECT_EQ(count({5, 7}), 5u);
  EXPECT_EQ(count({2, 3, 4}), 3u);
  EXPECT_EQ(count({maxWorkGroupSize()}), maxWorkGroupSize() / 8);
}

TEST_P(SubGroupInfoTest, GroupsThatCannotBeHaveNoSubGroups) {
  const size_t huge = size_t{1} << 33;
  for (const auto& local : {std::vector<size_t>{0}, {4, 0}, {maxWorkGroupSize() + 1}, {huge, huge}})
    EXPECT_EQ(one(wide(), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local), 0u);
}

TEST_P(SubGroupInfoTest, LocalSizeForACountHasFullSubGroups) {
  using Sizes = std::array<size_t, 3>;
  EXPECT_EQ(one(wide(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {3}), 24u);
  EXPECT_EQ(info<2>(wide(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {5}),
            (std::array<size_t, 2>{40, 1}));
  EXPECT_EQ(info<3>(wide(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {maxWorkGroupSize() / 8}),
            (Sizes{maxWorkGroupSize(), 1, 1}));
  for (size_t count : {size_t{0}, maxWorkGroupSize() / 8 + 1, ~size_t{0}})
    EXPECT_EQ(info<3>(wide(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {count}), Sizes{});
}

TEST_P(SubGroupInfoTest, LocalSizeForACountHoldsWhatTheKernelRequires) {
  for (cl_kernel of : {counted(), sized()}) {
    EXPECT_EQ(one(of, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {3}), 12u);
    EXPECT_EQ(one(of, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {2}), 0u);
  }
  // The kernel requires a three-dimensional work-group.
  EXPECT_EQ(one(kernel(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {64}), 0u);
}

TEST_P(SubGroupInfoTest, TellsWhatTheKernelRequires) {
  EXPECT_EQ(one(wide(), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), 8u);
  EXPECT_EQ(one(wide(), CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 0u);
  EXPECT_EQ(one(wide(), CL_KERNEL_MAX_NUM_SUB_GROUPS), maxWorkGroupSize() / 8);
  EXPECT_EQ(one(counted(), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), 0u);
  EXPECT_EQ(one(counted(), CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 3u);
  EXPECT_EQ(one(counted(), CL_KERNEL_MAX_NUM_SUB_GROUPS), 3u);
  // The device's largest work-group, limited by a required local size.
  EXPECT_EQ(one(kernel(), CL_KERNEL_MAX_NUM_SUB_GROUPS), 64u);
}

TEST_P(SubGroupInfoTest, AnyRoomForAnArrayIsFilledUpToThreeDimensions) {
  const size_t count = 2;
  std::array<size_t, 5> storage;
  for (const auto& [storageBytes, written] :
       {std::pair{8, 1}, {12, 1}, {16, 2}, {24, 3}, {40, 3}}) {
    storage.fill(77);
    size_t sizeBytes = 0;
    EXPECT_EQ(call()(wide(), device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count,
                     &count, size_t(storageBytes), storage.data(), &sizeBytes),
              CL_SUCCESS);
    EXPECT_EQ(sizeBytes, size_t(written) * sizeof(size_t));
    EXPECT_EQ(storage[size_t(written)], 77u);
  }
}

TEST_P(SubGroupInfoTest, TheOnlyDeviceMayBeLeftOut) {
  EXPECT_EQ(error(wide(), nullptr, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr), CL_SUCCESS);
}

TEST_P(SubGroupInfoTest, InvalidKernel) {
  for (cl_kernel wrong : {cl_kernel{}, ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_CONDITION(id("CL_INVALID_KERNEL/kernel-invalid"),
                     error(wrong, device(), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr));
}

TEST_P(SubGroupInfoTest, InvalidDevice) {
  EXPECT_CONDITION(
      id("CL_INVALID_DEVICE/device-foreign"),
      error(kernel(), ofOtherType<cl_device_id>(), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr));
}

TEST_P(SubGroupInfoTest, InvalidValueForAnUnknownName) {
  EXPECT_CONDITION(id("CL_INVALID_VALUE/param_name"),
                   error(kernel(), device(), CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr));
}

TEST_P(SubGroupInfoTest, InvalidValueForTooLittleRoom) {
  const size_t count = 1;
  for (size_t storageBytes = 0; storageBytes < sizeof(size_t); ++storageBytes)
    for (cl_uint name :
         {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
          CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL_KERNEL_MAX_NUM_SUB_GROUPS,
          CL_KERNEL_COMPILE_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL})
      EXPECT_CONDITION(id("CL_INVALID_VALUE/param_value_size"),
                       error(kernel(), device(), name, sizeof count, &count, storageBytes));
}

TEST_P(SubGroupInfoTest, InvalidValueForTheInput) {
  const size_t input[4] = {1, 1, 1, 1};
  for (cl_uint name :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
        CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}) {
    EXPECT_CONDITION(id("CL_INVALID_VALUE/input_value-null"),
                     error(kernel(), device(), name, sizeof(size_t), nullptr));
    for (size_t wrong : {size_t{0}, sizeof(size_t) - 1, sizeof(size_t) + 1, sizeof input})
      EXPECT_CONDITION(id("CL_INVALID_VALUE/input_value_size-invalid"),
                       error(kernel(), device(), name, wrong, input));
  }
  EXPECT_CONDITION(id("CL_INVALID_VALUE/input_value_size-invalid"),
                   error(kernel(), device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                         2 * sizeof(size_t), input));
}
