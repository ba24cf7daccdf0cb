// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part travels to its context as bitcode of the whole module, of which only the part's functions
// are read.
#include "compiler/codegen/module_parts.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>

namespace lanewise {
namespace {

// Smaller parts take longer to be handed over than to be compiled.
constexpr size_t kLeastInstructions = 2000;
// A deep expression needs a deep stack, which only the thread of the build has.
constexpr size_t kMostInstructions = 100'000;

constexpr llvm::StringLiteral kSharedPrefix = "variable.";

// The functions whose code uses `value`, also in a constant or by way of another variable. None if
// a variable holds the address of a function.
bool addUsers(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Function*>& users) {
  llvm::SmallVector<const llvm::Value*> waiting = {&value};
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  while (!waiting.empty())
    for (const llvm::User* user : waiting.pop_back_val()->users()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        users.insert(instruction->getFunction());
      else if (llvm::isa<llvm::Function>(user) ||
               (llvm::isa<llvm::GlobalValue>(user) && llvm::isa<llvm::Function>(value)))
        return false;
      else if (seen.insert(user).second)
        waiting.push_back(user);
    }
  return true;
}

// Such as llvm.global_ctors.
bool isList(const llvm::GlobalVariable& variable) { return variable.hasAppendingLinkage(); }

bool isDefined(const llvm::Function& function) { return !function.isDeclaration(); }

// Functions that call or name each other, in the module's order. None if the module has to stay
// whole.
std::optional<std::vector<std::vector<const llvm::Function*>>> groupsOf(
    const llvm::Module& module) {
  llvm::EquivalenceClasses<const llvm::Function*> related;
  for (const llvm::Function& function : llvm::make_filter_range(module, isDefined)) {
    related.insert(&function);
    llvm::SmallPtrSet<const llvm::Function*, 8> users;
    if (function.getName().empty() || !addUsers(function, users)) return std::nullopt;
    for (const llvm::Function* user : users) related.unionSets(&function, user);
  }
  llvm::DenseMap<const llvm::Function*, size_t> places;
  std::vector<std::vector<const llvm::Function*>> groups;
  for (const llvm::Function& function : llvm::make_filter_range(module, isDefined)) {
    const auto [place, isNew] =
        places.try_emplace(related.getLeaderValue(&function), groups.size());
    if (isNew) groups.emplace_back();
    groups[place->second].push_back(&function);
  }
  return groups;
}

size_t sizeOf(const std::vector<const llvm::Function*>& group) {
  size_t instructions = 0;
  for (const llvm::Function* function : group) instructions += function->getInstructionCount();
  return instructions;
}

}  // namespace

ModuleParts::ModuleParts(llvm::Module& module, unsigned most) {
  if (most < 2 || !module.debug_compile_units().empty() || !module.alias_empty() ||
      !module.ifunc_empty() || llvm::any_of(module.globals(), isList))
    return;
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
  if (most < 2 || bySize.front().first > kMostInstructions) return;
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
