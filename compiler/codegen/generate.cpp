// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs LLVM's code generator and returns an object or assembly in memory.
#include "compiler/codegen/generate.h"

#include "builtins/functions.h"
#include "compiler/codegen/assembly_errors.h"
#include "compiler/codegen/note_function.h"
#include "compiler/codegen/skip_hoisting.h"
#include "compiler/codegen/split_long_blocks.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/repairs/repairs.h"
#include "compiler/target/target.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/PassInfo.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cassert>
#include <memory>
#include <mutex>
#include <utility>

namespace lanewise {
namespace {

// LLVM's code generator reads options of the process. Those of generatorFlags(),
// generatorLimits() and generatorBudgets() (target.h) are set while any build generates code. The
// last build restores them for other users of LLVM in a process that compiles kernels itself.
class GeneratorOptions {
 public:
  GeneratorOptions() {
    State& all = state();
    const std::lock_guard guard(all.mutex);
    if (all.users++ == 0) all.forEach([](auto& option) { option.set(); });
  }
  ~GeneratorOptions() {
    State& all = state();
    const std::lock_guard guard(all.mutex);
    if (--all.users == 0) all.forEach([](auto& option) { option.putBack(); });
  }
  GeneratorOptions(const GeneratorOptions&) = delete;
  GeneratorOptions& operator=(const GeneratorOptions&) = delete;

 private:
  template <class T>
  struct Option {
    GeneratorOption<T> wanted;
    llvm::cl::opt<T>* option = nullptr;
    T before = {};

    void set() {
      const auto& options = llvm::cl::getRegisteredOptions();
      const auto found = options.find(wanted.name);
      if (found == options.end()) return;
      option = static_cast<llvm::cl::opt<T>*>(found->second);
      before = *option;
      option->setValue(wanted.value);
    }
    void putBack() {
      if (option) option->setValue(before);
    }
  };
  struct State {
    std::mutex mutex;
    unsigned users = 0;
    llvm::SmallVector<Option<bool>> flags;
    llvm::SmallVector<Option<unsigned>> limits;
    llvm::SmallVector<Option<unsigned long>> budgets;

    State() {
      for (const GeneratorFlag& flag : generatorFlags()) flags.push_back({flag});
      for (const GeneratorLimit& limit : generatorLimits()) limits.push_back({limit});
      for (const GeneratorBudget& budget : generatorBudgets()) budgets.push_back({budget});
    }
    void forEach(auto&& act) {
      for (auto& flag : flags) act(flag);
      for (auto& limit : limits) act(limit);
      for (auto& budget : budgets) act(budget);
    }
  };
  static State& state() {
    static auto* one = new State;  // builds may run while the process exits
    return *one;
  }
};

// LLVM's passes for one code generator, and where they write. Making them is a tenth of what a
// small kernel takes, so those that made an object wait for the next module.
struct CodePipeline {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream{bytes};
  llvm::legacy::PassManager manager;
};
using Pipeline = std::unique_ptr<CodePipeline>;

// As LLVMTargetMachine::addPassesToEmitFile, with our passes behind CodeGenPrepare.
bool addPasses(llvm::LLVMTargetMachine& machine, CodePipeline& pipeline,
               llvm::CodeGenFileType type) {
  llvm::TargetPassConfig* config = machine.createPassConfig(pipeline.manager);
  config->setDisableVerify(true);
  const llvm::PassInfo* prepare =
      llvm::PassRegistry::getPassRegistry()->getPassInfo(llvm::StringRef("codegenprepare"));
  assert(prepare && "createPassConfig() registers the passes of code generation");
  config->insertPass(prepare->getTypeInfo(), createNoteFunctionPass());
  config->insertPass(prepare->getTypeInfo(), createSplitLongBlocksPass());
  auto* info = new llvm::MachineModuleInfoWrapperPass(&machine);
  pipeline.manager.add(config);
  pipeline.manager.add(info);
  if (config->addISelPasses()) return false;
  config->addMachinePasses();
  config->setInitialized();
  if (machine.addAsmPrinter(pipeline.manager, pipeline.stream, nullptr, type,
                            info->getMMI().getContext()))
    return false;
  pipeline.manager.add(llvm::createFreeMachineFunctionPass());
  return true;
}

llvm::Expected<Pipeline> makePipeline(llvm::TargetMachine& machine, CodeForm form) {
  auto made = std::make_unique<CodePipeline>();
  // A kernel's function that is called like one of the C library is not that one.
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  made->manager.add(new llvm::TargetLibraryInfoWrapperPass(library));
  const auto type = form == CodeForm::Object ? llvm::CodeGenFileType::ObjectFile
                                             : llvm::CodeGenFileType::AssemblyFile;
  if (!addPasses(static_cast<llvm::LLVMTargetMachine&>(machine), *made, type))
    return makeError(DiagnosticKind::InternalError,
                     "the code generator cannot emit this kind of file");
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

// Debug information and assembly files have state of their own, and are no matter of milliseconds.
// The repair is about numeric labels of inline assembly, which leave pointers to freed ones in the
// generator (MCContext::reset()).
bool isKept(const llvm::Module& module, CodeForm form) {
  return form == CodeForm::Object && !llvm::TimePassesIsEnabled &&
         module.debug_compile_units().empty() &&
         !(isRepaired(Repair::AssemblyLabels) && firstAssembly(module));
}

// Where flags allow it, LLVM divides by an approximation of the processor and one step of Newton's
// iteration. The approximations of processors differ, and near the largest divisors the step has
// subnormal numbers: its result has 12 bits.
void divideExactly(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr("reciprocal-estimates", "none");
}

// A convention of the target, so no pass on IR sees it.
void setVariantConvention(llvm::Module& module, llvm::CallingConv::ID convention) {
  for (llvm::Function& function : module) {
    if (!builtins::isVectorVariant(function.getName())) continue;
    function.setCallingConv(convention);
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->setCallingConv(convention);
  }
}

}  // namespace

llvm::Expected<llvm::SmallVector<char, 0>> emitCode(llvm::Module& module,
                                                    llvm::TargetMachine& machine, CodeForm form) {
  const GeneratorOptions options;
  const bool kept = isKept(module, form);
  Pipeline pipeline = kept ? idlePipelines().take(machine) : nullptr;
  if (!pipeline) {
    auto made = makePipeline(machine, form);
    if (!made) return made.takeError();
    pipeline = std::move(*made);
  }
  divideExactly(module);
  setVariantConvention(module, variantConvention(machine));
  setCounter(module);
  {
    const AssemblyErrors errors(module);
    const SkipHoisting gate(module);
    pipeline->manager.run(module);
  }
  if (llvm::TimePassesIsEnabled) llvm::reportAndResetTimings();
  llvm::SmallVector<char, 0> bytes = std::exchange(pipeline->bytes, {});
  // One that met an error stopped somewhere.
  const bool failed = module.getContext().getDiagHandlerPtr()->HasErrors;
  if (kept && !failed) idlePipelines().give(machine, std::move(pipeline));
  return bytes;
}

}  // namespace lanewise
