// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument block is kept ready to be copied: setting an argument writes into it, a launch takes
// the bytes as they are.
#include "runtime/kernel.h"

#include "runtime/loaded_code.h"
#include "runtime/program.h"

#include <algorithm>
#include <cstring>

namespace lanewise {
namespace {

/// Of a local argument whose alignment nobody knows, and at most of any.
constexpr uint64_t kMaxLocalAlignment = abi::kBlockAlignment;
/// More than any launch can have: sums of sizes near 2^64 must not wrap into something small.
constexpr uint64_t kTooManyLocalBytes = uint64_t(1) << 62;

uint64_t roundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

Kernel::Kernel(Program& program, std::shared_ptr<LoadedCode> code, const CompiledKernel& compiled)
    : program_(program),
      code_(std::move(code)),
      compiled_(compiled),
      block_(compiled.facts.argumentBytes),
      slots_(compiled.facts.arguments.size()),
      unsetCount_(slots_.size()),
      localBytes_(compiled.facts.localBytes) {
  program.attachKernel();
}

Kernel::~Kernel() = default;

void Kernel::onLastRelease() { program_->detachKernel(); }

Kernel* Kernel::clone() {
  auto* copy = new Kernel(*program_, code_, compiled_);
  auto owner = ApiRef<Kernel>::adopt(copy);  // until nothing can fail any more
  Lock lock(mutex_);
  // Nobody else knows the copy: its lock is free, and taken for the checker alone.
  Lock copyLock(copy->mutex_);
  copy->block_ = block_;
  copy->slots_ = slots_;
  copy->unsetCount_ = unsetCount_;
  copy->localBytes_ = localBytes_;
  return owner.detach();
}

void Kernel::markSetLocked(Slot& slot) {
  if (!slot.set) --unsetCount_;
  slot.set = true;
}

void Kernel::setValue(cl_uint index, const void* bytes) {
  const KernelArgument& argument = facts().arguments[index];
  Lock lock(mutex_);
  std::memcpy(block_.data() + argument.offsetBytes, bytes, argument.sizeBytes);
  markSetLocked(slots_[index]);
}

void Kernel::setMemory(cl_uint index, MemObject* memory) {
  if (memory) {
    Lock lock(mutex_);
    // Set again, as many programs do before each launch: its address is there.
    if (slots_[index].memory == memory->lifeline()) return;
  }
  setAddress(index, memory ? memory->data() : nullptr, memory ? memory->lifeline() : nullptr);
}

void Kernel::setPointer(cl_uint index, const void* pointer) { setAddress(index, pointer, nullptr); }

void Kernel::setAddress(cl_uint index, const void* pointer, SharedLifeline<MemObject> lifeline) {
  Lock lock(mutex_);
  std::memcpy(block_.data() + facts().arguments[index].offsetBytes, &pointer, sizeof(pointer));
  slots_[index].memory = std::move(lifeline);
  markSetLocked(slots_[index]);
}

void Kernel::setLocal(cl_uint index, uint64_t sizeBytes) {
  Lock lock(mutex_);
  slots_[index].localBytes = sizeBytes;
  markSetLocked(slots_[index]);
  placeLocalsLocked();
}

void Kernel::placeLocalsLocked() {
  uint64_t end = facts().localBytes;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const KernelArgument& argument = facts().arguments[i];
    if (argument.kind != ArgumentKind::LocalPointer || !slots_[i].set) continue;
    const uint64_t offset =
        roundUp(end, std::clamp<uint64_t>(argument.alignBytes, 1, kMaxLocalAlignment));
    std::memcpy(block_.data() + argument.offsetBytes, &offset, sizeof(offset));
    end = std::min(offset + std::min(slots_[i].localBytes, kTooManyLocalBytes), kTooManyLocalBytes);
  }
  localBytes_ = end;
}

uint64_t Kernel::localBytes() {
  Lock lock(mutex_);
  return localBytes_;
}

Status Kernel::missingArgumentLocked() const {
  const auto missing = std::ranges::find(slots_, false, &Slot::set);
  return unusableArgument(size_t(missing - slots_.begin()), "is not set");
}

Status Kernel::unusableArgument(size_t index, const char* why) const {
  return {CL_INVALID_KERNEL_ARGS, "argument " + std::to_string(index) + " '" +
                                      facts().arguments[index].name + "' of kernel '" +
                                      facts().name + "' " + why};
}

Status Kernel::snapshot(ArgumentSnapshot& into) {
  Lock lock(mutex_);
  if (unsetCount_) [[unlikely]]
    return missingArgumentLocked();
  into.copyBlock(block_);
  into.localBytes = localBytes_;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i].memory) continue;
    Ref<MemObject> memory = slots_[i].memory->reference();
    if (!memory) return unusableArgument(i, "was released");
    into.hold(std::move(memory));
  }
  return {};
}

}  // namespace lanewise
