// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

#include <numeric>

using namespace lanewise::test;

struct clCreateSubDevicesTest : ApiTest {
  using Properties = std::vector<cl_device_partition_property>;

  cl_uint units(cl_device_id which) {
    return infoOf<cl_uint>(clGetDeviceInfo, which, CL_DEVICE_MAX_COMPUTE_UNITS);
  }
  cl_int split(const Properties& properties, std::vector<cl_device_id>& parts) {
    cl_uint count = 0;
    const cl_int error = clCreateSubDevices(device(), properties.data(), 0, nullptr, &count);
    if (error != CL_SUCCESS) return error;
    parts.resize(count);
    return clCreateSubDevices(device(), properties.data(), count, parts.data(), nullptr);
  }
  cl_int error(const Properties& properties) {
    cl_uint count = 0;
    return clCreateSubDevices(device(), properties.data(), 0, nullptr, &count);
  }
};

TEST_F(clCreateSubDevicesTest, equally) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_EQUALLY, 1, 0}, parts), CL_SUCCESS);
  EXPECT_EQ(parts.size(), units(device()));
  for (cl_device_id part : parts) {
    EXPECT_EQ(units(part), 1u);
    EXPECT_EQ(infoOf<cl_device_id>(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE), device());
    EXPECT_EQ(infoOf<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT), 1u);
    EXPECT_EQ(arrayOf<cl_device_partition_property>(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE),
              (Properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  }
}

TEST_F(clCreateSubDevicesTest, byCounts) {
  const Properties properties{CL_DEVICE_PARTITION_BY_COUNTS, 1,
                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split(properties, parts), CL_SUCCESS);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(units(parts[0]), 1u);
  EXPECT_EQ(
      arrayOf<cl_device_partition_property>(clGetDeviceInfo, parts[0], CL_DEVICE_PARTITION_TYPE),
      properties);
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
}

TEST_F(clCreateSubDevicesTest, aSubDeviceRunsItsOwnContext) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}, parts), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  Context made(clCreateContext(nullptr, 1, parts.data(), nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  // The context keeps it alive after the application has let it go.
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_device_id>(clGetContextInfo, made, CL_CONTEXT_DEVICES), parts[0]);
}

TEST_F(clCreateSubDevicesTest, invalidDevice) {
  const Properties properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT_EQ(clCreateSubDevices(ofOtherType<cl_device_id>(), properties.data(), 0, nullptr, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(clCreateSubDevicesTest, invalidDevicePartitionCountForTooMany) {
  const cl_device_partition_property all = units(device());
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_COUNTS, all, 1, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST_F(clCreateSubDevicesTest, invalidDevicePartitionCountForANegativeCount) {
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST_F(clCreateSubDevicesTest, devicePartitionFailedForPartsLargerThanTheDevice) {
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units(device())) + 1, 0}),
            CL_DEVICE_PARTITION_FAILED);
}

TEST_F(clCreateSubDevicesTest, invalidValueForProperties) {
  EXPECT_EQ(clCreateSubDevices(device(), nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(error({12345, 1, 0}), CL_INVALID_VALUE);
  // No affinity domain is reported, so none can be asked for.
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}),
            CL_INVALID_VALUE);
}

TEST_F(clCreateSubDevicesTest, invalidValueForTooFewHandles) {
  if (units(device()) < 2) GTEST_SKIP() << "one compute unit";
  const Properties properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id part = nullptr;
  EXPECT_EQ(clCreateSubDevices(device(), properties.data(), 1, &part, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(part, nullptr);
}

TEST_F(clCreateSubDevicesTest, aSubDeviceRunsCommands) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}, parts), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  Context made(clCreateContext(nullptr, 1, parts.data(), nullptr, nullptr, &error));
  Queue commands(clCreateCommandQueueWithProperties(made, parts[0], nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const auto bytes = counted(3 << 20);
  Buffer buffer(clCreateBuffer(made, 0, bytes.size(), nullptr, &error));
  ASSERT_EQ(clEnqueueWriteBuffer(commands, buffer, CL_FALSE, 0, bytes.size(), bytes.data(), 0,
                                 nullptr, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> now(bytes.size());
  ASSERT_EQ(clEnqueueReadBuffer(commands, buffer, CL_TRUE, 0, now.size(), now.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(now, bytes);
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
}

TEST_F(clCreateSubDevicesTest, everythingMayBeReleasedWhileItsThreadsStillWork) {
  const auto bytes = counted(8 << 20);
  for (int round = 0; round < 20; ++round) {
    std::vector<cl_device_id> parts;
    ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}, parts), CL_SUCCESS);
    Context made(clCreateContext(nullptr, 1, parts.data(), nullptr, nullptr, nullptr));
    Queue commands(clCreateCommandQueueWithProperties(made, parts[0], nullptr, nullptr));
    Buffer buffer(clCreateBuffer(made, 0, bytes.size(), nullptr, nullptr));
    cl_event raw = nullptr;
    ASSERT_EQ(clEnqueueWriteBuffer(commands, buffer, CL_FALSE, 0, bytes.size(), bytes.data(), 0,
                                   nullptr, &raw),
              CL_SUCCESS);
    Event event(raw);
    ASSERT_EQ(clFlush(commands), CL_SUCCESS);
    clReleaseDevice(parts[0]);
    made.reset();
    buffer.reset();
    commands.reset();
    // Only the host memory must stay until the command is done.
    ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  }
}
