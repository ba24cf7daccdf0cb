// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program: source or SPIR-V, and what was built of it, per device.
//
//   none --compile--> compiled --link--> executable, library
//   none --build----------------------> executable       (a failure leaves status `error`)
//
// A compiled object and a library are modules with the options and constants they were given; code
// is made of them when they become an executable. Building is program_build.cpp.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/cache/executable.h"
#include "runtime/context/context.h"
#include "runtime/context/destructor_callbacks.h"
#include "runtime/program/kernel.h"
#include "runtime/program/program_parts.h"
#include "runtime/program/spirv_module.h"

#include <sys/types.h>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanewise {

struct BuildOptions;

class Program : public Object<Program> {
 public:
  using Handle = cl_program;
  static constexpr Tag kTag = Tag::Program;
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;
  using Notify = void(CL_CALLBACK*)(cl_program, void*);

  /// CL_INVALID_VALUE, with the reason logged, if the words are not a SPIR-V module.
  static Result<Program*> createWithIl(Context& context, std::span<const std::byte> il);
  static Program* createWithSource(Context& context, std::string source);
  /// One binary per device, as CL_PROGRAM_BINARIES told them. CL_INVALID_BINARY.
  static Result<Program*> createWithBinaries(Context& context, std::span<Device* const> devices,
                                             std::span<const std::span<const uint8_t>> binaries,
                                             std::span<cl_int> binaryStatus);
  ~Program();

  struct DeviceBuild {
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    cl_program_binary_type binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
    std::shared_ptr<const ProgramParts> parts;  // null if nothing was given or built
    Executable executable;
    uint64_t globalVariableBytes = 0;
  };

