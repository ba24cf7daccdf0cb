// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// repeat-addresses: computes constant distances from a pointer in each block that uses them, where
// there are many. Such as the addresses of private variables: in registers from the entry on they
// would be spilled, and code generation takes time for each block in which a value lives. In the
// block of their use they are part of an access, or a few instructions.
#include "compiler/contract/pass.h"

#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

/// Ensures: nothing; few addresses at constant distances live across blocks. Why here: passes that
/// join equal values and move them out of loops ran before.
FUNCTION_PASS(RepeatAddressesPass);

namespace {

using Address = llvm::GetElementPtrInst;

// More than registers hold, with what the kernel computes.
constexpr size_t kMostAcrossBlocks = 48;

// The block in which the operand has to be known.
llvm::BasicBlock& placeOf(const llvm::Use& use) {
  auto& user = llvm::cast<llvm::Instruction>(*use.getUser());
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  return phi ? *phi->getIncomingBlock(use) : *user.getParent();
}

// Also of one pointer to those of all lanes.
bool hasConstantDistance(const Address& address) {
  return llvm::all_of(address.indices(),
                      [](const llvm::Use& index) { return llvm::isa<llvm::Constant>(index); });
}

// Addresses that other blocks use, also in the copies of addresses that are computed from them.
// Each is behind those that are computed from it.
llvm::SetVector<Address*> addressesAcrossBlocks(llvm::Function& function) {
  llvm::SetVector<Address*> found;
  for (llvm::BasicBlock* block : llvm::post_order(&function))
    for (llvm::Instruction& instruction : llvm::reverse(*block)) {
      auto* address = llvm::dyn_cast<Address>(&instruction);
      if (!address || !hasConstantDistance(*address)) continue;
      if (llvm::any_of(address->uses(), [&](const llvm::Use& use) {
            return &placeOf(use) != block || found.contains(llvm::dyn_cast<Address>(use.getUser()));
          }))
        found.insert(address);
    }
  return found;
}

void repeatInOtherBlocks(Address& address) {
  llvm::SmallDenseMap<llvm::BasicBlock*, llvm::Instruction*> copies;
  for (llvm::Use& use : llvm::make_early_inc_range(address.uses())) {
    llvm::BasicBlock& block = placeOf(use);
    if (&block == address.getParent()) continue;
    llvm::Instruction*& copy = copies[&block];
    if (!copy) {
      copy = address.clone();
      copy->setName(address.getName());
      copy->insertInto(&block, block.getFirstInsertionPt());
    }
    use.set(copy);
  }
  if (address.use_empty()) address.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses RepeatAddressesPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager&) {
  const llvm::SetVector<Address*> addresses = addressesAcrossBlocks(function);
  if (addresses.size() <= kMostAcrossBlocks) return llvm::PreservedAnalyses::all();
  for (Address* address : addresses) repeatInOtherBlocks(*address);
  return preservesControlFlow();
}

}  // namespace lanewise
