// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel: one kernel of a built program and the arguments set for it. A launch takes a frozen copy
// of the arguments (ArgumentSnapshot), so that later clSetKernelArg calls do not touch it.
#pragma once

#include "compiler/kernel_abi.h"
#include "compiler/message.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/launch_cost.h"
#include "runtime/memory.h"

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

/// The arguments of one launch: the argument block that kernel code reads, what keeps it alive, and
/// how much local memory the group needs.
struct ArgumentSnapshot {
  static constexpr size_t kInlineBytes = 256;
  alignas(abi::kBlockAlignment) std::byte inlineBlock[kInlineBytes];
  std::unique_ptr<std::byte[]> largeBlock;  // used when the block does not fit inline
  std::vector<Ref<MemObject>> memory;
  uint64_t localBytes = 0;

  const void* block() const { return largeBlock ? largeBlock.get() : inlineBlock; }
};

class Kernel : public Object<Kernel> {
 public:
  using Handle = cl_kernel;
  static constexpr Tag kTag = Tag::Kernel;
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  /// `code` keeps `compiled` alive and mapped.
  Kernel(Program& program, std::shared_ptr<LoadedCode> code, const CompiledKernel& compiled);
  ~Kernel();

  Program& program() const { return *program_; }
  const KernelFacts& facts() const { return compiled_.facts; }
  const CompiledKernel& compiled() const { return compiled_; }
  const std::shared_ptr<LoadedCode>& code() const { return code_; }

  /// clSetKernelArg, in the order of the specification's checks.
  Status setArgument(cl_uint index, size_t sizeBytes, const void* value) EXCLUDES(mutex_);
  /// CL_INVALID_KERNEL_ARGS, naming the argument, if one is not set.
  Status snapshot(ArgumentSnapshot& into) EXCLUDES(mutex_);

 private:
  struct Slot {
    bool set = false;
    Ref<MemObject> memory;     // of a pointer argument
    uint64_t localBytes = 0;   // of a local pointer argument
  };
  Ref<Program> program_;
  std::shared_ptr<LoadedCode> code_;
  const CompiledKernel& compiled_;
  Mutex mutex_;
  std::vector<std::byte> block_ GUARDED_BY(mutex_);
  std::vector<Slot> slots_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
