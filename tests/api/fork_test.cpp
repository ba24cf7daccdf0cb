// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process uses the platform and then forks: the child can enumerate and create objects.
#include "tests/api/conditions/conditions.h"
#include "tests/api/enqueue_commands.h"
#include "tests/api/failing_memory.h"
#include "tests/in_child.h"

#include <sys/eventfd.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

using namespace lanewise::test;

namespace {

int enumerate() {
  cl_platform_id platform = lanewisePlatform();
  cl_device_id device = nullptr;
  cl_uint units = 0;
  if (!platform) return 1;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return 2;
  if (clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr) !=
      CL_SUCCESS)
    return 3;
  Context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
  if (!context) return 4;
  Buffer buffer(clCreateBuffer(context, 0, 64, nullptr, nullptr));
  return buffer ? 0 : 5;
}

}  // namespace

struct ForkTest : ApiTest {};

TEST_F(ForkTest, TheChildEnumeratesAgain) {
  ASSERT_EQ(enumerate(), 0);
  EXPECT_EQ(inChild(enumerate), 0);
}

TEST_F(ForkTest, TheChildUsesObjectsOfTheParent) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(
      inChild([&] { return int(infoOf<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE) - 64); }),
      0);
}

TEST_F(ForkTest, TheParentGoesOnAfterTheChild) {
  ASSERT_EQ(inChild(enumerate), 0);
  auto initial = counted(64);
  Buffer buffer = makeBuffer(64, CL_MEM_COPY_HOST_PTR, initial.data());
  EXPECT_EQ(contents(buffer), initial);
}

namespace {
class ForkedCommandTest : public EnqueueCommandTest {};
}  // namespace

INSTANTIATE_TEST_SUITE_P(AllCommands, ForkedCommandTest, ::testing::ValuesIn(enqueueCommands()),
                         [](const auto& info) { return std::string(info.param.name); });

// The threads that would run it exist in the parent only.
TEST_P(ForkedCommandTest, OutOfResourcesInAQueueOfTheParent) {
  EnqueueArguments with = good();
  cl_event event = nullptr;
  with.event = command().givesEvent ? &event : nullptr;
  EXPECT_EQ(inChild([&] {
              for (const char* key : {"device-resources", "device-resources-2"})
                expectNamed(command().name, std::string("CL_OUT_OF_RESOURCES/") + key, call(with));
              return int(HasFailure());
            }),
            0);
  EXPECT_EQ(event, nullptr);
  EXPECT_EQ(call(with), CL_SUCCESS) << "in the parent";
  if (event) clReleaseEvent(event);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(ForkTest, OutOfResourcesForFlushFinishAndWaitOfAQueueOfTheParent) {
  const cl_command_queue parents = queue();
  Event gate(clCreateUserEvent(context(), nullptr));
  cl_event raw = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(parents, 1, gate.array(), &raw), CL_SUCCESS);
  const Event marker(raw);
  EXPECT_EQ(inChild([&] {
              EXPECT_CONDITION("clFlush/CL_OUT_OF_RESOURCES/device-resources", clFlush(parents));
              EXPECT_CONDITION("clFinish/CL_OUT_OF_RESOURCES/device-resources", clFinish(parents));
              EXPECT_CONDITION("clWaitForEvents/CL_OUT_OF_RESOURCES/device-resources",
                               clWaitForEvents(1, marker.array()));
              EXPECT_CONDITION("clEnqueueWaitForEvents/CL_OUT_OF_RESOURCES/device-resources",
                               clEnqueueWaitForEvents(parents, 1, marker.array()));
              return int(HasFailure());
            }),
            0);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, marker.array()), CL_SUCCESS) << "in the parent";
}

// Each process creates the thread that watches external descriptors when it watches the first one.
TEST_F(ForkTest, ASemaphoreIsWatchedOnceThereAreMemoryAndDescriptors) {
  if (LW_THREAD_SANITIZER) GTEST_SKIP() << "its operators cannot be replaced";
  const cl_semaphore_properties_khr signaled[] = {
      CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
      cl_semaphore_properties_khr(-1), 0};
  const Semaphore semaphore(
      LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(context(), signaled, nullptr));
  ASSERT_NE(semaphore, nullptr);
  auto* reimport = LW_EXTENSION(clReImportSemaphoreSyncFdKHR);
  EXPECT_EQ(
      inChild([&] {
        const auto fresh = [] { return eventfd(0, EFD_CLOEXEC); };
        int file = fresh();
        cl_int code = CL_SUCCESS;
        {
          const FailingMemory failing(0);
          code = reimport(semaphore, nullptr, file);
        }
        EXPECT_CONDITION("clReImportSemaphoreSyncFdKHR/CL_OUT_OF_HOST_MEMORY/host-memory", code);
        file = fresh();
        {
          const NoMoreFiles none;
          code = reimport(semaphore, nullptr, file);
        }
        EXPECT_CONDITION("clReImportSemaphoreSyncFdKHR/CL_OUT_OF_RESOURCES/device-resources", code);
        EXPECT_EQ(reimport(semaphore, nullptr, fresh()), CL_SUCCESS) << "with descriptors again";
        return int(HasFailure());
      }),
      0);
}
