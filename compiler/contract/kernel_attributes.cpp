// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the kernels of a module by their attributes.
#include "compiler/contract/kernel_attributes.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <string>

namespace lanewise {

bool isKernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL ||
         function.hasFnAttribute(kKernelAttribute);
}

llvm::SmallVector<llvm::Function*> kernelsOf(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(kKernelAttribute))
      kernels.push_back(&function);
  return kernels;
}

void setNumberAttribute(llvm::Function& function, llvm::StringRef name, uint64_t value) {
  function.addFnAttr(name, std::to_string(value));
}

}  // namespace lanewise
