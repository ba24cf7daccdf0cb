// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <sched.h>
#include <algorithm>
#include <mutex>

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

TEST_F(clCreateSubDevicesTest, Equally) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_EQUALLY, 1, 0}, parts), CL_SUCCESS);
  EXPECT_EQ(parts.size(), units(device()));
  for (cl_device_id part : parts) {
    EXPECT_EQ(units(part), 1u);
    EXPECT_EQ(infoOf<cl_device_id>(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE), device());
    EXPECT_EQ(infoOf<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT), 1u);
    EXPECT_EQ(
        arrayOf<cl_device_partition_property>(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE),
        (Properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  }
}

TEST_F(clCreateSubDevicesTest, ByCounts) {
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

// DPC++'s adapter gives no second 0.
TEST_F(clCreateSubDevicesTest, ReadsNothingBehindAListOfCounts) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0x30}, parts), CL_SUCCESS);
  EXPECT_EQ(
      arrayOf<cl_device_partition_property>(clGetDeviceInfo, parts[0], CL_DEVICE_PARTITION_TYPE),
      (Properties{CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}));
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
}

TEST_F(clCreateSubDevicesTest, ASubDeviceRunsItsOwnContext) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}, parts), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  Context made(clCreateContext(nullptr, 1, parts.data(), nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  // The context keeps it alive after the application's release.
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_device_id>(clGetContextInfo, made, CL_CONTEXT_DEVICES), parts[0]);
}

TEST_F(clCreateSubDevicesTest, InvalidDevice) {
  const Properties properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT_CONDITION(
      "clCreateSubDevices/CL_INVALID_DEVICE/in_device-invalid",
      clCreateSubDevices(ofOtherType<cl_device_id>(), properties.data(), 0, nullptr, nullptr));
}

TEST_F(clCreateSubDevicesTest, InvalidDevicePartitionCountForTooMany) {
  const cl_device_partition_property all = units(device());
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_DEVICE_PARTITION_COUNT/too-many-units",
                   error({CL_DEVICE_PARTITION_BY_COUNTS, all, 1, 0, 0}));
}

TEST_F(clCreateSubDevicesTest, InvalidDevicePartitionCountForANegativeCount) {
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_DEVICE_PARTITION_COUNT/negative-units",
                   error({CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}));
}

TEST_F(clCreateSubDevicesTest, InvalidDevicePartitionCountForPartsLargerThanTheDevice) {
  EXPECT_EQ(
      error({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units(device())) + 1, 0}),
      CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST_F(clCreateSubDevicesTest, DevicePartitionFailedForOnePartOfTheSizeOfTheDevice) {
  EXPECT_CONDITION(
      "clCreateSubDevices/CL_DEVICE_PARTITION_FAILED/not-divisible",
      error({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units(device())), 0}));
}

TEST_F(clCreateSubDevicesTest, InvalidValueForProperties) {
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-invalid",
                   clCreateSubDevices(device(), nullptr, 0, nullptr, nullptr));
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-invalid",
                   error({CL_DEVICE_PARTITION_EQUALLY, 0, 0}));
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-invalid",
                   error({CL_DEVICE_PARTITION_EQUALLY, 1, 1}));
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-invalid",
                   error({CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-invalid", error({0}));
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-unsupported",
                   error({12345, 1, 0}));
  // A domain that is not reported.
  const auto domains = infoOf<cl_device_affinity_domain>(clGetDeviceInfo, device(),
                                                         CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  for (cl_device_affinity_domain domain = 1; domain < 64; domain *= 2)
    if (!(domains & domain) && units(device()) > 1 &&
        domain != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)
      EXPECT_CONDITION(
          "clCreateSubDevices/CL_INVALID_VALUE/properties-unsupported",
          error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, cl_device_partition_property(domain), 0}))
          << domain;
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/properties-invalid",
                   error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0x77, 0}));
}

TEST_F(clCreateSubDevicesTest, InvalidValueForTooFewHandles) {
  if (units(device()) < 2) GTEST_SKIP() << "one compute unit";
  const Properties properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id part = nullptr;
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_VALUE/out_devices-small",
                   clCreateSubDevices(device(), properties.data(), 1, &part, nullptr));
  EXPECT_EQ(part, nullptr);
}

TEST_F(clCreateSubDevicesTest, ASubDeviceRunsCommands) {
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

TEST_F(clCreateSubDevicesTest, EverythingMayBeReleasedWhileItsThreadsStillWork) {
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
    // Only the host memory must remain until the command is complete.
    ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  }
}

TEST_F(clCreateSubDevicesTest, InvalidDevicePartitionCountForMorePartsThanThereCanBe) {
  const auto most = infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
  Properties many{CL_DEVICE_PARTITION_BY_COUNTS};
  many.insert(many.end(), most + 1, 1);
  many.insert(many.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_DEVICE_PARTITION_COUNT/too-many-sub-devices",
                   error(many));
  const cl_device_partition_property more = units(device()) + 1;
  EXPECT_CONDITION("clCreateSubDevices/CL_INVALID_DEVICE_PARTITION_COUNT/one-part-too-large",
                   error({CL_DEVICE_PARTITION_BY_COUNTS, more, 0, 0}));
}

