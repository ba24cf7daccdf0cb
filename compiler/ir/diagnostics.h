// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How passes and code generation say no. A pass calls refuse(); the context's handler, installed by
// collectDiagnostics(), keeps the sentences for the build log, and the pass runner stops at the
// first stage that refused.
#pragma once

#include <string>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
class Twine;
}  // namespace llvm

namespace lanewise {

struct DiagnosticLog {
  std::string text;      // one sentence a line
  bool refused = false;  // the module needs what is not there: Outcome::Refused
  bool failed = false;   // an error of another kind: Outcome::Failed
  bool ok() const { return !refused && !failed; }
};

/// From now on errors, warnings and remarks of `context` go to `log`, which must outlive it.
void collectDiagnostics(llvm::LLVMContext& context, DiagnosticLog& log);

/// "unsupported: <what>, used in kernel 'a', 'b'": the kernels that reach `where`. The pass goes on
/// with IR that is still valid; what it computes no longer matters.
void refuse(const llvm::Function& where, const llvm::Twine& what);
/// The same of one instruction, with its place in the source where it is known (-g): " (a.cl:1:2)".
void refuse(const llvm::Instruction& where, const llvm::Twine& what);

}  // namespace lanewise
