// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions for lanes are named as those for one, with Lanes behind. They take the mask as an
// integer, and addresses of packets in memory, where they give the results, too.
#include "compiler/lanes/write/pipe_calls.h"

#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/known/uniform_pipes.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/lower/library_calls.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

void widenPipeCall(Widening& widening, llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = widening.builder();
  llvm::AllocaInst* results = widening.newLaneArray(call.getType(), "results");
  llvm::SmallVector<llvm::Value*> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (i == kPacketArgument && accessesPackets(libraryName(call))) {
      llvm::AllocaInst* addresses = widening.newLaneArray(builder.getPtrTy(), "packets");
      builder.CreateAlignedStore(widening.leaf(call.getArgOperand(i)), addresses, kLaneArrayAlign);
      arguments.push_back(addresses);
    } else {
      arguments.push_back(widening.scalar(call.getArgOperand(i)));
    }
  }
  llvm::Value* active = builder.CreateZExt(widening.maskBits(widening.mask), builder.getInt64Ty());
  arguments.insert(arguments.begin() + (accessesPackets(libraryName(call)) ? 2 : 1), active);
  arguments.push_back(results);
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      libraryFunction(*builder.GetInsertBlock()->getModule(), (libraryName(call) + "Lanes").str(),
                      builder.getVoidTy(), types, llvm::MemoryEffects::unknown());
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  builder.CreateCall(callee, arguments);
  if (!call.use_empty())
    widening.setLeaves(call, {builder.CreateAlignedLoad(widening.vectorOf(call.getType()), results,
                                                        kLaneArrayAlign)});
}

}  // namespace lanewise
