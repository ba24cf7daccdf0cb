// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel: one kernel of a built program and the arguments set for it. A launch takes a frozen copy
// of the arguments (ArgumentSnapshot), so that later clSetKernelArg calls do not touch it.
#pragma once

#include "compiler/kernel_abi.h"
#include "compiler/message.h"
#include "runtime/argument_snapshot.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/launch_cost.h"
#include "runtime/memory.h"

#include <memory>
#include <vector>

namespace lanewise {

class Program;
class LoadedCode;
class Device;

/// One kernel's code, as loaded: shared by the Kernel objects made of it and the launches of them.
struct CompiledKernel {
  KernelFacts facts;
  abi::Entry entry = nullptr;
  mutable LaunchCost cost = {};
};

class Kernel : public Object<Kernel> {
 public:
  using Handle = cl_kernel;
  static constexpr Tag kTag = Tag::Kernel;
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  /// `code` keeps `compiled` alive and mapped.
  Kernel(Program& program, std::shared_ptr<LoadedCode> code, const CompiledKernel& compiled);
  ~Kernel();
  /// clCloneKernel: the same kernel with the same arguments set.
  Kernel* clone() EXCLUDES(mutex_);
  /// The program may be built again once no kernel of it is held by the application.
  void onLastRelease();

  Program& program() const { return *program_; }
  const KernelFacts& facts() const { return compiled_.facts; }
  const CompiledKernel& compiled() const { return compiled_; }
  const std::shared_ptr<LoadedCode>& code() const { return code_; }

  /// Each sets an argument of that kind, which the entry point has checked, sizes too.
  void setValue(cl_uint index, const void* bytes) EXCLUDES(mutex_);
  /// A null object is a null pointer.
  void setMemory(cl_uint index, MemObject* memory) EXCLUDES(mutex_);
  /// Memory that the application keeps for as long as launches use it.
  void setPointer(cl_uint index, const void* pointer) EXCLUDES(mutex_);
  void setLocal(cl_uint index, uint64_t sizeBytes) EXCLUDES(mutex_);

  /// CL_INVALID_KERNEL_ARGS, naming the argument, if one is not set or its memory was released.
  Status snapshot(ArgumentSnapshot& into) EXCLUDES(mutex_);
  /// Of one work-group: the kernel's own variables and the arguments set so far.
  uint64_t localBytes() EXCLUDES(mutex_);

 private:
  struct Slot {
    bool set = false;
    SharedLifeline<MemObject> memory;  // of a pointer argument, which does not retain it
    uint64_t localBytes = 0;           // of a local pointer argument
  };
  void markSetLocked(Slot& slot) REQUIRES(mutex_);
  /// A pointer into the memory of `lifeline`, which may be null.
  void setAddress(cl_uint index, const void* pointer, SharedLifeline<MemObject> lifeline)
      EXCLUDES(mutex_);
  /// Gives each local argument its offset behind the kernel's own variables.
  void placeLocalsLocked() REQUIRES(mutex_);
  Status missingArgumentLocked() const REQUIRES(mutex_);
  Status unusableArgument(size_t index, const char* why) const;

  Ref<Program> program_;
  std::shared_ptr<LoadedCode> code_;
  const CompiledKernel& compiled_;
  Mutex mutex_;
  std::vector<std::byte> block_ GUARDED_BY(mutex_);  // the argument block as it is now
  std::vector<Slot> slots_ GUARDED_BY(mutex_);       // one per argument
  size_t unsetCount_ GUARDED_BY(mutex_);
  uint64_t localBytes_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
