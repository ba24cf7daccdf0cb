// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// join-sin-cos: the sine and the cosine of one angle, as in a rotation, are a single sincos, which
// reduces the angle once. The device library computes both functions alike, so no bit changes.
#include "compiler/contract/pass.h"

#include "compiler/contract/preserved_analyses.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: no block has both the OpenCL.std sine and the cosine of one value, but sincos. Why
/// here: while an instruction is one call, for vectors too.
FUNCTION_PASS(JoinSinCosPass);

namespace {

// The calls for one angle in one block. If they were in different blocks, sincos might compute what
// nobody uses.
struct Calls {
  llvm::CallInst *sine = nullptr, *cosine = nullptr;
  llvm::StringRef type;  // of the angle, mangled
};

using Angles = llvm::MapVector<llvm::Value*, Calls>;

Angles anglesOf(llvm::BasicBlock& block) {
  Angles angles;
  for (llvm::Instruction& instruction : block) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    const auto name = callee ? parseSpirvName(callee->getName()) : std::nullopt;
    if (!name || !name->openclStd) continue;
    if (name->instruction != "sin" && name->instruction != "cos") continue;
    Calls& calls = angles[call->getArgOperand(0)];
    (name->instruction == "sin" ? calls.sine : calls.cosine) = call;
    calls.type = name->parameters;
  }
  return angles;
}

llvm::FunctionCallee sincosFor(llvm::CallInst& sine, llvm::StringRef type) {
  const llvm::StringRef pointee = sine.getType()->isVectorTy() ? "S_" : type;
  llvm::Type* pointer = llvm::PointerType::get(sine.getContext(), 0);
  return sine.getModule()->getOrInsertFunction(
      ("_Z18__spirv_ocl_sincos" + llvm::Twine(type) + "P" + pointee).str(), sine.getType(),
      sine.getType(), pointer);
}

void join(const Calls& calls) {
  llvm::CallInst &sine = *calls.sine, &cosine = *calls.cosine;
  llvm::IRBuilder<> atEntry(&sine.getFunction()->getEntryBlock().front());
  llvm::AllocaInst* memory = atEntry.CreateAlloca(sine.getType());
  llvm::IRBuilder<> builder(sine.comesBefore(&cosine) ? &sine : &cosine);
  llvm::CallInst* both =
      builder.CreateCall(sincosFor(sine, calls.type), {sine.getArgOperand(0), memory});
  both->copyFastMathFlags(sine.getFastMathFlags() & cosine.getFastMathFlags());
  llvm::Value* second = builder.CreateLoad(cosine.getType(), memory);
  sine.replaceAllUsesWith(both);
  cosine.replaceAllUsesWith(second);
  sine.eraseFromParent();
  cosine.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses JoinSinCosPass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    for (const auto& [angle, calls] : anglesOf(block)) {
      if (!calls.sine || !calls.cosine) continue;
      join(calls);
      changed = true;
    }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
