// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the soak test, and the kernels that they launch.
#include "soak/operations.h"

#include "tests/in_child.h"
#include "tests/sanitizers.h"

#include <cstdio>
#include <cstring>
#include <thread>

namespace soak {
namespace {

constexpr size_t kMostItems = size_t{1} << 19;

cl_uint affine(cl_uint item, cl_uint value) { return item * 7 + value; }

/// Waits until a callback has run.
struct Called {
  std::atomic<int> calls{0};
  static void CL_CALLBACK run(cl_event, cl_int, void* user) {
    auto& self = *static_cast<Called*>(user);
    ++self.calls;
    self.calls.notify_all();
  }
  void wait() {
    while (calls == 0) calls.wait(0);
  }
};

}  // namespace

const char* const kSource = R"(
kernel void affine(global uint* out, uint value) {
  out[get_global_id(0)] = (uint)get_global_id(0) * 7 + value;
}
kernel void add(global uint* out, uint value) { out[get_global_id(0)] += value; }
kernel void turn(global uint* out, uint value) {
  local uint items[64];
  uint id = get_local_id(0);
  items[id] = out[get_global_id(0)] + value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = items[id ^ 1];
}
kernel void wrong(global uint* out, uint value) {
  if (get_global_id(0) == value) *(volatile global uint*)16 = value; else out[get_global_id(0)] = 2;
}
kernel void wrong_string(global uint* out, uint value) {
  if (get_global_id(0) == value) printf("%s", (constant char*)16); else out[get_global_id(0)] = 2;
}
)";

bool begin(World& world) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return false;
  for (cl_uint index = 0; index < count && index < 16; ++index) {
    char name[64] = {};
    clGetPlatformInfo(platforms[index], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
    if (std::strcmp(name, "Lanewise") == 0) world.platform = platforms[index];
  }
  if (!world.platform ||
      clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, 1, &world.device, nullptr) != CL_SUCCESS)
    return false;
#define SOAK_FIND(name)                                \
  world.name = reinterpret_cast<decltype(world.name)>( \
      clGetExtensionFunctionAddressForPlatform(world.platform, #name));
  SOAK_FUNCTIONS(SOAK_FIND)
  world.context = clCreateContext(nullptr, 1, &world.device, nullptr, nullptr, nullptr);
  world.program = clCreateProgramWithSource(world.context, 1, const_cast<const char**>(&kSource),
                                            nullptr, nullptr);
  return clBuildProgram(world.program, 1, &world.device, "", nullptr, nullptr) == CL_SUCCESS;
}

void end(World& world) {
  clReleaseProgram(world.program);
  clReleaseContext(world.context);
}

const std::vector<User::Operation>& User::operations() {
  static const auto& all = *new std::vector<Operation>{
      {"launch", 300, &User::launch},    {"chain", 150, &User::chain},
      {"map", 150, &User::map},          {"callback", 150, &User::callback},
      {"recreate", 40, &User::recreate}, {"record", 60, &User::record},
      {"divide", 10, &User::divide},     {"fail", 20, &User::fail},
      {"build", 2, &User::build},        {"fork", 2, &User::forkProcess},
  };
  return all;
}

User::User(World& world, uint64_t seed) : world_(world), random_{seed} {
  counts_.resize(operations().size());
  makeQueues();
}

User::~User() { releaseQueues(); }

void User::makeQueues() {
  for (const bool outOfOrder : {false, true}) {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, outOfOrder ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0u, 0};
    queues_[outOfOrder] =
        clCreateCommandQueueWithProperties(world_.context, world_.device, properties, nullptr);
  }
}

void User::releaseQueues() {
  for (cl_command_queue& queue : queues_) {
    if (queue) clReleaseCommandQueue(queue);
    queue = nullptr;
  }
}

bool User::holds(bool good, const std::string& what) {
  if (good) return true;
  const uint64_t now = world_.disturbances;
  if (now % 2 || now != disturbancesBefore_) {
    ++world_.tolerated;
    return false;
  }
  ++world_.errors;
  std::fprintf(stderr, "soak: %s\n", what.c_str());
  return false;
}

void User::step() {
  unsigned sum = 0;
  for (const Operation& operation : operations()) sum += operation.weight;
  uint64_t chosen = below(sum);
  size_t index = 0;
  for (; chosen >= operations()[index].weight; ++index) chosen -= operations()[index].weight;
  const uint64_t now = world_.disturbances;
  disturbancesBefore_ = now - now % 2;
  ++counts_[index];
  (this->*operations()[index].run)();
}

cl_mem User::buffer(size_t items) {
  cl_int code = CL_SUCCESS;
  cl_mem made =
      clCreateBuffer(world_.context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &code);
  expect(code, "clCreateBuffer");
  return made;
}

cl_kernel User::kernel(cl_program program, const char* name, cl_mem out, cl_uint value) {
  cl_int code = CL_SUCCESS;
  cl_kernel made = clCreateKernel(program, name, &code);
  if (!expect(code, "clCreateKernel")) return nullptr;
  clSetKernelArg(made, 0, sizeof out, &out);
  clSetKernelArg(made, 1, sizeof value, &value);
  return made;
}

