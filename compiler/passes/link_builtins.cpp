// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// link-builtins: the device library's functions that the module calls come into it. Large ones
// (noinline in the bitcode) stay declarations, which the support archive answers.
#include "compiler/passes.h"

#include "builtins/device_library.h"
#include "compiler/diagnostics.h"
#include "compiler/function_attributes.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

namespace lanewise {
namespace {

constexpr llvm::StringRef kPrefix = "lw_";

bool needsLibrary(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (function.isDeclaration() && !function.use_empty() && function.getName().starts_with(kPrefix))
      return true;
  return false;
}

std::unique_ptr<llvm::Module> openLibrary(llvm::Module& module) {
  const auto bytes = builtins::bitcode();
  const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  auto library =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "device library"), module.getContext());
  if (!library) {
    module.getContext().emitError("the device library cannot be read: " +
                                  llvm::toString(library.takeError()));
    return nullptr;
  }
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  for (llvm::Function& function : **library)
    if (function.hasFnAttribute(llvm::Attribute::NoInline) && !function.isDeclaration()) {
      function.deleteBody();
      function.setIsMaterializable(false);
    }
  return std::move(*library);
}

// Called functions that the library does not have.
void refuseMissing(llvm::Module& module, const llvm::Module& library) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with(kPrefix)) continue;
    const llvm::Function* found = library.getFunction(function.getName());
    if (found && found->getFunctionType() == function.getFunctionType()) continue;
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        refuse(*call->getFunction(), "builtin " + function.getName());
  }
}

void adopt(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isIntrinsic() || !function.getName().starts_with(kPrefix)) continue;
    if (function.isDeclaration()) {
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
      function.setDSOLocal(true);
    } else {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

}  // namespace

llvm::PreservedAnalyses LinkBuiltinsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!needsLibrary(module)) return llvm::PreservedAnalyses::all();
  llvm::SmallPtrSet<llvm::Function*, 16> own;
  for (llvm::Function& function : module) 
    if (!function.isDeclaration()) own.insert(&function);
  std::unique_ptr<llvm::Module> library = openLibrary(module);
  if (!library) return llvm::PreservedAnalyses::all();
  refuseMissing(module, *library);
  if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded))
    module.getContext().emitError("the device library cannot be linked");
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !own.contains(&function)) stampAttributes(function);
  adopt(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
