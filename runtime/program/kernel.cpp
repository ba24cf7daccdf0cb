// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting an argument writes its bytes where kernel code will find them; a launch copies the block
// and adds the addresses.
#include "runtime/program/kernel.h"

#include "runtime/cache/deferred_code.h"
#include "runtime/checks/launch_order.h"
#include "runtime/checks/live_objects.h"
#include "runtime/checks/shadow_memory.h"
#include "runtime/context/device_limit.h"
#include "runtime/launch/checked_locals.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lanewise {
namespace {

/// The largest alignment of local arguments.
constexpr uint64_t kMaxLocalAlignment = abi::kMostVariableAlignment;
/// More than any launch can have: sums of sizes near 2^64 must not wrap into something small.
constexpr uint64_t kTooManyLocalBytes = uint64_t(1) << 62;

uint64_t roundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

Kernel::Kernel(Program& program, std::shared_ptr<const CompiledKernel> compiled)
    : program_(program),
      compiled_(std::move(compiled)),
      slotCount_(metadata().arguments.size()),
      slots_(new Slot[slotCount_]{}),
      block_(std::max<size_t>(metadata().argumentBytes, ArgumentSnapshot::kPaddedBytes)) {
  for (size_t i = 0; i < slotCount_; ++i) {
    const KernelArgument& argument = metadata().arguments[i];
    slots_[i].kind = argument.kind;
    slots_[i].offsetBytes = argument.offsetBytes;
    slots_[i].sizeBytes = argument.sizeBytes;
    slots_[i].mostBytes = argument.mostBytes;
  }
  program.attachKernel();
}

Kernel::~Kernel() = default;

void Kernel::onLastRelease() { program_->detachKernel(); }
void Kernel::onRevive() { program_->attachKernel(); }

Kernel* Kernel::clone() const {
  auto* copy = new Kernel(*program_, compiled_);
  copy->block_ = block_;
  copy->setConcurrent(isConcurrent_.load(std::memory_order_relaxed));
  for (size_t i = 0; i < slotCount_; ++i) {
    Slot& slot = copy->slots_[i];
    slot.set = slots_[i].set.load(std::memory_order_relaxed);
    slot.localBytes = slots_[i].localBytes.load(std::memory_order_relaxed);
    slot.memory = slots_[i].memory;
    slot.sampler = slots_[i].sampler;
    slot.queue = slots_[i].queue;
  }
  return copy;
}

void Kernel::setValue(cl_uint index, const void* bytes) {
  Slot& slot = slots_[index];
  std::byte* into = block_.data() + slot.offsetBytes;
  // Nearly all are of these sizes, and the compiler knows how to copy as many bytes.
  if (slot.sizeBytes == 4)
    std::memcpy(into, bytes, 4);
  else if (slot.sizeBytes == 8)
    std::memcpy(into, bytes, 8);
  else
    std::memcpy(into, bytes, slot.sizeBytes);
  markSet(slot);
}

void Kernel::setMemory(cl_uint index, MemObject* memory) {
  if (!memory) return setPointer(index, nullptr);
  slots_[index].memory.set(memory);
  markSet(slots_[index]);
}

void Kernel::setSampler(cl_uint index, Sampler& sampler) {
  slots_[index].sampler.set(&sampler);
  markSet(slots_[index]);
}

void Kernel::setQueue(cl_uint index, Queue& queue) {
  slots_[index].queue.set(&queue);
  markSet(slots_[index]);
}

void Kernel::setPointer(cl_uint index, const void* pointer) {
  Slot& slot = slots_[index];
  std::memcpy(block_.data() + slot.offsetBytes, &pointer, sizeof(pointer));
  slot.memory.set(nullptr);
  markSet(slot);
}

void Kernel::setLocal(cl_uint index, uint64_t sizeBytes) {
  slots_[index].localBytes.store(sizeBytes, std::memory_order_relaxed);
  markSet(slots_[index]);
}

uint64_t Kernel::placeLocal(size_t index, uint64_t& end) const {
  const uint64_t alignBytes = metadata().arguments[index].alignBytes;
  const uint64_t sizeBytes = slots_[index].localBytes.load(std::memory_order_relaxed);
  const uint64_t offset = roundUp(end, std::clamp<uint64_t>(alignBytes, 1, kMaxLocalAlignment));
  const bool isChecked = metadata().checkedObjects != 0 && sizeBytes != 0;
  if (isChecked && sizeBytes <= Device::localMemoryBytes()) [[unlikely]] {
    const uint64_t begin = placeCheckedLocal(metadata(), offset, sizeBytes, end);
    end = std::min(end, kTooManyLocalBytes);
    return begin;
  }
  // An argument without bytes takes no space; nothing may be read through its pointer.
  if (sizeBytes)
    end = std::min(offset + std::min(sizeBytes, kTooManyLocalBytes), kTooManyLocalBytes);
  return offset;
}

uint64_t Kernel::localBytes() const {
  uint64_t end = metadata().localBytes;
  for (size_t i = 0; i < slotCount_; ++i)
    if (slots_[i].kind == ArgumentKind::LocalPointer && slots_[i].set) placeLocal(i, end);
  return end;
}

[[gnu::cold]] Status Kernel::unusableArgument(size_t index, const char* why) const {
  return {CL_INVALID_KERNEL_ARGS, "argument " + std::to_string(index) + " '" +
                                      metadata().arguments[index].name + "' of kernel '" +
                                      metadata().name + "' " + why};
}

Status Kernel::snapshot(ArgumentSnapshot& into) const {
  into.copyBlock(block_);
  into.localBytes = metadata().localBytes;
  const Slot* const slots = slots_.get();
  for (const Slot& slot : std::span(slots, slotCount_)) {
    const auto index = [&] { return static_cast<size_t>(&slot - slots); };
    if (!slot.set.load(std::memory_order_relaxed)) [[unlikely]]
      return unusableArgument(index(), "is not set");
    if (slot.memory.isSet()) {
      Ref<MemObject> memory = slot.memory.reference();
      if (!memory) [[unlikely]]
        return unusableArgument(index(), "was released");
      into.write(slot.offsetBytes, reinterpret_cast<uintptr_t>(memory->argument()));
      if (slot.kind == ArgumentKind::Pointer) into.mostBytes |= memory->sizeBytes();
      into.hold(std::move(memory));
    } else if (slot.kind == ArgumentKind::LocalPointer) {
      into.write(slot.offsetBytes, placeLocal(index(), into.localBytes));
    } else if (slot.kind == ArgumentKind::Pointer && into.read(slot.offsetBytes) != 0) {
      into.mostBytes |= ArgumentSnapshot::kUnknownBytes;
    } else if (slot.kind == ArgumentKind::Sampler) {
      Ref<Sampler> sampler = slot.sampler.reference();
      if (!sampler) [[unlikely]]
        return unusableArgument(index(), "was released");
      into.write(slot.offsetBytes, reinterpret_cast<uintptr_t>(&sampler->descriptor()));
      into.hold(std::move(sampler));
    } else if (slot.kind == ArgumentKind::Queue) {
      Ref<Queue> queue = slot.queue.reference();
      if (!queue) [[unlikely]]
        return unusableArgument(index(), "was released");
      into.write(slot.offsetBytes, reinterpret_cast<uintptr_t>(queue.get()));
      into.hold(std::move(queue));
    }
  }
  if (metadata().checkedObjects) [[unlikely]]
    return noteObjects(into);
  return {};
}

bool Kernel::mayRace(const MemObject& root) const {
  if (LaunchOrder::launchesMayOverlap()) return true;
  for (size_t i = 0; i < slotCount_; ++i) {
    const bool isWritten = i >= 64 || (metadata().writtenArguments >> i & 1);
    const ArgumentKind kind = slots_[i].kind;
    if (!isWritten || (kind != ArgumentKind::Pointer && kind != ArgumentKind::Image)) continue;
    const Ref<MemObject> memory = slots_[i].memory.reference();
    if (!memory || &memory->root() == &root) return true;
  }
  return false;
}

Status Kernel::noteObjects(ArgumentSnapshot& into) const {
  for (size_t i = 0; i < slotCount_; ++i) TRY_STATUS(noteObject(i, into));
  return {};
}

// The memory of the slot is held by `into`.
Status Kernel::noteObject(size_t index, ArgumentSnapshot& into) const {
  const Slot& slot = slots_[index];
  abi::CheckedObject object = abi::kUncheckedObject;
  Ref<MemObject> memory;
  bool hasHistory = true;
  if (slot.kind == ArgumentKind::LocalPointer) {
    object = {};
    object.readBytes = object.writeBytes = slot.localBytes.load(std::memory_order_relaxed);
  } else if (slot.kind == ArgumentKind::Pointer && (memory = slot.memory.reference())) {
    object = checkedObjectOf(*memory);
    ShadowMemory& shadows = ShadowMemory::get();
    if (metadata().checksUninitialized) shadows.setUnwritten(memory->data(), object);
    const MemObject& root = memory->root();
    const auto offset = static_cast<size_t>(memory->data() - root.data());
    if (metadata().checksRaces && mayRace(root))
      hasHistory = shadows.setHistory(root.data(), root.sizeBytes(), offset, object);
  } else if (slot.kind == ArgumentKind::Image && (memory = slot.memory.reference())) {
    const MemObject& root = memory->root();
    if (metadata().checksRaces && mayRace(root)) {
      abi::CheckedObject texels = abi::objectOfSize(reinterpret_cast<uintptr_t>(root.data()), 0, 0);
      hasHistory = ShadowMemory::get().setHistory(root.data(), root.sizeBytes(), 0, texels);
      memory->setHistory(texels);
    }
  } else if (slot.kind == ArgumentKind::Pointer) {
    object = program_->context().svm().checkedObjectAt(
        reinterpret_cast<const void*>(into.read(slot.offsetBytes)));
    if (metadata().checksRaces &&
        (metadata().writtenArguments != 0 || LaunchOrder::launchesMayOverlap()) &&
        object.state == abi::kSharedVirtualMemory)
      hasHistory = ShadowMemory::get().setHistory(reinterpret_cast<const void*>(object.base),
                                                  object.readBytes, 0, object);
  }
  if (!hasHistory)
    return {CL_OUT_OF_HOST_MEMORY, "the check of races has no memory for the history of argument " +
                                       std::to_string(index) + " of kernel '" + metadata().name +
                                       "'"};
  into.writeObject(abi::checkedObjectOffset(metadata().checkedObjects, index), object);
  return {};
}

/// What the host has mapped, when a launch is enqueued behind the map, may not be the launch's.
void Kernel::noteMaps(ArgumentSnapshot& into) const {
  for (size_t i = 0; i < slotCount_; ++i) {
    if (slots_[i].kind != ArgumentKind::Pointer) continue;
    const Ref<MemObject> memory = slots_[i].memory.reference();
    if (!memory || memory->mapOfAll(/*alsoWaiting=*/true) == MemObject::HostMap::None) continue;
    const uint64_t object = abi::checkedObjectOffset(metadata().checkedObjects, i);
    into.write(object + offsetof(abi::CheckedObject, state), abi::kMapped);
    into.write(object + offsetof(abi::CheckedObject, subject),
               reinterpret_cast<uintptr_t>(memory.get()));
  }
}

Result<std::shared_ptr<const CompiledKernel>> Kernel::code() const {
  if (compiled_->entry) [[likely]]
    return compiled_;
  DeferredCode& deferred = *compiled_->deferred;
  if (const CompiledKernel* made = deferred.madeCodeOf(*compiled_))
    return std::shared_ptr<const CompiledKernel>(compiled_, made);
  ArgumentSnapshot checked;
  TRY_STATUS(snapshot(checked));  // an invalid launch does not wait
  auto made = deferred.codeOf(*compiled_);
  if (made) return std::shared_ptr<const CompiledKernel>(compiled_, *made);
  program_->context().report("no code for a kernel: ", made.error().message());
  return std::unexpected(std::move(made.error()));
}

Status Kernel::fill(LaunchCommand& launch, const NdRange& range) const {
  TRY_STATUS(snapshot(launch.arguments()));
  if (metadata().enqueues) [[unlikely]]
    launch.allowChildren(program().context(), program().uniformWorkGroups());
  if (isConcurrent_.load(std::memory_order_relaxed)) [[unlikely]]
    TRY_STATUS(launch.makeConcurrent(range));
  const Status status = metadata().laneDimension == 0
                            ? launch.prepare(range)
                            : launch.prepare(rangeOfCode(metadata(), range));
  if (!status.ok() && launch.arguments().localBytes > Device::localMemoryBytes()) [[unlikely]]
    return limitedBy(program().context(), DeviceKey::localBytes, status);
  return status;
}

Result<std::unique_ptr<Command>> Kernel::makeLaunch(Device& device, const NdRange& range,
                                                    cl_command_type type) const {
  TRY(auto compiled, code());
  auto launch = std::make_unique<LaunchCommand>(std::move(compiled), device,
                                                program_->context().printf(), type);
  TRY_STATUS(fill(*launch, range));
  return launch;
}

Status Kernel::enqueue(Queue& queue, const NdRange& range, cl_command_type type,
                       std::span<Event* const> waitList, cl_event* event) const {
  TRY(auto compiled, code());
  auto launch = std::make_unique<LaunchCommand>(std::move(compiled), queue.device(),
                                                queue.context().printf(), type);
  launch->allowTurns();
  TRY_STATUS(fill(*launch, range));
  if (metadata().checkedObjects && checksAreOn()) [[unlikely]]
    noteMaps(launch->arguments());
  return queue.submit(std::move(launch), waitList, event, false);
}

}  // namespace lanewise
