// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoadedCode: linked code mapped by the dynamic loader, and the kernels found in it. Unmapped with
// its last user: the program, the kernels made of it and their launches share it. Initializers of
// program-scope variables have run when there is a LoadedCode; its end runs the finalizers.
#pragma once

#include "interface/compile_reply.h"
#include "runtime/base/status.h"
#include "runtime/cache/code_file.h"
#include "runtime/launch/compiled_kernel.h"
#include "runtime/launch/launch_kinds.h"

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace lanewise {

class LoadedCode {
 public:
  /// Maps the code of a reply with Outcome::Ok. Fails with CL_OUT_OF_RESOURCES and every reason
  /// when no place can serve, or when the code is not what its metadata say.
  static Result<std::shared_ptr<LoadedCode>> load(std::shared_ptr<const CompileReply> reply,
                                                  const CodeFile::Places& places);
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

  /// In the order of the module; initializers and finalizers are not among them.
  const std::vector<CompiledKernel>& kernels() const { return kernels_; }
  /// Lets launches have code compiled for their kind, by `maker`, unless there are program-scope
  /// variables, which must not exist twice. `moduleBytes` is the size of the modules that are
  /// compiled. What a second call gives is ignored.
  void allowKinds(uint64_t moduleBytes, const LaunchKinds::Maker& maker);
  bool hasInitializers() const { return !initializers_.empty(); }
  bool hasFinalizers() const { return !finalizers_.empty(); }
  /// Drops `what` when the finalizers have run.
  void keepUntilFinalized(std::shared_ptr<void> what) { untilFinalized_ = std::move(what); }
  /// Null if there is none of that name.
  const CompiledKernel* find(std::string_view name) const { return findKernel(kernels_, name); }
  uint64_t globalVariableBytes() const { return reply_->globalVariableBytes; }
  /// What it was loaded from.
  const CompileReply& reply() const { return *reply_; }
  const std::shared_ptr<const CompileReply>& sharedReply() const { return reply_; }

 private:
  LoadedCode(std::shared_ptr<const CompileReply> reply, CodeFile file, void* handle)
      : reply_(std::move(reply)), file_(std::move(file)), handle_(handle) {}
  /// Removes the name of the file unless somebody will look at it.
  void hideFile();
  Status findEntries();
  Status runInitializers();
  void runFinalizers() noexcept;

  std::shared_ptr<void> untilFinalized_;
  const std::shared_ptr<const CompileReply> reply_;
  CodeFile file_;
  void* handle_;  // of dlopen
  std::vector<CompiledKernel> kernels_, blocks_, initializers_, finalizers_;
  std::once_flag kindsAllowed_;
  bool initialized_ = false;  // all initializers have run
};

}  // namespace lanewise
