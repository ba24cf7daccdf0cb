// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands, which do nothing when they run, and their entries in the list of an object.
#include "runtime/memory/map_commands.h"

#include "runtime/checks/live_objects.h"
#include "runtime/checks/shadow_memory.h"
#include "runtime/queue/queue.h"

#include <optional>
#include <utility>
#include <vector>

namespace lanewise {
namespace {

/// The map counts from its enqueue on, and for nothing if the command fails.
class Map final : public Command {
 public:
  explicit Map(MemObject& object)
      : Command(object.image() ? CL_COMMAND_MAP_IMAGE : CL_COMMAND_MAP_BUFFER), object_(object) {}
  ~Map() override {
    if (number_ != 0) object_->cancelMap(number_);
  }
  bool begin(const ByteRect& region, bool writes) {
    number_ = object_->addMap(region, writes);
    if (writes) written_ = region;
    return number_ != 0;
  }
  Status run() override {
    const uint64_t number = std::exchange(number_, 0);
    if (checksAreOn()) [[unlikely]]
      object_->noteMapRan(number);
    if (written_) ShadowMemory::noteWritten(written_->begin, written_->region[0]);
    return {};
  }

 private:
  Ref<MemObject> object_;
  uint64_t number_ = 0;  // until the command has run
  std::optional<ByteRect> written_;
};

/// Unmap and migrate: the memory stays where it is.
class NoMove final : public Command {
 public:
  NoMove(cl_command_type type, std::span<MemObject* const> buffers)
      : Command(type), buffers_(buffers.begin(), buffers.end()) {}
  Status run() override { return CL_COMPLETE; }

 private:
  std::vector<Ref<MemObject>> buffers_;
};

}  // namespace

std::unique_ptr<Command> makeNoMove(cl_command_type type, std::span<MemObject* const> buffers) {
  return std::make_unique<NoMove>(type, buffers);
}

Result<void*> enqueueMap(Queue& queue, MemObject& object, const ByteRect& region, bool writes,
                         std::span<Event* const> waitList, cl_event* event, bool blocking) {
  auto map = std::make_unique<Map>(object);
  if (!map->begin(region, writes))
    return fail(CL_INVALID_OPERATION, "the region overlaps one that is mapped for writing");
  TRY_STATUS(queue.submit(std::move(map), waitList, event, blocking));
  return region.begin;
}

Status enqueueUnmap(Queue& queue, MemObject& object, void* pointer,
                    std::span<Event* const> waitList, cl_event* event) {
  MemObject* const touched = &object;
  TRY_STATUS(
      queue.submit(makeNoMove(CL_COMMAND_UNMAP_MEM_OBJECT, {&touched, 1}), waitList, event, false));
  object.removeMap(pointer);
  return {};
}

}  // namespace lanewise
