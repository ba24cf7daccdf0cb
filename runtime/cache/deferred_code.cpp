// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that need the same code at the same time ask for it at the same time: the code cache
// makes it once. Nothing is made under the lock.
#include "runtime/cache/deferred_code.h"

#include "runtime/base/config.h"
#include "runtime/base/log.h"
#include "runtime/base/thread.h"
#include "runtime/compiler_process/background_builds.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace lanewise {

DeferredCode::DeferredCode(std::shared_ptr<const CompileReply> reply, Make make)
    : reply_(std::move(reply)),
      make_(std::move(make)),
      bitcodeOf_(reply_->kernels.size()),
      made_(reply_->kernels.size()),
      failures_(reply_->kernels.size()) {
  kernels_.reserve(reply_->kernels.size());
  for (const KernelMetadata& metadata : reply_->kernels)
    kernels_.push_back({.metadata = metadata, .deferred = this});
  for (size_t i = 0; i < reply_->bitcode.size(); ++i)
    for (const uint32_t kernel : reply_->bitcode[i].kernels) bitcodeOf_[kernel] = i;
}

Result<std::shared_ptr<LoadedCode>> DeferredCode::makeOnThread(std::span<const size_t> which) {
  struct Answer {
    Mutex mutex;
    Condition changed;
    std::optional<Result<std::shared_ptr<LoadedCode>>> made;  // none: out of memory
    bool isThere = false;
  };
  // Held by both threads: the one that waits may return while the other one releases the lock.
  const auto answer = std::make_shared<Answer>();
  const auto run = [answer, which, this] {
    std::optional<Result<std::shared_ptr<LoadedCode>>> made;
    try {
      made.emplace(make(which));
    } catch (const std::exception&) {
      // Nothing but allocations throws.
    }
    Lock lock(answer->mutex);
    answer->made = std::move(made);
    answer->isThere = true;
    answer->changed.notify_all();
  };
  const DeferredCancellation uncancelled;
  if (!startThread("lanewise-code", run).ok()) return make(which);
  Lock lock(answer->mutex);
  while (!answer->isThere) answer->changed.wait(answer->mutex);
  if (!answer->made) throw std::bad_alloc();
  return *std::move(answer->made);
}

Result<std::shared_ptr<LoadedCode>> DeferredCode::make(std::span<const size_t> which) {
  const auto start = std::chrono::steady_clock::now();
  TRY(std::shared_ptr<LoadedCode> code, make_(*reply_, which));
  std::vector<std::pair<size_t, const CompiledKernel*>> found;
  for (const size_t bitcode : which)
    for (const uint32_t kernel : reply_->bitcode[bitcode].kernels)
      found.emplace_back(kernel, code->find(kernels_[kernel].metadata.name));
  size_t newCount = 0;
  {
    Lock lock(mutex_);
    code_.push_back(code);
    for (const auto& [kernel, made] : found) {
      const CompiledKernel* none = nullptr;
      // Launches may run what another thread has made.
      newCount += made_[kernel].compare_exchange_strong(none, made, std::memory_order_acq_rel);
    }
  }
  if (newCount > 0)
    log(LogGroup::Build, "kernel '%s'%s code after %.1f ms",
        kernels_[found.front().first].metadata.name.c_str(),
        newCount > 1 ? (" and " + std::to_string(newCount - 1) + " more have").c_str() : " has",
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
  return code;
}

Result<const CompiledKernel*> DeferredCode::codeOf(const CompiledKernel& kernel) {
  if (const CompiledKernel* made = madeCodeOf(kernel)) return made;
  const size_t index = indexOf(kernel);
  {
    Lock lock(mutex_);
    if (failures_[index]) return std::unexpected(*failures_[index]);
  }
  auto code = makeOnThread({&bitcodeOf_[index], 1});
  if (const CompiledKernel* made = madeCodeOf(kernel)) return made;
  const bool mayWorkLater = !code && code.error().code == CL_OUT_OF_RESOURCES;
  const Status why = {mayWorkLater ? CL_OUT_OF_RESOURCES : CL_INVALID_PROGRAM_EXECUTABLE,
                      "the code of kernel '" + kernel.metadata.name + "' could not be made: " +
                          std::string(code ? "it is missing" : code.error().message())};
  if (mayWorkLater) return std::unexpected(why);
  Lock lock(mutex_);
  failures_[index] = why;
  return std::unexpected(why);
}

void DeferredCode::prepareCodeOf(const CompiledKernel& kernel) {
  // A compiler in this process must not run while the process ends.
  if (config().compiler == "inprocess" || madeCodeOf(kernel)) return;
  try {
    buildWhileIdle([weak = weak_from_this(), index = indexOf(kernel)] {
      const std::shared_ptr<DeferredCode> self = weak.lock();
      if (!self || self->made_[index].load(std::memory_order_relaxed)) return;
      try {
        (void)self->make({&self->bitcodeOf_[index], 1});
      } catch (const std::exception&) {
        log(LogGroup::Build, "kernel '%s' has no code yet: out of host memory",
            self->kernels_[index].metadata.name.c_str());
      }
    });
  } catch (const std::exception&) {
    // The launch makes it.
  }
}

Result<std::shared_ptr<const CompileReply>> DeferredCode::makeWholeReply() {
  std::vector<size_t> all(reply_->bitcode.size());
  std::iota(all.begin(), all.end(), size_t{0});
  TRY(const std::shared_ptr<LoadedCode> code, makeOnThread(all));
  auto whole = std::make_shared<CompileReply>(code->reply());
  // In the order of the module: applications may have counted on it.
  const auto placeOf = [&](const KernelMetadata& kernel) {
    return std::ranges::find(reply_->kernels, kernel.name, &KernelMetadata::name) -
           reply_->kernels.begin();
  };
  std::ranges::sort(whole->kernels, {}, placeOf);
  return whole;
}

Result<std::shared_ptr<const CompileReply>> DeferredCode::wholeReply() {
  {
    Lock lock(mutex_);
    if (whole_) return *whole_;
  }
  auto made = makeWholeReply();
  Lock lock(mutex_);
  if (!whole_) whole_ = std::move(made);
  return *whole_;
}

}  // namespace lanewise
