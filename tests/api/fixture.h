// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of the API tests: our platform by name through the loader, a context and queues that
// are created on demand, and handles that are invalid in every way a handle can be.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanewise::test {

cl_platform_id lanewisePlatform();

/// An extension function of our platform, by its name and its type in the headers.
template <class Function>
Function* extensionFunction(const char* name) {
  void* address = clGetExtensionFunctionAddressForPlatform(lanewisePlatform(), name);
  EXPECT_NE(address, nullptr) << name;
  return reinterpret_cast<Function*>(address);
}
// A function of an extension, as applications find it: LW_EXTENSION(clMemFreeINTEL)(context, p).
#define LW_EXTENSION(function) (lanewise::test::extensionFunction<decltype(::function)>(#function))

/// Releases what it owns in its destructor.
template <class T, cl_int(CL_API_CALL* Release)(T)>
class Owned {
 public:
  Owned() = default;
  Owned(T handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() { reset(); }
  void reset() {
    if (handle_) Release(std::exchange(handle_, nullptr));
  }
  operator T() const { return handle_; }
  /// For calls that take an array of one.
  const T* array() const { return &handle_; }

 private:
  T handle_ = nullptr;
};
using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Owned<cl_mem, clReleaseMemObject>;
using Event = Owned<cl_event, clReleaseEvent>;
using SubDevice = Owned<cl_device_id, clReleaseDevice>;

/// During its lifetime, the process cannot open another file descriptor.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &before_), 0);
    const rlimit none{0, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  }
  ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit before_{};
};

class ApiTest : public ::testing::Test {
 protected:
  cl_platform_id platform() { return lanewisePlatform(); }
  cl_device_id device();
  /// Created by the first call, released after the test.
  cl_context context();
  /// A second context of the same device.
  cl_context otherContext();
  /// In-order queues of context() and otherContext().
  cl_command_queue queue();
  cl_command_queue otherQueue();

  /// A sub-device of one compute unit, created by the first call and released after the test; null,
  /// and the test must be skipped, if the device has only one compute unit.
  cl_device_id part();
  /// A context of device() and part().
  cl_context contextOfTwo();

  Context makeContext();
  Queue makeQueue(cl_context context, cl_command_queue_properties properties = 0);
  /// A user event of the context, not set.
  Event userEvent(cl_context context);
  Buffer makeBuffer(size_t sizeBytes, cl_mem_flags flags = CL_MEM_READ_WRITE,
                    void* hostPointer = nullptr);
  /// Counts up from 0 in each byte, modulo 251.
  static std::vector<unsigned char> counted(size_t sizeBytes);
  /// Returns when the callbacks of all events and objects that are complete or deleted have run.
  void waitForCallbacks();
  /// The contents of the buffer after all commands enqueued to queue().
  std::vector<unsigned char> contents(cl_mem buffer);

  /// A valid object of another type.
  template <class T>
  T ofOtherType() {
    if constexpr (std::is_same_v<T, cl_context>)
      return reinterpret_cast<T>(device());
    else
      return reinterpret_cast<T>(context());
  }
  /// A handle that was valid until its last release.
  cl_context releasedContext();
  cl_mem releasedBuffer();
  cl_command_queue releasedQueue();

 private:
  SubDevice part_;
  Context context_, otherContext_, contextOfTwo_;
  Queue queue_, otherQueue_;
};

/// One value of an info call: infoOf<cl_uint>(clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES).
template <class T, class Function, class Handle>
T infoOf(Function function, const Handle& handle, cl_uint name) {
  T value{};
  size_t sizeBytes = 0;
  EXPECT_EQ(function(handle, name, sizeof value, &value, &sizeBytes), CL_SUCCESS);
  EXPECT_EQ(sizeBytes, sizeof value);
  return value;
}
template <class Function, class Handle>
std::string textOf(Function function, const Handle& handle, cl_uint name) {
  size_t sizeBytes = 0;
  EXPECT_EQ(function(handle, name, 0, nullptr, &sizeBytes), CL_SUCCESS);
  std::string text(sizeBytes, '?');
  EXPECT_EQ(function(handle, name, sizeBytes, text.data(), nullptr), CL_SUCCESS);
  EXPECT_TRUE(!text.empty() && text.back() == '\0') << "not ended by NUL";
  if (!text.empty()) text.pop_back();
  return text;
}
template <class T, class Function, class Handle>
std::vector<T> arrayOf(Function function, const Handle& handle, cl_uint name) {
  size_t sizeBytes = 0;
  EXPECT_EQ(function(handle, name, 0, nullptr, &sizeBytes), CL_SUCCESS);
  EXPECT_EQ(sizeBytes % sizeof(T), 0u);
  std::vector<T> values(sizeBytes / sizeof(T));
  EXPECT_EQ(function(handle, name, sizeBytes, values.data(), nullptr), CL_SUCCESS);
  return values;
}

}  // namespace lanewise::test
