// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy is planned and estimated when a plan of a caller finds its call, and written when the
// caller is. Functions do not call themselves, so this ends.
#include "compiler/lanes/function_copies.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/write/function_of_lanes.h"
#include "compiler/lanes/write/linearize.h"
#include "compiler/lanes/write/merge_assumptions.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/target/processor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cassert>

namespace lanewise {
namespace {

constexpr size_t kMostLists = 4;
// What a processor does for a call, besides the moves of lanes.
constexpr double kCall = 5;

// Leaves that are vectors when all lanes call together.
double movedLeaves(const llvm::Function& function, llvm::ArrayRef<Step> parameters) {
  const llvm::DataLayout& layout = function.getDataLayout();
  size_t leaves = leavesOf(function.getReturnType(), layout).size();
  for (auto [argument, parameter] : llvm::zip(function.args(), parameters))
    if (parameter.kind == Step::Varying) leaves += leavesOf(argument.getType(), layout).size();
  return static_cast<double>(leaves);
}

}  // namespace

struct FunctionCopies::Copy : LaneFunction {
  Copy(llvm::Function& scalar, const LaneFacts& facts, const llvm::TargetTransformInfo& target,
       LaneFunctions& functions)
      : scalar(scalar), plan(scalar, facts, target, &functions) {}

  llvm::Function& scalar;  // with these parameters
  const Plan plan;
  mutable llvm::Function* wide = nullptr;  // written when a caller is, which knows the copy only
};

FunctionCopies::FunctionCopies(llvm::Module& module, llvm::FunctionAnalysisManager& analyses)
    : module_(module), analyses_(analyses), calleesFirst_(outOfLineCalleesFirst(module)) {
  for (llvm::Function& source : module)
    if (const llvm::Attribute name = source.getFnAttribute(kForLanesAttribute); name.isValid())
      sources_[module.getFunction(name.getValueAsString())] = &source;
}

FunctionCopies::~FunctionCopies() = default;

std::unique_ptr<FunctionCopies::Copy> FunctionCopies::make(llvm::Function& source,
                                                           llvm::ArrayRef<Step> parameters,
                                                           unsigned lanes) {
  llvm::ValueToValueMapTy map;
  llvm::Function* scalar = llvm::CloneFunction(&source, map);
  for (auto [argument, parameter] : llvm::zip(scalar->args(), parameters))
    if (llvm::CallInst* call = laneParameterOf(argument)) setStep(*call, parameter);
  const LaneFacts& facts = analyses_.getResult<LaneFactsAnalysis>(*scalar).of({.lanes = lanes});
  auto copy = std::make_unique<Copy>(*scalar, facts,
                                     analyses_.getResult<llvm::TargetIRAnalysis>(*scalar), *this);
  copy->parameters.assign(parameters.begin(), parameters.end());
  const LaneCosts costs = costsOf(*scalar, copy->plan);
  const double moved = processorOf(module_).laneMove * movedLeaves(source, parameters);
  copy->oneByOne = costs.oneByOne + kCall * lanes;
  copy->laneByLane = copy->oneByOne + moved * lanes;
  copy->together = costs.together + kCall;
  copy->inAgreement = costs.inAgreement + kCall;
  copy->costsLess = copy->together < copy->laneByLane;
  return copy;
}

FunctionCopies::Copy& FunctionCopies::copyFor(llvm::Function& source,
                                              llvm::ArrayRef<Step> parameters, unsigned lanes) {
  const auto find = [&](llvm::ArrayRef<Step> wanted) -> Copy* {
    for (const std::unique_ptr<Copy>& copy : copies_[{&source, lanes}])
      if (llvm::ArrayRef<Step>(copy->parameters) == wanted) return copy.get();
    return nullptr;
  };
  if (Copy* found = find(parameters)) return *found;
  if (copies_[{&source, lanes}].size() >= kMostLists) {
    const llvm::SmallVector<Step, 4> varying(parameters.size(), Step::varying());
    if (llvm::ArrayRef<Step>(varying) != parameters) return copyFor(source, varying, lanes);
  }
  std::unique_ptr<Copy> made = make(source, parameters, lanes);
  Copies& copies = copies_[{&source, lanes}];
  copies.push_back(std::move(made));
  return *copies.back();
}

const LaneFunction* FunctionCopies::find(const llvm::CallInst& call, const LaneFacts& facts) {
  const auto source = sources_.find(call.getCalledFunction());
  if (source == sources_.end()) return nullptr;
  llvm::SmallVector<Step, 4> parameters;
  for (const llvm::Value* argument : call.args())
    parameters.push_back(stepForParameter(facts.shapes.of(*argument)));
  return &copyFor(*source->second, parameters, facts.lanes);
}

llvm::Function& FunctionCopies::write(const LaneFunction& function) {
  const auto& copy = static_cast<const Copy&>(function);
  if (copy.wide) return *copy.wide;
  const LaneFacts& facts = copy.plan.facts();
  copy.wide = declareForLanes(copy.scalar, copy.parameters, facts.lanes);
  written_.push_back(copy.wide);
  Widening widening(copy.scalar, *copy.wide, copy.plan);
  takeParameters(widening, copy.scalar, copy.parameters);
  writeLinearized(copy.scalar, facts.loops, facts.paths.levels, facts.paths.masks, widening);
  mergeAssumptions(*copy.wide);
  copy.wide->setSubprogram(copy.scalar.getSubprogram());
  return *copy.wide;
}

void FunctionCopies::erase(llvm::Function& function) {
  assert(function.use_empty() && "what is erased has no caller");
  analyses_.clear(function, function.getName());
  function.eraseFromParent();
}

bool FunctionCopies::eraseUnused() {
  // A function may call one that was written before it, for another caller.
  const auto isUnused = [](const llvm::Function* wide) { return wide->use_empty(); };
  for (auto unused = llvm::find_if(written_, isUnused); unused != written_.end();
       unused = llvm::find_if(written_, isUnused)) {
    erase(**unused);
    written_.erase(unused);
  }
  for (auto& [key, copies] : copies_)
    for (std::unique_ptr<Copy>& copy : copies) {
      copy->scalar.setSubprogram(nullptr);
      erase(copy->scalar);
    }
  copies_.clear();
  for (auto& [function, source] : sources_) erase(*source);
  for (llvm::Function* function : llvm::reverse(calleesFirst_))
    if (sources_.contains(function) && function->use_empty()) erase(*function);
  return !sources_.empty();
}

}  // namespace lanewise