  Context& context() const { return *context_; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  bool hasDevice(const Device& device) const;
  bool isSource() const { return origin_ == Origin::Source; }
  const std::string& source() const { return source_; }
  /// Empty for a program that was not created from IL.
  std::span<const uint8_t> il() const { return il_ ? std::span(*il_) : std::span<const uint8_t>(); }

  /// A copy, taken under the lock. A sub-device that was not built for has its parent's build.
  DeviceBuild deviceBuild(const Device& device) const EXCLUDES(mutex_);
  /// The build of the device once no build of it is in progress. Whatever needs the result of a
  /// build waits for it: programs that were written for platforms which build at once do not wait
  /// for their notify function.
  DeviceBuild finishedBuild(const Device& device) const EXCLUDES(mutex_);
  /// Whether kernels of the program run there: it was built for the device or for its parent.
  bool runsOn(const Device& device) const EXCLUDES(mutex_) {
    // A kernel is there, so the only device is the one that the program was built for.
    return (devices_.size() == 1 && devices_[0].get() == &device) || isBuiltFor(device);
  }
  /// The binary of a finished build, which createWithBinaries takes: the parts, and for an
  /// executable the code for this CPU beside what a binary brought for others. Empty where there is
  /// none.
  std::vector<uint8_t> binary(const Device& device) const EXCLUDES(mutex_);
  Status setSpecializationConstant(cl_uint id, size_t sizeBytes, const void* value)
      EXCLUDES(mutex_);

  /// clBuildProgram; `notify` makes it return at once and build in the background. No devices:
  /// those of the program.
  Status build(std::span<Device* const> devices, const char* options, Notify notify, void* user)
      EXCLUDES(mutex_);
  /// `headers` with the names that the source includes them by; a program of IL has no use for
  /// them.
  Status compile(std::span<Device* const> devices, const char* options,
                 std::vector<SourceHeader> headers, Notify notify, void* user) EXCLUDES(mutex_);
  /// A failed link still makes a program, whose log says why: `status` is then
  /// CL_LINK_PROGRAM_FAILURE.
  static Result<Program*> link(Context& context, std::span<Device* const> devices,
                               const char* options, std::span<Program* const> inputs, Notify notify,
                               void* user, Status& status);

  /// CL_INVALID_PROGRAM_EXECUTABLE without an executable, CL_INVALID_KERNEL_NAME without that name.
  Result<Kernel*> createKernel(const char* name) EXCLUDES(mutex_);
  Result<std::vector<Kernel*>> createKernels() EXCLUDES(mutex_);
  /// Names of the kernels of an executable, in the order of the module.
  Result<std::vector<std::string>> kernelNames() const EXCLUDES(mutex_);
  /// Whether an executable has code that runs before the kernels, and code for the end of the
  /// program.
  Result<bool> hasInitializers() const EXCLUDES(mutex_);
  Result<bool> hasFinalizers() const EXCLUDES(mutex_);
  /// Calls `notify` when the finalizers have run and before the program is deleted, last registered
  /// first.
  Status addReleaseCallback(DestructorCallbacks<Program, cl_program>::Notify notify, void* user) {
    return releaseCallbacks_.add(notify, user);
  }
  void onLastUse();
  /// Kernels that the application holds: a rebuild is refused while there are some.
  void attachKernel() { kernelCount_.fetch_add(1, std::memory_order_relaxed); }
  void detachKernel() { kernelCount_.fetch_sub(1, std::memory_order_relaxed); }
  /// Launches may not have smaller last groups: built with -cl-uniform-work-group-size, or of
  /// source in OpenCL C 1.x.
  bool uniformWorkGroups() const { return uniformWorkGroups_.load(std::memory_order_relaxed); }

 private:
  using Devices = std::vector<Device*>;
  struct Job;

  enum class Origin : uint8_t { Source, Il, Binary, Link };

  Program(Context& context, Origin origin, const Devices& devices, std::string source = {});
  std::shared_ptr<const SourceProgram> sourceProgram(const BuildOptions& options,
                                                     std::vector<SourceHeader> headers) const;
  /// Waits for builds in progress.
  Result<Executable> executable() const EXCLUDES(mutex_);
  /// No thread of this process builds for the device. A forked child has none.
  bool isFinishedLocked(const DeviceBuild& build) const REQUIRES(mutex_);
  bool areFinishedLocked() const REQUIRES(mutex_);
  /// `devices`, or those of the program if there are none.
  Devices buildDevices(std::span<Device* const> devices) const;
  /// The input of a build for `device`; null if the program has no binary for it.
  std::shared_ptr<const ProgramParts> partsFor(const Device& device, const BuildOptions& options,
                                               std::vector<SourceHeader> headers = {}) const
      EXCLUDES(mutex_);
  /// Notes why nothing is built, and hands the reason back.
  Status refuse(const Devices& devices, const char* options, Status status) EXCLUDES(mutex_);
  /// Marks the devices in progress; CL_INVALID_OPERATION while kernels or another build are there.
  Status begin(const Devices& devices, const char* options) EXCLUDES(mutex_);
  void finish(const Device& device, DeviceBuild build) EXCLUDES(mutex_);
  /// Devices that begin() marked and no build will finish are failed.
  void abandon(const Devices& devices) noexcept EXCLUDES(mutex_);
  /// Runs the job, in the background if it has somebody to notify; `begun` are its devices.
  static Status start(Job job, const Devices& begun);
  static Status run(const Job& job);
  /// One device's part of run(): what job asks for, into `build`. Returns where the result
  /// comes from, for the log.
  static std::string_view makeBuild(const Job& job, const Device& device, DeviceBuild& build);
  static void logSuccess(const Job& job, const DeviceBuild& build, std::string_view origin,
                         std::chrono::steady_clock::time_point start);

  Ref<Context> context_;
  const Origin origin_;
  std::vector<Ref<Device>> devices_;
  const std::string source_;
  std::shared_ptr<const std::vector<uint8_t>> il_;
  SpirvModule module_;                          // of il_
  std::atomic<bool> uniformWorkGroups_{false};  // of the last build; relaxed, no data behind it
  std::map<const Device*, std::shared_ptr<const ProgramParts>> given_;  // of Origin::Binary
  mutable Mutex mutex_;
  std::map<uint32_t, SpecializationConstant> constants_ GUARDED_BY(mutex_);
  bool isBuiltFor(const Device& device) const EXCLUDES(mutex_);
  const DeviceBuild* buildForLocked(const Device& device) const REQUIRES(mutex_);
  std::map<const Device*, DeviceBuild> builds_ GUARDED_BY(mutex_);
  mutable Condition buildEnded_;
  pid_t builder_ GUARDED_BY(mutex_) = 0;  // the process of the builds in progress
  std::atomic<uint32_t> kernelCount_{0};
  DestructorCallbacks<Program, cl_program> releaseCallbacks_;
};

}  // namespace lanewise
