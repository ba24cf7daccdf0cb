// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-opencl-std: the OpenCL.std instructions. What is an instruction of LLVM's becomes that,
// vectors whole (opencl_std_inline.cpp); the rest are calls of the device library, which
// builtins/opencl_std.def describes: Whole rows as they are, Map rows in their wide forms where
// there are such (wide_calls.cpp), else once per component.
#include "compiler/lower/passes.h"

#include "builtins/opencl_std.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/lower/library_calls.h"
#include "compiler/lower/opencl_std_inline.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/wide_calls.h"

#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

const builtins::Instruction* findRow(llvm::StringRef name) {
  for (const builtins::Instruction& row : builtins::kOpenclStd)
    if (llvm::StringRef(row.name) == name) return &row;
  return nullptr;
}

// How far the elements are apart that a Map instruction's pointer operand points to.
llvm::SmallVector<unsigned, 4> pointerSteps(const llvm::CallInst& call, const SpirvName& name) {
  llvm::SmallVector<unsigned, 4> steps;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const unsigned bytes = pointeeBytes(name.parameters, i);
    unsigned lanes = 1;
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType()))
      lanes = llvm::PowerOf2Ceil(vector->getNumElements());
    steps.push_back(bytes / lanes);
  }
  return steps;
}

// The library's name of a Map instruction: a shorter function where the call allows approximations.
llvm::StringRef functionOf(const builtins::Instruction& row, const llvm::CallInst& call) {
  if (call.getType()->getScalarType()->isFloatTy() && call.hasApproxFunc())
    for (const builtins::Relaxed& relaxed : builtins::kRelaxed)
      if (relaxed.name == row.name) return relaxed.function;
  return row.name;
}

llvm::Value* callRow(const builtins::Instruction& row, llvm::CallInst& call,
                     const SpirvName& name) {
  llvm::IRBuilder<> builder(&call);
  std::string symbol = functionOf(row, call).str();
  if (!name.resultType.empty()) symbol += "_r" + typeSuffix(call.getType());
  llvm::SmallVector<llvm::Value*, 4> arguments(call.args());
  if (row.shape == builtins::Shape::Whole)
    return callLibrary(builder, symbol, call.getType(), arguments);
  const auto steps = pointerSteps(call, name);
  if (llvm::Value* wide =
          callWideForms(builder, functionOf(row, call), call.getType(), arguments, steps))
    return wide;
  return mapLanes(
      builder, call.getType(), arguments, steps, [&](llvm::ArrayRef<llvm::Value*> components) {
        return callLibrary(builder, symbol, call.getType()->getScalarType(), components);
      });
}

llvm::Value* lowerInstruction(llvm::CallInst& call, const SpirvName& name) {
  if (!name.openclStd) return nullptr;
  llvm::IRBuilder<> builder(&call);
  if (llvm::Value* expanded = expandOpenclStd(builder, name.instruction, call)) return expanded;
  const builtins::Instruction* row = findRow(name.instruction);
  if (row && row->state == builtins::State::Here && row->shape != builtins::Shape::Inline)
    return callRow(*row, call, name);
  reportUnsupported(call, name.sourceName());
  return builder.getTrue();
}

}  // namespace

llvm::PreservedAnalyses LowerOpenclStdPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lowerInstruction) ? llvm::PreservedAnalyses::none()
                                                   : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
