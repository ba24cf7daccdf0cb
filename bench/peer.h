// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The measured platform, selected by --platform=<part of its name>, and OpenCL calls for the
// benchmarks. Nothing here depends on the platform.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

namespace bench {

class Peer {
 public:
  /// The one peer of the process; open() has been called.
  static Peer& get();
  /// Finds the platform; ends the program with a message if there is none or a call fails. Kernels
  /// are built from SPIR-V or `fromSource`.
  static void open(const std::string& platformName, bool fromSource = false);

  cl_context context() const { return context_; }
  cl_device_id device() const { return device_; }
  cl_command_queue queue() const { return queue_; }
  const std::string& name() const { return name_; }
  bool fromSource() const { return fromSource_; }

 private:
  std::string name_;
  bool fromSource_ = false;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

/// Ends the program with a message if `error` is not CL_SUCCESS.
void require(cl_int error, const char* what);
[[noreturn]] void stop(const std::string& why);

std::vector<unsigned char> readModule(const std::string& name);
/// The text of kernels/<name>.cl, which may be a generated file.
std::string readSource(const std::string& name);
/// Builds for the peer's device; ends the program with the log on failure.
void build(cl_program program, const std::string& name, const char* options = "");
/// Builds the module; ends the program with the log on failure.
cl_program buildProgram(const std::vector<unsigned char>& module, const std::string& name);
cl_program buildSource(const std::string& text, const std::string& name, const char* options = "");
/// kernels/<module>.cl, built from its source with these options.
cl_program loadSource(const std::string& module, const char* options);
/// kernels/<module>.cl, built.
cl_program loadProgram(const std::string& module);
/// The same, with a word or a constant more: no cache has the program.
cl_program loadUnknown(const std::string& module);
/// Changes the generator word of the header, which has no meaning for consumers: every cache
/// misses.
void makeUnknown(std::vector<unsigned char>& module);
/// A kernel of kernels/<module>.cl.
cl_kernel makeKernel(const std::string& module, const std::string& kernel);

cl_mem makeBuffer(size_t sizeBytes, const void* data);
void readBuffer(cl_mem buffer, void* into, size_t sizeBytes);
/// A 2D image, or a 3D one if the third extent is above 1; rows without gaps.
cl_mem makeImage(const cl_image_format& format, const size_t (&extent)[3], const void* data);
void readImage(cl_mem image, const size_t (&extent)[3], void* into);

inline void setArgument(cl_kernel kernel, cl_uint index, cl_mem buffer) {
  require(clSetKernelArg(kernel, index, sizeof buffer, &buffer), "clSetKernelArg");
}
template <typename T>
void setArgument(cl_kernel kernel, cl_uint index, const T& value) {
  require(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

}  // namespace bench