TEST_F(clCreateSubDevicesTest, ByEveryAffinityDomainThatIsReported) {
  const auto domains = infoOf<cl_device_affinity_domain>(clGetDeviceInfo, device(),
                                                         CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  const auto schemes = arrayOf<cl_device_partition_property>(clGetDeviceInfo, device(),
                                                             CL_DEVICE_PARTITION_PROPERTIES);
  EXPECT_EQ(std::ranges::count(schemes, CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN), domains ? 1 : 0);
  for (cl_device_affinity_domain domain = 1; domain < 64; domain *= 2) {
    if (!(domains & domain)) continue;
    std::vector<cl_device_id> parts;
    ASSERT_EQ(
        split({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, cl_device_partition_property(domain), 0},
              parts),
        CL_SUCCESS);
    EXPECT_GT(parts.size(), 1u);
    cl_uint together = 0;
    for (cl_device_id part : parts) {
      together += units(part);
      const auto type =
          arrayOf<cl_device_partition_property>(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE);
      ASSERT_EQ(type.size(), 3u);
      EXPECT_EQ(type[0], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
      EXPECT_TRUE(domains & cl_device_affinity_domain(type[1]));
      // CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE returns the domain that was used.
      EXPECT_NE(type[1], CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
      if (domain != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) {
        EXPECT_EQ(cl_device_affinity_domain(type[1]), domain);
      }
      EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
    }
    EXPECT_LE(together, units(device()));
  }
}

TEST_F(clCreateSubDevicesTest, DevicePartitionFailedForASingleUnit) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}, parts), CL_SUCCESS);
  const Properties next{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                        CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  EXPECT_CONDITION("clCreateSubDevices/CL_DEVICE_PARTITION_FAILED/not-divisible",
                   clCreateSubDevices(parts[0], next.data(), 0, nullptr, nullptr));
  EXPECT_EQ(infoOf<cl_device_affinity_domain>(clGetDeviceInfo, parts[0],
                                              CL_DEVICE_PARTITION_AFFINITY_DOMAIN),
            0u);
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
}

namespace {
/// Processors that a native kernel may run on.
struct Seen {
  cpu_set_t* all;
  static void CL_CALLBACK look(void* arguments) {
    cpu_set_t mine;
    cpu_set_t& all = *static_cast<Seen*>(arguments)->all;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof mine, &mine);
    // Native kernels of an out-of-order queue run at the same time.
    static constinit std::mutex mutex;
    const std::lock_guard lock(mutex);
    CPU_OR(&all, &all, &mine);
    CPU_SET(sched_getcpu(), &all);
  }
};
}  // namespace

TEST_F(clCreateSubDevicesTest, CommandsRunOnTheProcessorsOfTheirPartOnly) {
  std::vector<cl_device_id> parts;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_EQUALLY, 1, 0}, parts), CL_SUCCESS);
  Context made(
      clCreateContext(nullptr, cl_uint(parts.size()), parts.data(), nullptr, nullptr, nullptr));
  cpu_set_t process;
  ASSERT_EQ(sched_getaffinity(0, sizeof process, &process), 0);
  if (CPU_COUNT(&process) < int(parts.size())) GTEST_SKIP() << "more units than processors";
  std::vector<cpu_set_t> seen(parts.size());
  for (cl_command_queue_properties kind : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    for (size_t i = 0; i < parts.size(); ++i) {
      CPU_ZERO(&seen[i]);
      const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kind, 0};
      Queue commands(clCreateCommandQueueWithProperties(made, parts[i], list, nullptr));
      Seen arguments{&seen[i]};
      for (int time = 0; time < 50; ++time)
        ASSERT_EQ(clEnqueueNativeKernel(commands, Seen::look, &arguments, sizeof arguments, 0,
                                        nullptr, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
      ASSERT_EQ(clFinish(commands), CL_SUCCESS);
      EXPECT_EQ(CPU_COUNT(&seen[i]), CPU_COUNT(&process) / int(parts.size()));
      for (size_t j = 0; j < i; ++j) {
        cpu_set_t shared;
        CPU_AND(&shared, &seen[i], &seen[j]);
        EXPECT_EQ(CPU_COUNT(&shared), 0) << "parts " << i << " and " << j;
      }
    }
  }
  // The application's thread is not bound.
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&process, &after));
  for (cl_device_id part : parts) EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

TEST_F(clCreateSubDevicesTest, PartsCanBeCutAgain) {
  const cl_device_partition_property all = units(device());
  std::vector<cl_device_id> whole;
  ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_COUNTS, all, 0, 0}, whole), CL_SUCCESS);
  const Properties single{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  std::vector<cl_device_id> inner(all);
  ASSERT_EQ(clCreateSubDevices(whole[0], single.data(), cl_uint(all), inner.data(), nullptr),
            CL_SUCCESS);
  // A sub-device holds its parent.
  EXPECT_EQ(clReleaseDevice(whole[0]), CL_SUCCESS);
  for (cl_device_id part : inner) {
    EXPECT_EQ(units(part), 1u);
    EXPECT_EQ(infoOf<cl_device_id>(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE), whole[0]);
    Context made(clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr));
    Queue commands(clCreateCommandQueueWithProperties(made, part, nullptr, nullptr));
    cpu_set_t seen;
    CPU_ZERO(&seen);
    Seen arguments{&seen};
    ASSERT_EQ(clEnqueueNativeKernel(commands, Seen::look, &arguments, sizeof arguments, 0, nullptr,
                                    nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(commands), CL_SUCCESS);
    EXPECT_GE(CPU_COUNT(&seen), 1);
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  }
}
