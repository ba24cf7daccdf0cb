// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts with CL_CONTEXT_MEMORY_INITIALIZE_KHR: local and private memory is zero when kernels
// begin, whatever work-groups before them left there.
#include "device.h"

#include <CL/cl_ext.h>

namespace kernels {
namespace {

constexpr cl_context_properties kBoth =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
constexpr size_t kLocal = 24, kGroups = 50, kArgumentBytes = 1000;

// Each kernel writes what is not zero to `out`, and leaves all bits set.
constexpr const char* kSource = R"(
typedef struct { char c; double d[3]; short3 v; } Mixed;
kernel void local_variables(global uint* out, local uint* given, uint bytes) {
  local uint cells[77];
  local Mixed mixed;
  local uchar tail;
  const uint id = get_local_id(0), size = get_local_size(0);
  uint found = tail | (mixed.d[id % 3] != 0) | mixed.c | mixed.v.y;
  for (uint i = id; i < 77; i += size) found |= cells[i];
  for (uint i = id; i < bytes / 4; i += size) found |= given[i];
  out[get_global_id(0)] = found;
  barrier(CLK_LOCAL_MEM_FENCE);
  // Volatile: nobody of this work-group reads them.
  for (uint i = id; i < 77; i += size) ((volatile local uint*)cells)[i] = ~0u;
  for (uint i = id; i < bytes / 4; i += size) ((volatile local uint*)given)[i] = ~0u;
  if (id == 0) { tail = 255; mixed.c = 1; mixed.d[0] = mixed.d[1] = mixed.d[2] = 1; mixed.v = 1; }
}
uint helper(uint n) {
  uint more[9];
  const uint found = more[n % 9];
  more[n % 9] = ~0u;
  return found | (more[(n + 1) % 9]);
}
kernel void private_variables(global uint* out, local uint* given, uint bytes) {
  const uint n = get_global_id(0) + bytes;
  uint one, many[40];
  int4 vector;
  Mixed mixed;
  uint found = one | many[n % 40] | vector.x | vector.w | (mixed.d[n % 3] != 0) | helper(n);
  for (uint i = 0; i < 3; ++i) {
    uint inner[5], value;
    if (i == 0) found |= inner[n % 5] | value;
    for (uint j = 0; j < 5; ++j) inner[j] = ~0u;
    value = inner[n % 5];
    found |= ~value;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  found |= many[(n + 1) % 40];
  for (uint i = 0; i < 40; ++i) many[i] = n - i;
  found |= many[n % 40] != n - n % 40;
  out[n - bytes] = found;
}
// Variables that are written on some ways only, always with the same value. `bytes` is 1000.
kernel void partly_written_variables(global uint* out, local uint* given, uint bytes) {
  uint once, twice;
  float4 part;
  if (bytes == 0) once = 5;
  if (bytes == 1) twice = 7;
  if (bytes == 2) twice = 7;
  if (bytes == 3) part.x = 1;
  uint found = once | twice | (part.x != 0) | (part.z != 0);
  for (uint i = 0; i < 3; ++i) {
    uint inner;
    if (i + bytes == 1000) inner = 9;
    found |= i == 0 ? inner != 9 : inner;
  }
  out[get_global_id(0)] = found;
})";

/// A context of its own with a queue.
class Memory {
 public:
  explicit Memory(cl_context_properties value) {
    const cl_device_id device = TestDevice::get().id();
    const cl_context_properties list[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, value, 0};
    cl_int error = CL_SUCCESS;
    context = clCreateContext(list, 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  Memory(const Memory&) = delete;
  ~Memory() {
    for (const cl_program program : programs) clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  cl_program source() {
    const char* text = kSource;
    programs.push_back(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr));
    return programs.back();
  }
  cl_program built(const std::string& options) {
    const cl_program program = source();
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  /// Whether a work-item of the kernel found a bit; kernels run twice.
  bool findsBits(cl_program program, const char* name) {
    cl_int error = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    std::vector<cl_uint> found(kGroups * kLocal, 1);
    const cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, found.size() * sizeof(cl_uint),
                                      found.data(), &error);
    const cl_uint bytes = kArgumentBytes;
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, bytes, nullptr);
    clSetKernelArg(kernel, 2, sizeof bytes, &bytes);
    const size_t global = found.size(), local = kLocal;
    for (int round = 0; round < 2; ++round)
      EXPECT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, found.size() * sizeof(cl_uint),
                                  found.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    for (const cl_uint bits : found)
      if (bits) return true;
    return false;
  }

  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<cl_program> programs;
};

class InitializedMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!TestDevice::get().hasExtension("cl_khr_initialize_memory"))
      GTEST_SKIP() << "contexts do not initialize memory";
  }
};

