// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// link-builtins: links the device library's functions that the module calls into it, family by
// family. Large ones (noinline in the bitcode) stay declarations, which the runtime library
// defines. So do vector variants, which are not in the bitcode.
#include "compiler/contract/pass.h"

#include "builtins/device_library.h"
#include "builtins/functions.h"
#include "builtins/library_prefix.h"
#include "compiler/contract/function_attributes.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/library_calls.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

namespace lanewise {

/// Requires: `lw_*` calls. Ensures, or refuses: small ones are defined here, large ones declared
/// for the runtime library.
MODULE_PASS(LinkBuiltinsPass);

namespace {

using Bytes = std::span<const std::byte>;

// The called functions that the module does not have and that were not looked for yet. Names, since
// linking a family may replace declarations.
llvm::SmallVector<llvm::StringRef> newlyMissing(llvm::Module& module, llvm::StringSet<>& known) {
  llvm::SmallVector<llvm::StringRef> missing;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || function.use_empty() ||
        !function.getName().starts_with(kLibraryPrefix) ||
        builtins::isVectorVariant(function.getName()))
      continue;
    const auto [entry, isNew] = known.insert(function.getName());
    if (isNew) missing.push_back(entry->getKey());
  }
  return missing;
}

std::unique_ptr<llvm::Module> open(Bytes bytes, llvm::Module& module) {
  const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  auto library = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "device library"),
                                            module.getContext());
  if (!library) {
    reportInternalError(
        module, "the device library cannot be read: " + llvm::toString(library.takeError()));
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

void reportCalls(llvm::Function& function) {
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
      reportUnsupported(*call, "builtin function '" + function.getName() + "'");
}

// Copies the effects to a declaration that states none: one that only other functions of the
// library call. The program's calls state what is needed.
void copyUnknownEffects(const llvm::Function& from, llvm::Function& to) {
  if (to.getMemoryEffects() != llvm::MemoryEffects::unknown()) return;
  to.setMemoryEffects(from.getMemoryEffects());
  if (from.willReturn()) to.setWillReturn();
  if (from.doesNotThrow()) to.setDoesNotThrow();
}

// One family of the library; its functions may call those of others.
bool linkFamily(llvm::Module& module, Bytes bytes, llvm::ArrayRef<llvm::StringRef> wanted) {
  std::unique_ptr<llvm::Module> family = open(bytes, module);
  if (!family) return false;
  for (llvm::StringRef name : wanted) {
    llvm::Function &function = *module.getFunction(name), &linked = *family->getFunction(name);
    if (linked.getFunctionType() != function.getFunctionType()) reportCalls(function);
    if (linked.isDeclaration()) copyUnknownEffects(linked, function);
  }
  if (!llvm::Linker::linkModules(module, std::move(family), llvm::Linker::LinkOnlyNeeded))
    return true;
  reportInternalError(module, "the device library cannot be linked");
  return false;
}

void linkLibrary(llvm::Module& module) {
  llvm::StringSet<> known;
  for (;;) {
    llvm::MapVector<const std::byte*, std::pair<Bytes, llvm::SmallVector<llvm::StringRef>>>
        families;
    for (llvm::StringRef name : newlyMissing(module, known)) {
      const Bytes bytes = builtins::moduleOf(name);
      if (bytes.empty()) {
        reportCalls(*module.getFunction(name));
        continue;
      }
      auto& [found, wanted] = families[bytes.data()];
      found = bytes;
      wanted.push_back(name);
    }
    if (families.empty()) return;
    for (auto& [start, family] : families)
      if (!linkFamily(module, family.first, family.second)) return;
  }
}

// True if there was any of the library.
bool adopt(llvm::Module& module) {
  bool found = false;
  for (llvm::Function& function : module) {
    if (function.isIntrinsic() || !function.getName().starts_with(kLibraryPrefix)) continue;
    found = true;
    if (function.isDeclaration()) {
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
      function.setDSOLocal(true);
    } else {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  return found;
}

}  // namespace

llvm::PreservedAnalyses LinkBuiltinsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::SmallPtrSet<llvm::Function*, 16> own;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) own.insert(&function);
  linkLibrary(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !own.contains(&function)) stampAttributes(function);
  return adopt(module) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
