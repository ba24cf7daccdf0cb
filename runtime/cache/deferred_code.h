// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DeferredCode: the kernels of a built program whose machine code is made when it is needed: by the
// first launch, by a program binary, or in the background for kernels that the application has
// created. docs/design/code-when-needed.md has the reasons.
#pragma once

#include "interface/compile_reply.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/cache/loaded_code.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lanewise {

class DeferredCode : public std::enable_shared_from_this<DeferredCode> {
 public:
  /// Makes code of some of the reply's `bitcode`, whose indices it gets. The code may have other
  /// kernels of the program, too. Called on any thread.
  using Make = std::function<Result<std::shared_ptr<LoadedCode>>(const CompileReply& reply,
                                                                 std::span<const size_t> which)>;

  /// \pre Each kernel of the reply is in one of its `bitcode`.
  DeferredCode(std::shared_ptr<const CompileReply> reply, Make make);
  DeferredCode(const DeferredCode&) = delete;
  DeferredCode& operator=(const DeferredCode&) = delete;

  /// In the order of the module, without entries. Launches need codeOf() of them.
  const std::vector<CompiledKernel>& kernels() const { return kernels_; }
  /// The code of one of kernels(), which lives as long as this object. Makes it if there is none
  /// yet, and waits. CL_INVALID_PROGRAM_EXECUTABLE, with the reason, if that fails; it is not tried
  /// again. CL_OUT_OF_RESOURCES if the code cannot be mapped now.
  Result<const CompiledKernel*> codeOf(const CompiledKernel& kernel) EXCLUDES(mutex_);
  /// What codeOf() returns if there is code already, else null. It never waits.
  const CompiledKernel* madeCodeOf(const CompiledKernel& kernel) const {
    return made_[indexOf(kernel)].load(std::memory_order_acquire);
  }
  /// Has the code of one of kernels() made in the background, while nothing else is to be built.
  /// Nothing happens if that is not possible. A launch tries again what failed there.
  void prepareCodeOf(const CompiledKernel& kernel);
  /// The reply with the code of all kernels, or the errors of codeOf(). The same at each call: the
  /// application asks for the size of a program binary first.
  Result<std::shared_ptr<const CompileReply>> wholeReply() EXCLUDES(mutex_);

 private:
  size_t indexOf(const CompiledKernel& kernel) const { return &kernel - kernels_.data(); }
  Result<std::shared_ptr<const CompileReply>> makeWholeReply() EXCLUDES(mutex_);
  Result<std::shared_ptr<LoadedCode>> make(std::span<const size_t> which) EXCLUDES(mutex_);
  /// make() on another thread, if one can be started: that of a launch may have a small stack.
  Result<std::shared_ptr<LoadedCode>> makeOnThread(std::span<const size_t> which) EXCLUDES(mutex_);

  const std::shared_ptr<const CompileReply> reply_;
  const Make make_;
  std::vector<CompiledKernel> kernels_;
  std::vector<size_t> bitcodeOf_;  // of each kernel: an index of reply_->bitcode
  std::vector<std::atomic<const CompiledKernel*>> made_;  // of each kernel; null: not yet
  Mutex mutex_;
  std::vector<std::shared_ptr<LoadedCode>> code_ GUARDED_BY(mutex_);  // what made_ points into
  std::vector<std::optional<Status>> failures_ GUARDED_BY(mutex_);    // of each kernel
  std::optional<Result<std::shared_ptr<const CompileReply>>> whole_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
