// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-opencl-std: the OpenCL.std instructions. An instruction that LLVM has becomes that one,
// vectors included (opencl_std_inline.cpp). The others become calls of the device library by their
// row in builtins/functions.def: Whole functions as they are, Map functions as vector variants
// where there are such (variant_calls.cpp), else once per component.
#include "compiler/contract/pass.h"

#include "builtins/functions.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/library_calls.h"
#include "compiler/lower/opencl_std_inline.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/variant_calls.h"

#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures, or refuses: no OpenCL.std call is left, but LLVM's instructions and `lw_*` calls.
MODULE_PASS(LowerOpenclStdPass);

namespace {

// The distance in bytes of the elements that a Map instruction's pointer operand points to.
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
llvm::StringRef functionOf(const builtins::Function& row, const llvm::CallInst& call) {
  if (call.getType()->getScalarType()->isFloatTy() && call.hasApproxFunc())
    for (const builtins::Relaxed& relaxed : builtins::kRelaxed)
      if (relaxed.name == row.name) return relaxed.function;
  return row.name;
}

llvm::Value* callRow(const builtins::Function& row, llvm::CallInst& call, const SpirvName& name) {
  llvm::IRBuilder<> builder(&call);
  std::string symbol = functionOf(row, call).str();
  if (!name.resultType.empty()) symbol += "_r" + typeSuffix(call.getType());
  llvm::SmallVector<llvm::Value*, 4> arguments(call.args());
  if (row.shape == builtins::Shape::Whole)
    return callLibrary(builder, symbol, call.getType(), arguments);
  const auto steps = pointerSteps(call, name);
  if (llvm::Value* result =
          callVectorVariants(builder, functionOf(row, call), call.getType(), arguments, steps))
    return result;
  return mapLanes(
      builder, call.getType(), arguments, steps, [&](llvm::ArrayRef<llvm::Value*> components) {
        return callLibrary(builder, symbol, call.getType()->getScalarType(), components);
      });
}

llvm::Value* lowerInstruction(llvm::CallInst& call, const SpirvName& name) {
  if (!name.openclStd) return nullptr;
  llvm::IRBuilder<> builder(&call);
  if (llvm::Value* expanded = expandOpenclStd(builder, name.instruction, call)) return expanded;
  const builtins::Function* row = builtins::findFunction(name.instruction);
  if (row && row->shape != builtins::Shape::Inline) return callRow(*row, call, name);
  reportUnsupported(call, name.sourceName());
  return builder.getTrue();
}

}  // namespace

llvm::PreservedAnalyses LowerOpenclStdPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lowerInstruction);
}

}  // namespace lanewise
