// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL for kernel tests: the device under test, typed buffers and one call that runs a kernel of
// a SPIR-V module. Environment variables:
//   OPENCL_TEST_PLATFORM     a part of the name of the platform; the default is ours
//   OPENCL_TEST_MODULES      the folder of the modules; the default is that of the build
//   OPENCL_TEST_LOCAL_SIZE   the local size of launches that leave it open: "7", "8x8"
//   OPENCL_TEST_DIGESTS      a file that gets a line for each buffer after each launch
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kernels {

/// Platform, device, context and in-order queue, shared by the tests of a process.
class TestDevice {
 public:
  static TestDevice& get();
  ~TestDevice();

  cl_device_id id() const { return id_; }
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }
  bool hasExtension(const std::string& name) const;
  size_t maxWorkGroupSize() const;
  /// Non-uniform work-groups: optional in OpenCL 3.0, supported by us.
  bool hasNonUniformWorkGroups() const;
  /// The built program of a module, by its path below the folder of compiled kernels and without
  /// ".spv". Built once for these options. On failure it reports the log and returns null.
  cl_program program(const std::string& module, const std::string& options = "");
  /// The same for source text in OpenCL C.
  cl_program sourceProgram(const std::string& text, const std::string& options);
  /// Discards the built programs.
  void forgetPrograms();

 private:
  friend class DeviceEnvironment;
  TestDevice();
  cl_program built(cl_program program, const std::string& key, const std::string& options);
  cl_device_id id_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::map<std::string, cl_program> programs_;
};

/// The words of a compiled module.
std::vector<char> readModule(const std::string& module);

/// A buffer, and the last contents that the host wrote or read.
template <typename T>
class Buffer {
 public:
  explicit Buffer(std::vector<T> values);
  explicit Buffer(size_t count, T value = T{}) : Buffer(std::vector<T>(count, value)) {}
  Buffer(Buffer&& other) noexcept : memory_(other.memory_), count_(other.count_) {
    other.memory_ = nullptr;
  }
  ~Buffer() {
    if (memory_) clReleaseMemObject(memory_);
  }
  std::vector<T> read() const;
  cl_mem memory() const { return memory_; }

 private:
  cl_mem memory_ = nullptr;
  size_t count_;
};

/// A __local argument with this size.
struct LocalBytes {
  size_t sizeBytes;
};
template <typename T>
LocalBytes localArray(size_t count) {
  return {count * sizeof(T)};
}

struct Range {
  std::array<size_t, 3> global = {1, 1, 1};
  std::array<size_t, 3> local = {0, 0, 0};  // zeros: the platform chooses
  std::array<size_t, 3> offset = {0, 0, 0};
  cl_uint dimensions = 1;
};
inline Range range1(size_t global, size_t local = 0, size_t offset = 0) {
  return {{global, 1, 1}, {local, local ? size_t{1} : 0, local ? size_t{1} : 0}, {offset, 0, 0}, 1};
}
inline Range range2(std::array<size_t, 2> global, std::array<size_t, 2> local = {0, 0},
                    std::array<size_t, 2> offset = {0, 0}) {
  return {{global[0], global[1], 1}, {local[0], local[1], 1}, {offset[0], offset[1], 0}, 2};
}
inline Range range3(std::array<size_t, 3> global, std::array<size_t, 3> local = {0, 0, 0},
                    std::array<size_t, 3> offset = {0, 0, 0}) {
  return {global, local, offset, 3};
}

class KernelCall {
 public:
  KernelCall(const std::string& module, const std::string& name, const std::string& options = "");
  KernelCall(cl_program program, const std::string& title, const std::string& name);
  ~KernelCall();
  KernelCall(const KernelCall&) = delete;

  template <typename T>
  KernelCall& add(const Buffer<T>& buffer) {
    const cl_mem memory = buffer.memory();
    buffers_.push_back(memory);
    return addBytes(sizeof memory, &memory);
  }
  KernelCall& add(LocalBytes local) { return addBytes(local.sizeBytes, nullptr); }
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  KernelCall& add(const T& value) {
    return addBytes(sizeof value, &value);
  }
  /// Runs the kernel and waits; a failure of any step fails the test.
  void run(const Range& range);

 private:
  KernelCall& addBytes(size_t sizeBytes, const void* value);
  std::array<size_t, 3> localSize(const Range& range) const;
  void writeDigests() const;
  std::string title_;
  cl_kernel kernel_ = nullptr;
  cl_uint next_ = 0;
  std::vector<cl_mem> buffers_;
};

/// run("area/subject", "kernel", range, arguments...)
template <typename... Arguments>
void run(const std::string& module, const std::string& name, const Range& range,
         const Arguments&... arguments) {
  KernelCall call(module, name);
  (call.add(arguments), ...);
  call.run(range);
}

template <typename T>
Buffer<T>::Buffer(std::vector<T> values) : count_(values.size()) {
  cl_int error;
  memory_ = clCreateBuffer(TestDevice::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                           count_ * sizeof(T), values.data(), &error);
  EXPECT_EQ(error, CL_SUCCESS) << "clCreateBuffer of " << count_ * sizeof(T) << " bytes";
}

template <typename T>
std::vector<T> Buffer<T>::read() const {
  std::vector<T> values(count_);
  EXPECT_EQ(clEnqueueReadBuffer(TestDevice::get().queue(), memory_, CL_TRUE, 0, count_ * sizeof(T),
                                values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  return values;
}

}  // namespace kernels
