// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation proper, into memory.
#include "compiler/generate.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <mutex>
#include <utility>

namespace lanewise {
namespace {

// LLVM's code generator takes its passes from flags of the process; this one is set while they are
// chosen and put back, for whoever else uses LLVM in it. One build at a time: in a host that compiles
// in its own process several run at once, and one would put back what another has set.
class FlagSet {
 public:
  explicit FlagSet(llvm::StringRef name) : guard_(mutex()) {
    const auto& options = llvm::cl::getRegisteredOptions();
    if (const auto found = options.find(name); found != options.end()) {
      option_ = static_cast<llvm::cl::opt<bool>*>(found->second);
      before_ = *option_;
      option_->setValue(true);
    }
  }
  ~FlagSet() {
    if (option_) option_->setValue(before_);
  }
  FlagSet(const FlagSet&) = delete;
  FlagSet& operator=(const FlagSet&) = delete;

 private:
  static std::mutex& mutex() {
    static auto* one = new std::mutex;  // builds may run while the process exits
    return *one;
  }

  std::lock_guard<std::mutex> guard_;
  llvm::cl::opt<bool>* option_ = nullptr;
  bool before_ = false;
};

// LLVM's passes for one code generator, and where they write. Making them is a tenth of what a small
// kernel takes, so those that made an object wait for the next module.
struct CodePipeline {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream{bytes};
  llvm::legacy::PassManager manager;
};
using Pipeline = std::unique_ptr<CodePipeline>;

llvm::Expected<Pipeline> makePipeline(llvm::TargetMachine& machine, CodeForm form) {
  auto made = std::make_unique<CodePipeline>();
  // A kernel's function that is called like one of the C library is not that one.
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  made->manager.add(new llvm::TargetLibraryInfoWrapperPass(library));
  const auto type = form == CodeForm::Object ? llvm::CodeGenFileType::ObjectFile
                                             : llvm::CodeGenFileType::AssemblyFile;
  // Loop strength reduction takes a fifth of code generation, more in kernels with many loops over
  // work-items, and x86's addressing modes leave it nothing to win: docs/build-speed.md.
  const FlagSet noStrengthReduction("disable-lsr");
  if (machine.addPassesToEmitFile(made->manager, made->stream, nullptr, type))
    return llvm::createStringError("the code generator cannot emit this kind of file");
  return made;
}

// One for each code generator that is not at work. Those are never destroyed, nor are these.
class IdlePipelines {
 public:
  Pipeline take(const llvm::TargetMachine& machine) {
    std::lock_guard guard(mutex_);
    return std::move(pipelines_[&machine]);
  }
  void give(const llvm::TargetMachine& machine, Pipeline pipeline) {
    std::lock_guard guard(mutex_);
    pipelines_[&machine] = std::move(pipeline);
  }

 private:
  std::mutex mutex_;
  llvm::DenseMap<const llvm::TargetMachine*, Pipeline> pipelines_;
};

IdlePipelines& idlePipelines() {
  static auto* pipelines = new IdlePipelines;
  return *pipelines;
}

// Debug information and assembly have state of their own, and are no matter of milliseconds.
bool isKept(const llvm::Module& module, CodeForm form) {
  return form == CodeForm::Object && !llvm::TimePassesIsEnabled &&
         module.debug_compile_units().empty();
}

}  // namespace

llvm::Expected<llvm::SmallVector<char, 0>> emitCode(llvm::Module& module,
                                                    llvm::TargetMachine& machine, CodeForm form) {
  const bool kept = isKept(module, form);
  Pipeline pipeline = kept ? idlePipelines().take(machine) : nullptr;
  if (!pipeline) {
    auto made = makePipeline(machine, form);
    if (!made) return made.takeError();
    pipeline = std::move(*made);
  }
  pipeline->manager.run(module);
  if (llvm::TimePassesIsEnabled) llvm::reportAndResetTimings();
  llvm::SmallVector<char, 0> bytes = std::exchange(pipeline->bytes, {});
  // One that met an error stopped somewhere.
  const bool failed = module.getContext().getDiagHandlerPtr()->HasErrors;
  if (kept && !failed) idlePipelines().give(machine, std::move(pipeline));
  return bytes;
}

}  // namespace lanewise
