// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of kinds, which launches search without a lock. An entry counts the time of its launches
// until that repays the compiler's, is compiled once, and then has code or will never have any.
#include "runtime/launch/launch_kinds.h"

#include "images/layout.h"
#include "runtime/base/config.h"
#include "runtime/base/log.h"
#include "runtime/compiler_process/background_builds.h"
#include "runtime/launch/argument_snapshot.h"
#include "runtime/launch/compiled_kernel.h"
#include "runtime/launch/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>

namespace lanewise {
namespace {

/// A program that launches a kernel in ever new ways gets no more code, and a short list to search.
constexpr uint32_t kMostCompiled = 16, kMostEntries = 128;

/// Counts up to `most`.
bool takesOne(std::atomic<uint32_t>& count, uint32_t most) {
  return count.load(std::memory_order_relaxed) < most &&
         count.fetch_add(1, std::memory_order_relaxed) < most;
}

bool isAlways() { return config().specialize == "always"; }

}  // namespace

struct LaunchKinds::Entry {
  enum State : uint8_t { Counting, Compiling, Ready, Failed };

  LaunchKind kind;
  Entry* next = nullptr;
  std::atomic<double> nanoseconds{0};
  std::atomic<State> state{Counting};
  // Constant once the state is Ready.
  std::shared_ptr<const CompiledKernel> code;
  std::shared_ptr<LaneTrial> trial;  // null if there is nothing to try
};

std::shared_ptr<LaunchKinds> LaunchKinds::of(const KernelMetadata& metadata,
                                             const CompileCost& cost, Maker maker) {
  // A host call names its kernel's strings, of which there must be one set.
  if (config().specialize == "off" || config().specialize == "quick" || metadata.usesHostCalls)
    return nullptr;
  auto kinds = std::make_shared<LaunchKinds>(metadata, cost, std::move(maker));
  const bool mayDiffer = metadata.observesGroups || rowOf(metadata.tier).isFollowed ||
                         metadata.otherLanes != 0 || !kinds->places_.empty();
  return mayDiffer ? kinds : nullptr;
}

LaunchKinds::LaunchKinds(const KernelMetadata& metadata, const CompileCost& cost, Maker maker)
    : metadata_(metadata), cost_(cost), maker_(std::move(maker)) {
  using images::ImageDescriptor;
  for (uint32_t i = 0; i < metadata.arguments.size(); ++i) {
    const KernelArgument& argument = metadata.arguments[i];
    const auto add = [&](size_t offset, size_t size) {
      places_.push_back(
          {i, argument.offsetBytes, static_cast<uint32_t>(offset), static_cast<uint32_t>(size)});
    };
    if (argument.kind == ArgumentKind::Image) {
      add(0, offsetof(ImageDescriptor, level));
      add(offsetof(ImageDescriptor, level) + offsetof(images::Level, isSmall),
          sizeof(images::Level::isSmall));
    } else if (argument.kind == ArgumentKind::Sampler) {
      add(0, sizeof(images::SamplerDescriptor));
    }
  }
}

LaunchKinds::~LaunchKinds() {
  for (const Entry* entry = entries_.load(std::memory_order_relaxed); entry;)
    delete std::exchange(entry, entry->next);
}

bool LaunchKinds::isOfKind(const LaunchKind& kind, const ArgumentSnapshot& arguments,
                           const NdRange& range) const {
  if (metadata_.observesGroups && !std::ranges::equal(kind.localSize, range.localSize))
    return false;
  for (size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    const auto* object = reinterpret_cast<const std::byte*>(arguments.read(place.blockOffset));
    if (std::memcmp(kind.objects[i].bytes.data(), object + place.offsetBytes, place.sizeBytes) != 0)
      return false;
  }
  return true;
}

LaunchKinds::Entry* LaunchKinds::add(const ArgumentSnapshot& arguments, const NdRange& range) {
  if (!isAlways() && !takesOne(entryCount_, kMostEntries)) return nullptr;
  auto entry = std::make_unique<Entry>();
  entry->kind.kernel = metadata_.name;
  entry->kind.lanes = metadata_.hasFreeLanes ? 0 : metadata_.lanes;
  entry->kind.otherLanes = metadata_.hasFreeLanes ? 0 : metadata_.otherLanes;
  entry->kind.laneDimension = metadata_.laneDimension;
  if (metadata_.observesGroups) std::ranges::copy(range.localSize, entry->kind.localSize);
  for (const Place& place : places_) {
    const auto* object = reinterpret_cast<const uint8_t*>(arguments.read(place.blockOffset));
    const uint8_t* first = object + place.offsetBytes;
    entry->kind.objects.push_back(
        {place.argument, place.offsetBytes, {first, first + place.sizeBytes}});
  }
  // Two threads may add the same kind, which costs a compilation that the cache knows.
  entry->next = entries_.load(std::memory_order_relaxed);
  while (!entries_.compare_exchange_weak(entry->next, entry.get(), std::memory_order_release,
                                         std::memory_order_relaxed)) {
  }
  return entry.release();
}

void LaunchKinds::compile(Entry& entry) const {
  try {
    entry.code = maker_.compile(metadata_, entry.kind);
    entry.trial = entry.code ? trialOf(entry) : nullptr;
  } catch (const std::exception&) {
    entry.code = nullptr;  // out of memory: launches go on as before
  }
  entry.state.store(entry.code ? Entry::Ready : Entry::Failed, std::memory_order_release);
}

std::shared_ptr<LaneTrial> LaunchKinds::trialOf(const Entry& entry) const {
  const uint32_t lanes = entry.code->metadata.otherLanes;
  if (lanes == 0) return nullptr;
  LaunchKind other = entry.kind;
  other.lanes = lanes;
  other.otherLanes = 0;
  return std::make_shared<LaneTrial>(
      entry.code, cost_,
      [compile = maker_.compile, metadata = metadata_, other] { return compile(metadata, other); },
      [settle = maker_.settle, kind = entry.kind, other](bool isOther) {
        settle(kind, isOther ? other : kind);
      },
      isAlways());
}

void LaunchKinds::compileInBackground(Entry& entry) {
  try {
    runInBackground([kinds = shared_from_this(), &entry] { kinds->compile(entry); });
  } catch (const std::exception&) {
    entry.state.store(Entry::Failed, std::memory_order_release);
  }
}

LaunchKinds::Entry* LaunchKinds::find(const ArgumentSnapshot& arguments, const NdRange& range) {
  // An image or a sampler may be a null pointer.
  for (const Place& place : places_)
    if (arguments.read(place.blockOffset) == 0) return nullptr;
  Entry* entry = entries_.load(std::memory_order_acquire);
  while (entry && !isOfKind(entry->kind, arguments, range)) entry = entry->next;
  return entry ? entry : add(arguments, range);
}

std::shared_ptr<const CompiledKernel> LaunchKinds::codeFor(Entry& kind, const Rest& rest) {
  if (const auto state = kind.state.load(std::memory_order_acquire); state != Entry::Counting) {
    if (state != Entry::Ready) return nullptr;
    return kind.trial ? kind.trial->settled() : kind.code;
  }
  if (!cost_.isRepaid(kind.nanoseconds.load(std::memory_order_relaxed)) &&
      !cost_.endsSooner(rest.nanoseconds, rest.cores) && !isAlways())
    return nullptr;
  if (auto counting = Entry::Counting;
      !kind.state.compare_exchange_strong(counting, Entry::Compiling))
    return nullptr;
  if (isAlways())
    compile(kind);
  else if (takesOne(compiledCount_, kMostCompiled))
    compileInBackground(kind);
  else
    kind.state.store(Entry::Failed, std::memory_order_release);
  return kind.state.load(std::memory_order_acquire) == Entry::Ready ? kind.code : nullptr;
}

LaneTrial::Turn LaunchKinds::turnFor(Entry& kind) {
  auto code = codeFor(kind);
  return code && kind.trial ? kind.trial->next() : LaneTrial::Turn{std::move(code)};
}

void LaunchKinds::addLaunch(Entry& kind, double nanoseconds) {
  // One of two launches at once may be lost, which is harmless.
  kind.nanoseconds.store(kind.nanoseconds.load(std::memory_order_relaxed) + nanoseconds,
                         std::memory_order_relaxed);
}

}  // namespace lanewise