TEST_F(InitializedMemory, IsZeroForEachWorkGroupAndWorkItem) {
  Memory memory(kBoth);
  for (const char* options : {"-cl-std=CL1.2 -w", "-cl-std=CL3.0 -w", "-cl-std=CLC++2021 -w",
                              "-cl-std=CL3.0 -cl-opt-disable -w"}) {
    const cl_program program = memory.built(options);
    EXPECT_FALSE(memory.findsBits(program, "local_variables")) << options;
    EXPECT_FALSE(memory.findsBits(program, "private_variables")) << options;
    EXPECT_FALSE(memory.findsBits(program, "partly_written_variables")) << options;
  }
}

TEST_F(InitializedMemory, IsThatOfTheProperty) {
  Memory local(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR);
  EXPECT_FALSE(local.findsBits(local.built("-w"), "local_variables"));
  Memory own(CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR);
  EXPECT_FALSE(own.findsBits(own.built("-w"), "private_variables"));
  EXPECT_FALSE(own.findsBits(own.built("-w"), "partly_written_variables"));
  // Work-groups leave their memory to the next ones.
  EXPECT_TRUE(own.findsBits(own.built("-w"), "local_variables"));
}

TEST_F(InitializedMemory, IsThatOfTheOptions) {
  Memory memory(0);
  const cl_program own = memory.built("-w -cl-lanewise-initialize-private");
  EXPECT_FALSE(memory.findsBits(own, "private_variables"));
  EXPECT_FALSE(memory.findsBits(own, "partly_written_variables"));
  EXPECT_FALSE(
      memory.findsBits(memory.built("-w -cl-lanewise-initialize-local"), "local_variables"));
  EXPECT_TRUE(memory.findsBits(own, "local_variables"));
}

TEST_F(InitializedMemory, OfLinkedPrograms) {
  Memory memory(kBoth);
  const cl_program object = memory.source();
  ASSERT_EQ(clCompileProgram(object, 0, nullptr, "-w", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  const cl_program program =
      clLinkProgram(memory.context, 0, nullptr, "", 1, &object, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  memory.programs.push_back(program);
  EXPECT_FALSE(memory.findsBits(program, "local_variables"));
  EXPECT_FALSE(memory.findsBits(program, "private_variables"));
  EXPECT_FALSE(memory.findsBits(program, "partly_written_variables"));
}

// The binary has code that does not initialize anything. Of variables that are written on some ways
// only, it has the values that its compilation chose (docs/debugging.md).
TEST_F(InitializedMemory, OfBinariesThatAnotherContextMade) {
  Memory plain(0), memory(kBoth);
  const cl_program origin = plain.built("-w");
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(origin, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char* start = bytes.data();
  ASSERT_EQ(clGetProgramInfo(origin, CL_PROGRAM_BINARIES, sizeof start, &start, nullptr),
            CL_SUCCESS);
  const cl_device_id device = TestDevice::get().id();
  const unsigned char* binary = start;
  cl_int status = CL_SUCCESS, error = CL_SUCCESS;
  const cl_program program =
      clCreateProgramWithBinary(memory.context, 1, &device, &size, &binary, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  memory.programs.push_back(program);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_FALSE(memory.findsBits(program, "local_variables"));
  EXPECT_FALSE(memory.findsBits(program, "private_variables"));
}

}  // namespace
}  // namespace kernels
