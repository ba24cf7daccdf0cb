// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code generation and the assembler say of inline assembly, with its place in the source.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DiagnosticHandler.h>

#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class Instruction;
class LLVMContext;
class Module;
}  // namespace llvm

namespace lanewise {

/// The first inline assembly of the source in `module`, for errors that do not name theirs; null if
/// there is none.
const llvm::Instruction* firstAssembly(const llvm::Module& module);

/// Takes the diagnostics of the module's context while code is generated. The end gives the errors
/// about inline assembly to the handler that was there before, which gets all others at once.
class AssemblyErrors {
 public:
  explicit AssemblyErrors(llvm::Module& module);
  AssemblyErrors(const AssemblyErrors&) = delete;
  AssemblyErrors& operator=(const AssemblyErrors&) = delete;
  ~AssemblyErrors();

 private:
  struct Error {
    uint64_t number;  // of restore-assembly; 0 if it is not known
    std::string text;
  };
  class Handler;

  llvm::Module& module_;
  std::unique_ptr<llvm::DiagnosticHandler> before_;
  llvm::SmallVector<Error> errors_;
};

}  // namespace lanewise
