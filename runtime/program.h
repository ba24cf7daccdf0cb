// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program: SPIR-V and what was built of it, per device.
//
//   none --compile--> compiled --link--> executable
//   none --build----------------------> executable       (a failure leaves state `error`)
#pragma once

#include "compiler/message.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/context.h"
#include "runtime/kernel.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanewise {

class Program : public Object<Program> {
 public:
  using Handle = cl_program;
  static constexpr Tag kTag = Tag::Program;
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;
  using Notify = void(CL_CALLBACK*)(cl_program, void*);

  /// CL_INVALID_VALUE, with the reason logged, if the words are not a SPIR-V module.
  static Result<Program*> createWithIl(Context& context, std::span<const std::byte> il);
  ~Program();

  struct DeviceBuild {
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    cl_program_binary_type binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
    std::shared_ptr<LoadedCode> code;  // null until executable
    uint64_t globalVariableBytes = 0;
  };

  Context& context() const { return *context_; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  std::span<const std::byte> il() const { return il_; }

  /// A copy, taken under the lock.
  DeviceBuild deviceBuild(const Device& device) const EXCLUDES(mutex_);
  Status setSpecializationConstant(cl_uint id, size_t sizeBytes, const void* value)
      EXCLUDES(mutex_);
  /// clBuildProgram; `notify` makes it return at once and build in the background.
  Status build(std::span<Device* const> devices, const char* options, Notify notify, void* user)
      EXCLUDES(mutex_);
  Status compile(std::span<Device* const> devices, const char* options, Notify notify, void* user)
      EXCLUDES(mutex_);
  static Result<Program*> link(Context& context, std::span<Device* const> devices,
                               const char* options, std::span<Program* const> inputs,
                               Notify notify, void* user);

  /// CL_INVALID_PROGRAM_EXECUTABLE without an executable, CL_INVALID_KERNEL_NAME without that name.
  Result<Kernel*> createKernel(const char* name);
  Result<std::vector<Kernel*>> createKernels();
  /// Names of the kernels of an executable, in the order of the module.
  Result<std::vector<std::string>> kernelNames() const;

 private:
  Program(Context& context, std::vector<std::byte> il);

  Ref<Context> context_;
  std::vector<Ref<Device>> devices_;
  std::vector<std::byte> il_;
  mutable Mutex mutex_;
  std::vector<SpecializationConstant> constants_ GUARDED_BY(mutex_);
  std::map<const Device*, DeviceBuild> builds_ GUARDED_BY(mutex_);
  std::atomic<uint32_t> kernelCount_{0};  // attached kernels: a rebuild is refused while > 0
};

}  // namespace lanewise
