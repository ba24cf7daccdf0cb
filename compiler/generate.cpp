// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation proper, into memory.
#include "compiler/generate.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>

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

}  // namespace

llvm::Expected<llvm::SmallVector<char, 0>> emitCode(llvm::Module& module,
                                                    llvm::TargetMachine& machine, CodeForm form) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager manager;
  // A kernel's function that is called like one of the C library is not that one.
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  manager.add(new llvm::TargetLibraryInfoWrapperPass(library));
  const auto type = form == CodeForm::Object ? llvm::CodeGenFileType::ObjectFile
                                             : llvm::CodeGenFileType::AssemblyFile;
  // Loop strength reduction takes a fifth of code generation, more in kernels with many loops over
  // work-items, and x86's addressing modes leave it nothing to win: docs/build-speed.md.
  {
    const FlagSet noStrengthReduction("disable-lsr");
    if (machine.addPassesToEmitFile(manager, stream, nullptr, type))
      return llvm::createStringError("the code generator cannot emit this kind of file");
  }
  manager.run(module);
  if (llvm::TimePassesIsEnabled) llvm::reportAndResetTimings();
  return bytes;
}

}  // namespace lanewise
