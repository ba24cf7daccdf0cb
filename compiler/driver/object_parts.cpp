// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calling thread compiles the first part of a module, where the module is, and helps with the
// other parts. Each of those has a context of LLVM of its own.
#include "compiler/driver/object_parts.h"

#include "compiler/codegen/generate.h"
#include "compiler/codegen/kernel_bitcode.h"
#include "compiler/codegen/module_parts.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/build.h"
#include "threads/blocked_signals.h"
#include "threads/deep_thread.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
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

/// Parts that become modules of their own. The threads take one after another.
class Parts {
 public:
  /// Makes the module of a part; several threads may call it.
  using Read =
      std::function<llvm::Expected<std::unique_ptr<llvm::Module>>(size_t, llvm::LLVMContext&)>;
  Parts(Build& build, size_t count, Read read)
      : build_(build), read_(std::move(read)), results_(count) {}

  void startThreads(size_t count) {
    const BlockedSignals inherited;
    while (threads_.size() < count) {
      const auto thread = startDeepThread(
          kStackBytes, [](void* user) { static_cast<Parts*>(user)->takeAll(); }, this);
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
    for (size_t i; (i = next_++) < results_.size();)
      results_[i].diagnostics.add(make(i, results_[i]));
  }

  llvm::Error make(size_t number, Result& result) const {
    llvm::LLVMContext context;
    collectDiagnostics(context, result.diagnostics);
    context.setDiscardValueNames(build_.context.shouldDiscardValueNames());
    auto module = read_(number, context);
    if (!module) return module.takeError();
    auto machine = build_.takeMachine();
    if (!machine) return machine.takeError();
    PassRun run = build_.passRun();
    run.machine = machine->get();
    run.diagnostics = &result.diagnostics;
    return makeObject(**module, run, result.object);
  }

  Build& build_;
  const Read read_;
  std::deque<Result> results_;
  std::atomic<size_t> next_ = 0;
  std::vector<pthread_t> threads_;
};

/// One object of the module, or one of each of its parts.
llvm::Error makeObjectsOfModule(Build& build) {
  const ModuleParts parts(*build.module, build.threads);
  const size_t others = parts.count() - 1;
  Parts rest(build, others, [&](size_t number, llvm::LLVMContext& context) {
    return parts.read(static_cast<unsigned>(number) + 1, context);
  });
  rest.startThreads(others);
  build.objects.emplace_back();
  llvm::Error error = makeObject(*build.module, build.passRun(), build.objects.front());
  rest.finish();
  return error;
}

void makeObjectsOfBitcode(Build& build) {
  const auto& bitcode = build.request.bitcode;
  Parts parts(build, bitcode.size(), [&](size_t number, llvm::LLVMContext& context) {
    return readBitcode(bitcode[number], context);
  });
  parts.startThreads(std::min<size_t>(build.threads, bitcode.size()) - 1);
  parts.finish();
}

}  // namespace

llvm::Error makeObjects(Build& build) {
  if (build.request.goal != Goal::BitcodeToCode) return makeObjectsOfModule(build);
  if (build.request.bitcode.empty())
    return makeError(DiagnosticKind::InvalidInput, "there is no bitcode to make code of");
  makeObjectsOfBitcode(build);
  return llvm::Error::success();
}

}  // namespace lanewise
