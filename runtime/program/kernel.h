// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel: one kernel of a built program and the arguments set for it. A launch takes a frozen copy
// of the arguments (ArgumentSnapshot), so that later clSetKernelArg calls do not touch it.
//
// No lock: the specification allows one thread at a time to set arguments of a kernel. Where
// threads do so at once, all that comes of it is an argument with bytes of both, or one that is not
// usable: nothing here is kept in two places that must agree. Addresses of memory objects and the
// places of local arguments are found by the launch.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/launch/argument_snapshot.h"
#include "runtime/launch/compiled_kernel.h"
#include "runtime/launch/launch.h"
#include "runtime/memory/mem_object.h"

#include <atomic>
#include <memory>
#include <vector>

namespace lanewise {

class Program;
class Queue;

class Kernel : public Object<Kernel> {
 public:
  using Handle = cl_kernel;
  static constexpr Tag kTag = Tag::Kernel;
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  Kernel(Program& program, std::shared_ptr<const CompiledKernel> compiled);
  ~Kernel();
  /// clCloneKernel: the same kernel with the same arguments set.
  Kernel* clone() const;
  /// The program may be built again once no kernel of it is held by the application.
  void onLastRelease();
  void onRevive();

  Program& program() const { return *program_; }
  const KernelMetadata& metadata() const { return compiled_->metadata; }
  /// Without an entry if the code is deferred.
  const CompiledKernel& compiled() const { return *compiled_; }

  size_t argumentCount() const { return slotCount_; }
  /// What the entry point checks of argument `index`.
  ArgumentKind argumentKind(cl_uint index) const { return slots_[index].kind; }
  uint32_t argumentSizeBytes(cl_uint index) const { return slots_[index].sizeBytes; }
  /// The most bytes of the argument, which is a buffer or local memory.
  uint64_t argumentMostBytes(cl_uint index) const { return slots_[index].mostBytes; }

  /// Each sets an argument of that kind, which the entry point has checked, sizes too.
  void setValue(cl_uint index, const void* bytes);
  /// A buffer or an image. A null object is a null pointer.
  void setMemory(cl_uint index, MemObject* memory);
  void setSampler(cl_uint index, Sampler& sampler);
  /// A queue on the device.
  void setQueue(cl_uint index, Queue& queue);
  /// Memory that the application keeps for as long as launches use it.
  void setPointer(cl_uint index, const void* pointer);
  void setLocal(cl_uint index, uint64_t sizeBytes);
  /// Whether all work-groups of launches run concurrently.
  void setConcurrent(bool isConcurrent) {
    isConcurrent_.store(isConcurrent, std::memory_order_relaxed);
  }

  /// CL_INVALID_KERNEL_ARGS, naming the argument, if one is not set or its memory was released.
  Status snapshot(ArgumentSnapshot& into) const;
  /// The command of a launch with the arguments as they are now. The errors of snapshot() and of
  /// LaunchCommand::prepare().
  Result<std::unique_ptr<Command>> makeLaunch(
      Device& device, const NdRange& range, cl_command_type type = CL_COMMAND_NDRANGE_KERNEL) const;
  /// Makes a launch and submits it. The errors of makeLaunch() and of Queue::submit().
  Status enqueue(Queue& queue, const NdRange& range, cl_command_type type,
                 std::span<Event* const> waitList, cl_event* event) const;
  /// The local memory of one work-group: the kernel's own variables and the arguments set so far.
  uint64_t localBytes() const;

 private:
  /// An argument, and of the kernel's metadata what setting it needs.
  struct Slot {
    ArgumentKind kind;
    std::atomic<bool> set;
    uint32_t offsetBytes;
    uint32_t sizeBytes;
    uint64_t mostBytes;
    std::atomic<uint64_t> localBytes;  // of a local pointer argument
    WeakRef<MemObject> memory;  // of a pointer or an image: instead of an address in `block_`
    WeakRef<Sampler> sampler;   // of a sampler
    WeakRef<Queue> queue;       // of a queue on the device
  };
  void markSet(Slot& slot) { slot.set.store(true, std::memory_order_relaxed); }
  /// The offset of a local argument behind what ends at `end`, and the new end.
  uint64_t placeLocal(size_t index, uint64_t& end) const;
  /// What launches run. The errors of DeferredCode::codeOf() if it is deferred and cannot be made;
  /// the notify function of the context gets the reason.
  Result<std::shared_ptr<const CompiledKernel>> code() const;
  Status fill(LaunchCommand& launch, const NdRange& range) const;
  /// Into the block: the objects to which the arguments point, for kernels that check accesses.
  Status noteObjects(ArgumentSnapshot& into) const;
  void noteMaps(ArgumentSnapshot& into) const;
  /// CL_OUT_OF_HOST_MEMORY: none for what the check keeps of it.
  Status noteObject(size_t index, ArgumentSnapshot& into) const;
  /// Whether a launch may be in a race for the object: it may write it, or overlap with others.
  bool mayRace(const MemObject& root) const;
  Status unusableArgument(size_t index, const char* why) const;

  Ref<Program> program_;
  const std::shared_ptr<const CompiledKernel> compiled_;
  const size_t slotCount_;
  const std::unique_ptr<Slot[]> slots_;
  /// The argument block, but for what a launch writes into its own; padded for copyBlock().
  std::vector<std::byte> block_;
  std::atomic<bool> isConcurrent_{false};
};

}  // namespace lanewise
