// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calling thread compiles the first part, where the module is, and helps with the others. Each
// of those has a context of LLVM of its own.
#include "compiler/driver/object_parts.h"

#include "compiler/codegen/generate.h"
#include "compiler/codegen/module_parts.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/build.h"
#include "threads/blocked_signals.h"
#include "threads/deep_thread.h"

#include <llvm/ADT/STLExtras.h>

#include <atomic>
#include <deque>
#include <vector>

namespace lanewise {
namespace {

constexpr size_t kStackBytes = size_t(64) << 20;

llvm::Error makeObject(llvm::Module& module, const PassRun& run, ObjectBytes& object) {
  if (llvm::Error error = runStage(Stage::Object, module, run)) return error;
  if (run.diagnostics->hasErrors()) return llvm::Error::success();
  auto made = emitCode(module, *run.machine, CodeForm::Object);
  if (!made) return made.takeError();
  object = std::move(*made);
  return llvm::Error::success();
}

/// The parts of a module behind the first. The threads take one after another.
class OtherParts {
 public:
  OtherParts(Build& build, const ModuleParts& parts) : build_(build), parts_(parts) {
    for (unsigned number = 1; number < parts.count(); ++number) results_.emplace_back();
  }

  void startThreads() {
    const BlockedSignals inherited;
    while (threads_.size() < results_.size()) {
      const auto thread = startDeepThread(
          kStackBytes, [](void* user) { static_cast<OtherParts*>(user)->takeAll(); }, this);
      if (!thread) return;
      threads_.push_back(*thread);
    }
  }

  /// Ends when all parts are done. The calling thread helps.
  void finish() {
    takeAll();
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
    for (Result& result : results_) {
      for (const Diagnostic& diagnostic : result.diagnostics.all())
        build_.diagnostics.add(diagnostic);
      build_.objects.push_back(std::move(result.object));
    }
  }

 private:
  struct Result {
    DiagnosticList diagnostics;
    ObjectBytes object;
  };

  void takeAll() {
    for (unsigned i; (i = next_++) < results_.size();) {
      Result& result = results_[i];
      result.diagnostics.add(make(i + 1, result));
    }
  }

  llvm::Error make(unsigned number, Result& result) const {
    llvm::LLVMContext context;
    collectDiagnostics(context, result.diagnostics);
    context.setDiscardValueNames(build_.context.shouldDiscardValueNames());
    auto module = parts_.read(number, context);
    if (!module) return module.takeError();
    auto machine = build_.takeMachine();
    if (!machine) return machine.takeError();
    PassRun run = build_.passRun();
    run.machine = machine->get();
    run.diagnostics = &result.diagnostics;
    return makeObject(**module, run, result.object);
  }

  Build& build_;
  const ModuleParts& parts_;
  std::deque<Result> results_;
  std::atomic<unsigned> next_ = 0;
  std::vector<pthread_t> threads_;
};

}  // namespace

llvm::Error makeObjects(Build& build) {
  const ModuleParts parts(*build.module, build.threads);
  OtherParts others(build, parts);
  others.startThreads();
  build.objects.emplace_back();
  llvm::Error error = makeObject(*build.module, build.passRun(), build.objects.front());
  others.finish();
  return error;
}

}  // namespace lanewise
