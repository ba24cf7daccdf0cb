// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part travels to its context as bitcode of the whole module, of which only the part's functions
// are read.
#include "compiler/codegen/module_parts.h"

#include "compiler/codegen/function_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace lanewise {
namespace {

// Smaller parts take longer to be handed over than to be compiled.
constexpr size_t kLeastInstructions = 2000;
constexpr llvm::StringLiteral kSharedPrefix = "variable.";

bool isDefined(const llvm::Function& function) { return !function.isDeclaration(); }

}  // namespace

ModuleParts::ModuleParts(llvm::Module& module, unsigned most) {
  if (most < 2 || !isDivisible(module)) return;
  assign(module, most);
  if (count_ == 1) return;
  for (llvm::GlobalVariable& variable : module.globals())
    if (!variable.isDeclaration()) share(variable);
  llvm::raw_svector_ostream stream(whole_);
  llvm::WriteBitcodeToFile(module, stream);
  for (llvm::Function& function : llvm::make_filter_range(module, isDefined))
    if (partOf(function) != 0) function.deleteBody();
}

// The largest group first, each to the smallest part.
void ModuleParts::assign(const llvm::Module& module, unsigned most) {
  const auto groups = groupsOf(module);
  if (!groups) return;
  std::vector<std::pair<size_t, size_t>> bySize;  // instructions, place in groups
  size_t all = 0;
  for (const auto& [place, group] : llvm::enumerate(*groups)) {
    bySize.emplace_back(sizeOf(group), place);
    all += bySize.back().first;
  }
  most = static_cast<unsigned>(std::min<size_t>({most, all / kLeastInstructions, groups->size()}));
  std::ranges::sort(bySize, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (most < 2 || bySize.front().first > kMostInstructionsOfGroup) return;
  count_ = most;
  std::vector<size_t> filled(most);
  for (const auto& [instructions, place] : bySize) {
    const auto smallest = std::ranges::min_element(filled);
    *smallest += instructions;
    for (const llvm::Function* function : (*groups)[place])
      partOf_[function->getName()] = static_cast<unsigned>(smallest - filled.begin());
  }
}

unsigned ModuleParts::partOf(const llvm::Function& function) const {
  return partOf_.lookup(function.getName());
}

// A variable of one part stays there.
void ModuleParts::share(llvm::GlobalVariable& variable) {
  llvm::SmallPtrSet<const llvm::Function*, 8> users;
  addUsers(variable, users);
  llvm::SmallDenseSet<unsigned> parts;
  for (const llvm::Function* user : users) parts.insert(partOf(*user));
  if (parts.size() < 2 && variable.hasLocalLinkage()) return;
  if (variable.hasLocalLinkage()) variable.setName(kSharedPrefix + variable.getName());
  variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (!variable.hasProtectedVisibility())  // the host looks for it
    variable.setVisibility(llvm::GlobalValue::HiddenVisibility);
  variable.setDSOLocal(true);
}

llvm::Expected<std::unique_ptr<llvm::Module>> ModuleParts::read(unsigned number,
                                                                llvm::LLVMContext& context) const {
  const llvm::StringRef text(whole_.data(), whole_.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "part"), context);
  if (!module) return module.takeError();
  for (llvm::Function& function : **module)
    if (!function.isDeclaration() && partOf(function) != number) {
      function.deleteBody();
      function.setIsMaterializable(false);
    }
  if (llvm::Error error = (*module)->materializeAll()) return error;
  // What a constant holds may still be of use.
  for (llvm::GlobalVariable& variable : (*module)->globals()) {
    if (variable.isDeclaration() || variable.hasLocalLinkage()) continue;
    if (variable.isConstant())
      variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
    else
      variable.setInitializer(nullptr);
  }
  return module;
}

}  // namespace lanewise
