// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mark-address-spaces: keeps what address spaces say about accesses when flatten-address-spaces
// removes them. Buffers and local memory have no byte in common, so LLVM may keep an element of a
// buffer in a register while a loop reads local memory. Memory in the constant address space does
// not change while a kernel runs.
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/local_accesses.h"
#include "compiler/contract/pass.h"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: accesses say what follows from their address space. Why here: no pass behind it makes
/// accesses of other spaces of them.
MODULE_PASS(MarkAddressSpacesPass);

namespace {

// Lists of one alias scope each.
class Scopes {
 public:
  explicit Scopes(llvm::LLVMContext& context) {
    llvm::MDBuilder builder(context);
    llvm::MDNode* domain = builder.createAnonymousAliasScopeDomain("address spaces");
    const auto list = [&](llvm::StringRef name) {
      return llvm::MDNode::get(context, builder.createAnonymousAliasScope(domain, name));
    };
    buffers_ = list("buffers");
    local_ = list(kLocalScope);
  }

  /// Generic and private pointers say nothing.
  bool mark(llvm::Instruction& access, unsigned addressSpace) const {
    switch (addressSpace) {
      case kGlobalAddressSpace:
      case kConstantAddressSpace: add(access, buffers_, local_); return true;
      case kLocalAddressSpace: add(access, local_, buffers_); return true;
      default: return false;
    }
  }

 private:
  static void add(llvm::Instruction& access, llvm::MDNode* own, llvm::MDNode* other) {
    const auto extend = [&](unsigned kind, llvm::MDNode* list) {
      access.setMetadata(kind, llvm::MDNode::concatenate(access.getMetadata(kind), list));
    };
    extend(llvm::LLVMContext::MD_alias_scope, own);
    extend(llvm::LLVMContext::MD_noalias, other);
  }

  llvm::MDNode *buffers_, *local_;
};

bool markConstantLoad(llvm::Instruction& instruction) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (!load || load->isVolatile() || load->getPointerAddressSpace() != kConstantAddressSpace)
    return false;
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(load->getContext(), {}));
  return true;
}

}  // namespace

llvm::PreservedAnalyses MarkAddressSpacesPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  const Scopes scopes(module.getContext());
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      changed |= markConstantLoad(instruction);
      if (const auto place = llvm::MemoryLocation::getOrNone(&instruction))
        changed |= scopes.mark(instruction, place->Ptr->getType()->getPointerAddressSpace());
    }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