bool User::launchAndCompare(cl_command_queue on, cl_program program, size_t items) {
  const auto value = cl_uint(below(1000));
  cl_mem out = buffer(items);
  cl_kernel launched = kernel(program, "affine", out, value);
  bool good = out && launched;
  cl_event event = nullptr;
  if (good)
    good = expect(
        clEnqueueNDRangeKernel(on, launched, 1, nullptr, &items, nullptr, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  std::vector<cl_uint> read(items);
  if (event) {
    good &= expect(clEnqueueReadBuffer(on, out, CL_TRUE, 0, items * sizeof(cl_uint), read.data(), 1,
                                       &event, nullptr),
                   "clEnqueueReadBuffer");
    clReleaseEvent(event);
  }
  for (size_t item = 0; good && item < items; ++item)
    good = holds(read[item] == affine(cl_uint(item), value), "wrong result of affine");
  if (launched) clReleaseKernel(launched);
  if (out) clReleaseMemObject(out);
  return good;
}

void User::launch() {
  const uint64_t size = below(20);
  launchAndCompare(queue(), world_.program, (below(kMostItems) >> size) + 1);
}

bool User::contains(cl_command_queue on, cl_mem buffer, size_t items, cl_uint value) {
  std::vector<cl_uint> read(items);
  if (!expect(clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, items * sizeof(cl_uint), read.data(), 0,
                                  nullptr, nullptr),
              "clEnqueueReadBuffer"))
    return false;
  for (const cl_uint item : read)
    if (!holds(item == value, "wrong contents of a buffer")) return false;
  return true;
}

/// Commands that wait for each other by events, on both queues.
void User::chain() {
  constexpr size_t kItems = 4096;
  cl_mem out = buffer(kItems);
  if (!out) return;
  const cl_uint zero = 0;
  cl_event last = nullptr;
  expect(clEnqueueFillBuffer(queue(), out, &zero, sizeof zero, 0, kItems * sizeof zero, 0, nullptr,
                             &last),
         "clEnqueueFillBuffer");
  const uint64_t length = below(30);
  cl_uint sum = 0;
  for (uint64_t link = 0; last && link < length; ++link) {
    cl_kernel launched = kernel(world_.program, link % 3 ? "add" : "turn", out, cl_uint(link));
    cl_event next = nullptr;
    const size_t items = kItems, local = 64;
    cl_command_queue on = queue();
    if (launched &&
        expect(clEnqueueNDRangeKernel(on, launched, 1, nullptr, &items, &local, 1, &last, &next),
               "clEnqueueNDRangeKernel"))
      sum += cl_uint(link);
    clFlush(on);
    clReleaseEvent(last);
    if (launched) clReleaseKernel(launched);
    last = next;
  }
  if (last) {
    expect(clWaitForEvents(1, &last), "clWaitForEvents");
    clReleaseEvent(last);
    contains(queues_[0], out, kItems, sum);
  }
  clReleaseMemObject(out);
}

void User::map() {
  const size_t items = below(kMostItems) + 64;
  cl_mem out = buffer(items);
  if (!out) return;
  cl_int code = CL_SUCCESS;
  const auto value = cl_uint(below(1000));
  auto* mapped = static_cast<cl_uint*>(
      clEnqueueMapBuffer(queues_[0], out, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                         items * sizeof(cl_uint), 0, nullptr, nullptr, &code));
  if (expect(code, "clEnqueueMapBuffer")) {
    for (size_t item = 0; item < items; ++item) mapped[item] = value;
    expect(clEnqueueUnmapMemObject(queues_[0], out, mapped, 0, nullptr, nullptr),
           "clEnqueueUnmapMemObject");
    contains(queues_[0], out, items, value);
  }
  clReleaseMemObject(out);
}

/// Commands behind a user event, and a callback at their end.
void User::callback() {
  cl_int code = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(world_.context, &code), marker = nullptr;
  if (!expect(code, "clCreateUserEvent")) return;
  cl_command_queue on = queue();
  Called called;
  const bool enqueued =
      expect(clEnqueueMarkerWithWaitList(on, 1, &gate, &marker), "clEnqueueMarkerWithWaitList");
  const bool waits =
      enqueued &&
      expect(clSetEventCallback(marker, CL_COMPLETE, Called::run, &called), "clSetEventCallback");
  clFlush(on);
  expect(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  if (waits) called.wait();
  if (marker) clReleaseEvent(marker);
  clReleaseEvent(gate);
}

void User::recreate() {
  releaseQueues();
  makeQueues();
  holds(queues_[0] && queues_[1], "clCreateCommandQueueWithProperties failed");
}

void User::record() {
  constexpr size_t kItems = 16384;
  cl_command_queue on = queue();
  cl_mem out = buffer(kItems);
  cl_int code = CL_SUCCESS;
  cl_command_buffer_khr commands = world_.clCreateCommandBufferKHR(1, &on, nullptr, &code);
  if (!expect(code, "clCreateCommandBufferKHR")) return void(clReleaseMemObject(out));
  const auto value = cl_uint(below(1000));
  const cl_uint pattern = 5;
  cl_sync_point_khr point = 0;
  cl_kernel launched = kernel(world_.program, "add", out, value);
  const size_t items = kItems;
  const bool recorded =
      expect(
          world_.clCommandFillBufferKHR(commands, nullptr, nullptr, out, &pattern, sizeof pattern,
                                        0, kItems * sizeof pattern, 0, nullptr, &point, nullptr),
          "clCommandFillBufferKHR") &&
      expect(world_.clCommandNDRangeKernelKHR(commands, nullptr, nullptr, launched, 1, nullptr,
                                              &items, nullptr, 1, &point, nullptr, nullptr),
             "clCommandNDRangeKernelKHR") &&
      expect(world_.clFinalizeCommandBufferKHR(commands), "clFinalizeCommandBufferKHR");
  for (uint64_t run = 0; recorded && run < 3; ++run) {
    expect(world_.clEnqueueCommandBufferKHR(0, nullptr, commands, 0, nullptr, nullptr),
           "clEnqueueCommandBufferKHR");
    expect(clFinish(on), "clFinish");
  }
  if (recorded) contains(on, out, kItems, pattern + value);
  if (launched) clReleaseKernel(launched);
  world_.clReleaseCommandBufferKHR(commands);
  clReleaseMemObject(out);
}

/// A sub-device with a context, a queue and a program binary of its own.
void User::divide() {
  cl_uint units = 0;
  clGetDeviceInfo(world_.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  if (units < 2) return;
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  if (!expect(clCreateSubDevices(world_.device, one, 1, &part, nullptr), "clCreateSubDevices"))
    return;
  cl_int code = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, &code);
  if (expect(code, "clCreateContext")) {
    cl_command_queue on = clCreateCommandQueueWithProperties(context, part, nullptr, &code);
    if (expect(code, "clCreateCommandQueueWithProperties")) {
      cl_uint value = 3, read[64] = {};
      cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof read, read, &code);
      expect(
          clEnqueueFillBuffer(on, out, &value, sizeof value, 0, sizeof read, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
      expect(clEnqueueReadBuffer(on, out, CL_TRUE, 0, sizeof read, read, 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
      holds(read[63] == value, "wrong result on a sub-device");
      clReleaseMemObject(out);
      clReleaseCommandQueue(on);
    }
    clReleaseContext(context);
  }
  clReleaseDevice(part);
}

/// A kernel that accesses invalid memory, and commands behind it.
void User::fail() {
  if (LW_THREAD_SANITIZER) return;  // there is no handler then
  constexpr size_t kItems = 4096;
  cl_command_queue on = queue();
  cl_mem out = buffer(kItems);
  const char* name = below(2) ? "wrong" : "wrong_string";
  cl_kernel launched = kernel(world_.program, name, out, cl_uint(below(kItems)));
  cl_event event = nullptr;
  const size_t items = kItems;
  if (launched &&
      expect(clEnqueueNDRangeKernel(on, launched, 1, nullptr, &items, nullptr, 0, nullptr, &event),
             "clEnqueueNDRangeKernel")) {
    expect(clFinish(on), "clFinish");
    cl_int status = CL_QUEUED;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    holds(status == CL_OUT_OF_RESOURCES, "status after a fault: " + std::to_string(status));
    clReleaseEvent(event);
  }
  if (launched) clReleaseKernel(launched);
  if (out) clReleaseMemObject(out);
}

std::string User::logOf(cl_program program) const {
  std::string log(4096, ' ');
  size_t sizeBytes = 0;
  clGetProgramBuildInfo(program, world_.device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                        &sizeBytes);
  return log.substr(0, sizeBytes ? sizeBytes - 1 : 0);
}

/// A program that no cache has. Some do not compile.
void User::build() {
  const bool valid = below(8) != 0;
  const std::string text = "// " + std::to_string(world_.seed) + " " + std::to_string(random_()) +
                           (valid ? "\n" : "\nsyntax error;\n") + kSource;
  const char* source = text.c_str();
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(world_.context, 1, &source, nullptr, &code);
  if (!expect(code, "clCreateProgramWithSource")) return;
  code = clBuildProgram(program, 1, &world_.device, below(2) ? "-g" : "", nullptr, nullptr);
  if (holds(code == (valid ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE),
            "clBuildProgram returned " + std::to_string(code) + ": " + logOf(program)) &&
      valid)
    launchAndCompare(queue(), program, 1000);
  clReleaseProgram(program);
}

/// A child that uses a queue of its own, while other threads are anywhere in the platform.
void User::forkProcess() {
  if (!world_.forks) return;
  const int code = lanewise::test::inChild([&] {
    makeQueues();
    return queues_[0] && launchAndCompare(queues_[0], world_.program, 10000) &&
           launchAndCompare(queues_[1], world_.program, 10);
  });
  holds(code == 0, "a forked child ended with " + std::to_string(code));
}

}  // namespace soak
