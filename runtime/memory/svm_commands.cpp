// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command of clEnqueueSVMFree: frees the pointers, or calls the application's function instead.
#include "runtime/memory/svm_commands.h"

#include "runtime/context/context.h"
#include "runtime/queue/queue.h"

namespace lanewise {
namespace {

class SvmFree final : public Command {
 public:
  SvmFree(Queue& queue, std::vector<void*> pointers, SvmFreeFunction function, void* user)
      : Command(CL_COMMAND_SVM_FREE),
        queue_(queue),
        pointers_(std::move(pointers)),
        function_(function),
        user_(user) {}

  Status run() override {
    if (function_) {
      const QueueThreads::ForeignCode foreign;
      function_(queue_.handle(), cl_uint(pointers_.size()), pointers_.data(), user_);
    } else {
      for (void* pointer : pointers_) queue_.context().svm().free(pointer, SvmKind::Svm);
    }
    return CL_COMPLETE;
  }
  // The application's function may want a lock that the waiting thread holds.
  bool hostMayHelp() const override { return !function_; }

 private:
  Queue& queue_;
  std::vector<void*> pointers_;
  SvmFreeFunction function_;
  void* user_;
};

}  // namespace

std::unique_ptr<Command> makeSvmFree(Queue& queue, std::vector<void*> pointers,
                                     SvmFreeFunction function, void* user) {
  return std::make_unique<SvmFree>(queue, std::move(pointers), function, user);
}

}  // namespace lanewise
