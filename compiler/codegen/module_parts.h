// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ModuleParts: a module of many kernels in parts, whose code several threads generate at the same
// time. The linker joins their objects.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class LLVMContext;
class Module;
}  // namespace llvm

namespace lanewise {

/// Kernels that share a function are in one part, with all that they call. Variables that several
/// parts use are defined in the first part only, as hidden symbols.
class ModuleParts {
 public:
  /// Divides `module` into at most `most` parts of about the same size, and leaves the first part
  /// in it. A small module, one with debug information, or one whose variables hold addresses of
  /// functions stays whole.
  ModuleParts(llvm::Module& module, unsigned most);

  unsigned count() const { return count_; }

  /// Part `number`, from 1 to count() - 1, as a module of `context`. Several threads may call it.
  llvm::Expected<std::unique_ptr<llvm::Module>> read(unsigned number,
                                                     llvm::LLVMContext& context) const;

 private:
  void assign(const llvm::Module& module, unsigned most);
  unsigned partOf(const llvm::Function& function) const;
  void share(llvm::GlobalVariable& variable);

  unsigned count_ = 1;
  llvm::StringMap<unsigned> partOf_;  // of each defined function
  llvm::SmallVector<char, 0> whole_;  // bitcode
};

}  // namespace lanewise
