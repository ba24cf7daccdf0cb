// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation proper, into memory.
#include "compiler/generate.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

namespace lanewise {

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
  if (machine.addPassesToEmitFile(manager, stream, nullptr, type))
    return llvm::createStringError("the code generator cannot emit this kind of file");
  manager.run(module);
  if (llvm::TimePassesIsEnabled) llvm::reportAndResetTimings();
  return bytes;
}

}  // namespace lanewise
