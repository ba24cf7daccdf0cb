// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decision is an object that threads publish by compare-exchange: no lock is held while a
// library is loaded, because its loader has a lock of its own.
#include "runtime/workers/onetbb.h"

#include "runtime/base/fork.h"
#include "runtime/base/log.h"
#include "runtime/base/own_folder.h"
#include "runtime/host/thread_limits.h"

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

namespace lanewise {
namespace {

constexpr char kLibrary[] = "liblanewise-onetbb.so";

/// Never destroyed: threads read it without a lock.
struct Decision {
  const uint32_t generation;  // forkGeneration()
  const OneTbbCalls* const calls;
  const bool asksLimits;
  const Decision* const previous;  // the parent's, so that checkers of memory find it
  /// Only stored as false. Relaxed: all that it guards stays usable.
  std::atomic<bool> inUse{calls != nullptr};
  /// When limits were asked, in seconds of the monotonic clock.
  std::atomic<int64_t> asked{0};
};
// Release store, acquire load: its contents.
constinit std::atomic<Decision*> decision{nullptr};

Decision* ofThisProcess() {
  Decision* made = decision.load(std::memory_order_acquire);
  return made && made->generation == forkGeneration() ? made : nullptr;
}

/// As oneTBB counts: 256, or 4 for each processor, or 2 where there are more than 128.
uint64_t mostThreadsOfOneTbb() {
  const auto processors = static_cast<uint64_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1l));
  return std::max<uint64_t>(256, processors * (processors <= 128 ? 4 : 2));
}

/// The stacks of oneTBB's threads have half of it. For most threads, malloc reserves address space.
constexpr uint64_t kThreadBytes = uint64_t{8} << 20;

/// Why it cannot be had, or an empty text.
std::string load(const OneTbbCalls*& calls) {
  const std::string folder = ownFolder();
  const std::string path = findBeside(folder, {kLibrary});
  if (path.empty()) return std::string(kLibrary) + " not found in '" + folder + "'";
  // Never closed: threads of oneTBB stay.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* problem = dlerror();
    return "oneTBB cannot be loaded: " + std::string(problem ? problem : "");
  }
  const auto* found = static_cast<const OneTbbCalls*>(dlsym(library, kOneTbbCallsName));
  if (!found) return path + " belongs to another version of Lanewise";
  if (const char* problem = found->open())
    return "oneTBB cannot be loaded: " + std::string(problem);
  if (!found->prepare()) return "no memory to initialize oneTBB";
  calls = found;
  return {};
}

/// Threads of an ancestor are not in this process.
bool anAncestorUsedOneTbb(const Decision* before) {
  for (; before; before = before->previous)
    if (before->calls) return true;
  return false;
}

/// Why `Auto` does not try oneTBB, or an empty text.
std::string reasonNotToTry() {
  if (isForkedChild()) return "this process is a forked child";
  // Twice what oneTBB may need: the application starts threads, too.
  return limitBelow(2 * mostThreadsOfOneTbb(), kThreadBytes);
}

/// Why threads of the runtime are the helpers, or an empty text.
std::string reasonAgainst(HelperChoice choice, uint32_t threads, const Decision* before,
                          const OneTbbCalls*& calls) {
  if (choice == HelperChoice::Own) return "LANEWISE_HELPERS=own";
  if (anAncestorUsedOneTbb(before)) return "this process is a forked child";
  std::string reason;
  if (choice == HelperChoice::Auto) reason = reasonNotToTry();
  if (!reason.empty()) return reason;
  reason = load(calls);
  if (choice == HelperChoice::OneTbb && !reason.empty())
    std::fprintf(stderr, "lanewise: LANEWISE_HELPERS=onetbb has no effect: %s\n", reason.c_str());
  if (choice == HelperChoice::OneTbb || !reason.empty()) return reason;
  const uint32_t most = calls->parallelism();
  if (most >= threads) return {};
  return "the device has " + std::to_string(threads) + " threads, oneTBB has " +
         std::to_string(most);
}

}  // namespace

HelperChoice helperChoice(std::string_view value) {
  if (value == "own") return HelperChoice::Own;
  return value == "onetbb" ? HelperChoice::OneTbb : HelperChoice::Auto;
}

void decideOnOneTbb(HelperChoice choice, uint32_t threads) {
  watchForks();
  Decision* before = decision.load(std::memory_order_acquire);
  if (before && before->generation == forkGeneration()) return;
  const OneTbbCalls* calls = nullptr;
  const std::string reason = reasonAgainst(choice, threads, before, calls);
  if (!reason.empty()) calls = nullptr;
  auto made = std::unique_ptr<Decision>(
      new Decision{forkGeneration(), calls, choice == HelperChoice::Auto, before});
  if (!decision.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel)) return;
  (void)made.release();
  if (calls)
    log(LogGroup::Api, "helpers of loops: threads of oneTBB (%s)", calls->library());
  else
    log(LogGroup::Api, "helpers of loops: threads of the runtime: %s", reason.c_str());
}

const OneTbbCalls* loadedOneTbb() {
  const Decision* made = ofThisProcess();
  return made ? made->calls : nullptr;
}

const OneTbbCalls* oneTbb() {
  const Decision* made = ofThisProcess();
  return made && made->inUse.load(std::memory_order_relaxed) ? made->calls : nullptr;
}

const OneTbbCalls* oneTbbWithinLimits() noexcept {
  const OneTbbCalls* calls = oneTbb();
  Decision* made = ofThisProcess();
  if (!calls || !made->asksLimits) return calls;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  int64_t asked = made->asked.load(std::memory_order_relaxed);
  if (asked == now.tv_sec ||
      !made->asked.compare_exchange_strong(asked, now.tv_sec, std::memory_order_relaxed))
    return calls;
  try {
    const std::string limit = limitBelow(mostThreadsOfOneTbb(), kThreadBytes);
    if (limit.empty()) return calls;
    giveUpOneTbb(limit.c_str());
  } catch (const std::exception&) {
    giveUpOneTbb("out of memory");
  }
  return nullptr;
}

void giveUpOneTbb(const char* reason) noexcept {
  Decision* made = ofThisProcess();
  if (!made || !made->inUse.exchange(false, std::memory_order_relaxed)) return;
  log(LogGroup::Api, "helpers of loops: threads of the runtime from now on: %s", reason);
}

}  // namespace lanewise
