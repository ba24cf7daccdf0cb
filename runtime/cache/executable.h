// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executable: the kernels of a program that was built, with their code, or with code that is made
// when it is needed.
#pragma once

#include "runtime/cache/deferred_code.h"
#include "runtime/cache/loaded_code.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace lanewise {

class Executable {
 public:
  /// Without kernels: the program is not built, or to something else.
  Executable() = default;
  explicit Executable(std::shared_ptr<LoadedCode> code) : code_(std::move(code)) {}
  explicit Executable(std::shared_ptr<DeferredCode> code) : deferred_(std::move(code)) {}
  explicit operator bool() const { return code_ || deferred_; }

  /// In the order of the module. \pre The program is built.
  const std::vector<CompiledKernel>& kernels() const {
    return code_ ? code_->kernels() : deferred_->kernels();
  }
  /// One of kernels(), which keeps all of them.
  std::shared_ptr<const CompiledKernel> hold(const CompiledKernel& kernel) const {
    if (code_) return {code_, &kernel};
    return {deferred_, &kernel};
  }
  /// Null if there is none of that name.
  std::shared_ptr<const CompiledKernel> find(std::string_view name) const {
    const CompiledKernel* kernel = findKernel(kernels(), name);
    return kernel ? hold(*kernel) : nullptr;
  }
  bool hasInitializers() const { return code_ && code_->hasInitializers(); }
  bool hasFinalizers() const { return code_ && code_->hasFinalizers(); }
  /// Drops `what` when finalizers have run, if there are some. Code without variables may belong to
  /// several programs, and has nothing to finalize.
  void keepUntilFinalized(const std::shared_ptr<void>& what) const {
    if (hasFinalizers() && code_->globalVariableBytes() != 0) code_->keepUntilFinalized(what);
  }
  bool isDeferred() const { return deferred_ != nullptr; }
  /// The compiler's reply with the code of all kernels, which may have to be made. The errors of
  /// DeferredCode::codeOf().
  Result<std::shared_ptr<const CompileReply>> wholeReply() const {
    if (code_) return code_->sharedReply();
    return deferred_->wholeReply();
  }

 private:
  std::shared_ptr<LoadedCode> code_;
  std::shared_ptr<DeferredCode> deferred_;
};

}  // namespace lanewise
