// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of pipes: a pipe as an argument of kernels, and the languages that have pipes.
#pragma once

#include "device.h"

#include <utility>

namespace kernels {

inline constexpr const char* kLanguages[] = {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"};

class Pipe {
 public:
  Pipe(cl_uint packetBytes, cl_uint maxPackets) {
    cl_int error = CL_SUCCESS;
    memory_ =
        clCreatePipe(TestDevice::get().context(), 0, packetBytes, maxPackets, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS) << maxPackets << " packets of " << packetBytes << " bytes";
  }
  Pipe(const Pipe&) = delete;
  ~Pipe() {
    if (memory_) clReleaseMemObject(memory_);
  }
  cl_mem memory() const { return memory_; }

 private:
  cl_mem memory_ = nullptr;
};

/// A launch of `name` in `source`, with pipes, buffers and values.
class PipeCall {
 public:
  PipeCall(const std::string& source, const std::string& name,
           const std::string& options = kLanguages[1])
      : call_(TestDevice::get().sourceProgram(source, options), options, name) {}
  PipeCall& add(const Pipe& pipe) {
    call_.add(pipe.memory());
    return *this;
  }
  template <class T>
  PipeCall& add(const T& value) {
    call_.add(value);
    return *this;
  }
  void run(const Range& range) { call_.run(range); }

 private:
  KernelCall call_;
};

/// runPipes(source, "kernel", range, arguments...)
template <class... Arguments>
void runPipes(const std::string& source, const std::string& name, const Range& range,
              const Arguments&... arguments) {
  PipeCall call(source, name);
  (call.add(arguments), ...);
  call.run(range);
}

}  // namespace kernels
