// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-kernels: replaces each kernel by one that runs a vector of work-items, and makes the
// functions that the lanes of vectors call together.
#include "compiler/analysis/code_size.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/tier.h"
#include "compiler/contract/work_groups.h"
#include "compiler/diagnostics/activity.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/choose/lane_dimension.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/function_copies.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/plan/plan.h"
#include "compiler/lanes/write/copy_guarded.h"
#include "compiler/lanes/write/linearize.h"
#include "compiler/lanes/write/merge_assumptions.h"
#include "compiler/lanes/write/widen_collective.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/target/mask_registers.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <utility>

namespace lanewise {

/// Requires: kernels that vectors may run, and copies of the functions that they call, are in the
/// form of prepare-lanes.
/// Ensures: kernels whose attribute "lanewise-lanes" is above 1 run a vector of that many
/// work-items, adjacent along x; ids in them are those of the first, and lanewise.live_lanes says
/// how many there are. Why here: all code of the kernel is in it, and barriers are not expanded
/// yet.
REQUIRED_MODULE_PASS(WidenKernelsPass);

namespace {

// An empty function with the kernel's parameters, attributes and metadata.
llvm::Function* emptyCopy(llvm::Function& kernel) {
  auto* copy =
      llvm::Function::Create(kernel.getFunctionType(), kernel.getLinkage(), "", kernel.getParent());
  copy->copyAttributesFrom(&kernel);
  copy->copyMetadata(&kernel, 0);
  copy->setSubprogram(kernel.getSubprogram());
  for (llvm::Argument& argument : kernel.args())
    copy->getArg(argument.getArgNo())->setName(argument.getName());
  return copy;
}

void reportWidth(const llvm::Function& kernel, const Width& width, unsigned dimension = 0) {
  constexpr llvm::StringLiteral kAlong[] = {"", " along y", " along z"};
  const std::string form = width.lanes == 1
                               ? "scalar code"
                               : llvm::utostr(width.lanes) + " lanes" + kAlong[dimension].str();
  explainWidth(kernel, form + ": " + width.reason);
}

// Code of their own makes full vectors faster by less than this share. Where they have a copy
// already (copyGuarded), a third one has to save more to be worth its build time.
constexpr double kLittle = 0.03, kLittleOfCopied = 0.06;

bool needsOneForm(const LaneCosts& costs, bool isCopied) {
  return costs.masks < (isCopied ? kLittleOfCopied : kLittle) * costs.inLongLoops;
}
bool hasCheapMasks(const LaneCosts& costs) { return costs.guarded < kLittle * costs.inLongLoops; }

// A kernel of more instructions is scalar at first, where lanes can follow, if lanes have so many
// more: that is built in a third of the time.
constexpr unsigned kMostInstructionsOfLanes = 20'000;
constexpr double kMostGrowthOfLarge = 3;

// Longer code gets one form, and is first code if it may be compiled again. That of few kernels is
// more than six times as long as scalar code then. Without masked loads each access is a test and a
// loop over lanes, of which the estimate has half.
constexpr double kMostGrowth = 7, kMostGrowthOfLoops = 4;
// Instructions around those of the work-item.
constexpr double kAround = 45;

double mostInstructions(llvm::Function& scalar, const llvm::TargetTransformInfo& target) {
  const double growth =
      hasMaskedLoads(target, scalar.getContext()) ? kMostGrowth : kMostGrowthOfLoops;
  return growth * (estimatedInstructions(scalar, target) + kAround);
}

// How much code a kernel may have before it gets fewer forms, or fewer lanes.
class CodeLimit {
 public:
  CodeLimit(llvm::Function& kernel, const llvm::TargetTransformInfo& target) : target_(target) {
    if (rowOf(tierOf(kernel)).isLimited) most_ = mostInstructions(kernel, target);
  }

  bool exists() const { return most_.has_value(); }
  bool isExceeded(llvm::Function* wide, unsigned forms) const {
    return most_ && wide && forms * estimatedInstructions(*wide, target_) > *most_;
  }
  void record(llvm::Function& wide) const {
    if (most_) setNumberAttribute(wide, kMostInstructionsAttribute, static_cast<uint64_t>(*most_));
  }

 private:
  const llvm::TargetTransformInfo& target_;
  std::optional<double> most_;
};

struct Written {
  llvm::Function* wide;  // null: scalar code costs less
  Linearized linearized;
  LaneCosts costs;
};

// A kernel in the form of prepare-lanes, to be written as one that runs vectors of work-items.
class Source {
 public:
  Source(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, FunctionCopies& functions,
         const std::optional<Width>& prescribed)
      : kernel_(kernel),
        functions_(functions),
        target_(analyses.getResult<llvm::TargetIRAnalysis>(kernel)),
        facts_(analyses.getResult<LaneFactsAnalysis>(kernel)),
        dimension_(numberOf(kernel, kLaneDimensionAttribute)),
        prescribed_(prescribed) {}

  llvm::Function& kernel() const { return kernel_; }
  const llvm::TargetTransformInfo& target() const { return target_; }
  unsigned dimension() const { return dimension_; }
  bool isPrescribed() const { return prescribed_.has_value(); }
  bool awaitsFunctions() const { return kernel_.hasFnAttribute(kAwaitsFunctionsAttribute); }
  // Whether scalar code may be followed by lanes. Those along another dimension than x could not
  // follow: the host would exchange it for the scalar code, too.
  bool hasFreeLanes() const {
    return !isPrescribed() && !dependsOnLanes(kernel_) && dimension_ == 0;
  }

  // The widest code that may cost less than scalar code, or what is built quickly.
  Width chosenWidth(bool isQuick) const {
    if (prescribed_) return *prescribed_;
    const LaneFacts& facts = facts_.of({kMostLanes});
    const Width full = fullWidth(kernel_, facts);
    return likeUsual(isQuick ? quickWidth(kernel_, full, facts)
                             : roomyWidth(kernel_, full, facts, target_));
  }

  Written write(const Width& full) const {
    const LaneFacts& facts =
        facts_.of({.lanes = full.lanes, .isPrescribed = prescribed_.has_value()});
    const Plan plan(kernel_, facts, target_, &functions_);
    const LaneCosts costs = costsOf(kernel_, plan);
    const Width width = estimatedWidth(full, costs, isPrescribed());
    reportWidth(kernel_, width, dimension_ + numberOf(kernel_, kColumnDimensionAttribute));
    if (width.lanes == 1) {
      explainScalar(kernel_, plan);
      return {nullptr, {}, costs};
    }
    llvm::Function* wide = emptyCopy(kernel_);
    setNumberAttribute(*wide, kLanesAttribute, width.lanes);
    if (kernel_.hasFnAttribute(kUsesSubGroupsAttribute)) wide->addFnAttr(kFlatLanesAttribute);
    Widening widening(kernel_, *wide, plan);
    Linearized linearized =
        writeLinearized(kernel_, facts.loops, facts.paths.levels, facts.paths.masks, widening);
    mergeAssumptions(*wide);
    return {wide, std::move(linearized), costs};
  }

  // Code for launches of one kind has as many lanes as that for all, or fewer.
  Width likeUsual(const Width& width) const {
    const unsigned usual = usualLanes(kernel_);
    if (usual == 0 || width.lanes <= usual) return width;
    return {usual, "as in the code for all launches"};
  }

  // Scalar code remains.
  void release() const {
    // The host exchanges it in any case for launches of a kind.
    if (dimension_ != 0 && tierOf(kernel_) != Tier::Kind) {
      exchangeWithX(kernel_, dimension_);
      kernel_.removeFnAttr(kLaneDimensionAttribute);
    }
    unmarkInterleaved(kernel_);
    removeSubGroupCalls(kernel_);
  }

 private:
  static unsigned numberOf(const llvm::Function& kernel, llvm::StringRef attribute) {
    return static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(attribute));
  }

  llvm::Function& kernel_;
  FunctionCopies& functions_;
  const llvm::TargetTransformInfo& target_;
  KernelFacts& facts_;
  const unsigned dimension_;
  const std::optional<Width> prescribed_;
};

// Whether launches that take long should get other code where masks are instructions: code for the
// size of the work-groups, or any code of a program that was built quickly.
bool gainsByOtherCode(const llvm::Function& kernel) {
  return (requiredLocalSize(kernel)[0] == 0 && observesGroups(kernel)) ||
         tierOf(kernel) == Tier::Quick;
}

// From here on the tier is that of the code. Code that no other follows is for all launches.
// Returns whether the kernel was changed.
bool settleTier(llvm::Function& kernel, bool isFirst) {
  const Tier permitted = tierOf(kernel);
  const Tier settled = rowOf(permitted).isFollowed && !isFirst ? Tier::All : permitted;
  setTier(kernel, settled);
  return settled != permitted;
}

// The code of a kernel in vectors, or none, and whether it is the first of two.
struct Code {
  Width width;
  Written written = {};
  bool isFirst = false, hasFreeLanes = false;
  bool hasOpenResults = false;
};

bool mayBeScalarFirst(const Source& source) {
  const llvm::Function& kernel = source.kernel();
  return mayBeFirst(kernel) && source.hasFreeLanes() &&
         kernel.getInstructionCount() > kMostInstructionsOfLanes;
}

bool areLanesLong(const Source& source, llvm::Function& wide) {
  return estimatedInstructions(wide, source.target()) >
         kMostGrowthOfLarge * estimatedInstructions(source.kernel(), source.target());
}

Code chooseCode(const Source& source) {
  llvm::Function& kernel = source.kernel();
  Code code;
  // Vectors of other launches are the same if the width is prescribed.
  code.isFirst = mayBeFirst(kernel) && tierOf(kernel) == Tier::Quick &&
                 (!source.isPrescribed() || observesGroups(kernel));
  code.hasFreeLanes = code.isFirst && !source.isPrescribed() && !dependsOnLanes(kernel);
  code.width = source.chosenWidth(code.hasFreeLanes);
  if (code.hasFreeLanes) code.width.reason += ", first code of a program of many kernels";
  if (source.awaitsFunctions()) {
    code.isFirst = true;
    code.hasFreeLanes = source.hasFreeLanes();
    if (code.hasFreeLanes) code.width = {1, "first code, because the functions of lanes are long"};
  }
  return code;
}

// Writes code of fewer lanes, if that is shorter.
void writeFewerLanes(const Source& source, Code& code, std::optional<HeldDiagnostics>& held) {
  const bool isFirst = mayBeFirst(source.kernel());
  Width fewer = source.chosenWidth(true);
  if (fewer.lanes >= code.width.lanes) return;
  fewer.reason += isFirst ? ", first code" : "";
  fewer.reason += ", because code of " + llvm::utostr(code.width.lanes) + " lanes is long";
  code.written.wide->eraseFromParent();
  held.reset();
  code.width = fewer;
  code.written = source.write(fewer);
  code.isFirst = code.hasFreeLanes = isFirst;
}

void writeScalarCode(const Source& source, Code& code, std::optional<HeldDiagnostics>& held) {
  code.written.wide->eraseFromParent();
  held.reset();
  code.width = {1, "first code of " + llvm::utostr(source.kernel().getInstructionCount()) +
                       " instructions, because code of " + llvm::utostr(code.width.lanes) +
                       " lanes is long"};
  code.written = source.write(code.width);
  code.isFirst = code.hasFreeLanes = true;
}

Code writeCode(const Source& source, const CodeLimit& limit) {
  llvm::Function& kernel = source.kernel();
  Code code = chooseCode(source);
  code.hasOpenResults = hasOpenResults(kernel);
  // Where accesses are loops over lanes, code for one register is much shorter than for two.
  const bool mayBeRewritten = limit.exists() && !source.isPrescribed() && !dependsOnLanes(kernel) &&
                              !code.hasFreeLanes &&
                              !hasMaskedLoads(source.target(), kernel.getContext());
  const bool mayBeScalar = mayBeScalarFirst(source);
  std::optional<HeldDiagnostics> held;
  if (mayBeRewritten || mayBeScalar) held.emplace(kernel.getContext());
  code.written = source.write(code.width);
  if (mayBeScalar && code.written.wide && areLanesLong(source, *code.written.wide)) {
    writeScalarCode(source, code, held);
    return code;
  }
  if (mayBeRewritten && limit.isExceeded(code.written.wide, 1)) writeFewerLanes(source, code, held);
  if (held) held->keep();
  return code;
}

// Whether full vectors get a form of their own, unless the code would be too long.
bool needsForms(const LaneCosts& costs) {
  return !hasCheapMasks(costs) || !needsOneForm(costs, /*isCopied=*/false);
}

// Marks what stage group makes of the code: one loop for all vectors or two, first code or not.
Forms chooseForms(const Source& source, const CodeLimit& limit, const Code& code) {
  llvm::Function& wide = *code.written.wide;
  const LaneCosts& costs = code.written.costs;
  const bool isLong = needsForms(costs) && limit.isExceeded(&wide, 2);
  const bool isFirst =
      code.isFirst ||
      (mayBeFirst(source.kernel()) &&
       (isLong || (costs.hasMaskInstructions && gainsByOtherCode(source.kernel()))));
  settleTier(wide, isFirst);
  if (code.hasFreeLanes) wide.addFnAttr(kFreeLanesAttribute);
  limit.record(wide);
  const Linearized& linearized = code.written.linearized;
  const bool hasOneForm = isFirst || isLong;
  const bool isCopied = !hasOneForm && !hasCheapMasks(costs) &&
                        copyGuarded(wide, *linearized.live, linearized.guards);
  const bool hasCheapForm = needsOneForm(costs, isCopied);
  if (hasOneForm || hasCheapForm) wide.addFnAttr(kOneFormAttribute);
  if (isFirst) return Forms::First;
  if (hasCheapForm) return Forms::CheapMasks;
  return isLong ? Forms::Long : Forms::Both;
}

void keepScalar(const Source& source, const Code& code) {
  // More lanes may cost less.
  const bool mayWiden = code.hasFreeLanes && source.chosenWidth(false).lanes != code.width.lanes;
  settleTier(source.kernel(), mayWiden);
  source.kernel().removeFnAttr(kAwaitsFunctionsAttribute);
  if (mayWiden) source.kernel().addFnAttr(kFreeLanesAttribute);
  source.release();
}

// The host may try the lanes that were not chosen. It does so with code that no other follows, or
// with code for launches of one kind. Results stay as they are while it tries.
void noteOtherLanes(const Source& source, const Code& code, llvm::Function& kernel) {
  if (code.hasFreeLanes || !source.hasFreeLanes() || code.hasOpenResults) return;
  if (const unsigned other = otherLanes(code.width, code.written.costs))
    setNumberAttribute(kernel, kOtherLanesAttribute, other);
}

void replace(llvm::Function& kernel, llvm::Function& wide,
             llvm::FunctionAnalysisManager& analyses) {
  wide.takeName(&kernel);
  analyses.clear(kernel, wide.getName());
  kernel.setSubprogram(nullptr);
  kernel.replaceAllUsesWith(&wide);
  kernel.eraseFromParent();
}

// Returns whether the kernel was changed.
bool widen(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses,
           FunctionCopies& functions) {
  noteFunction(kernel.getName());
  const std::optional<Width> prescribed = prescribedWidth(kernel);
  if (!isPrepared(kernel)) {
    if (prescribed) reportWidth(kernel, *prescribed);
    const bool changed = settleTier(kernel, /*isFirst=*/false);
    return removeSubGroupCalls(kernel) || changed;
  }
  kernel.removeFnAttr(kPreparedAttribute);
  const Source source(kernel, analyses, functions, prescribed);
  const CodeLimit limit(kernel, source.target());
  const Code code = writeCode(source, limit);
  if (code.written.wide) {
    const Forms forms = chooseForms(source, limit, code);
    noteOtherLanes(source, code, *code.written.wide);
    code.written.wide->removeFnAttr(kAwaitsFunctionsAttribute);
    replace(kernel, *code.written.wide, analyses);
    explainForms(*code.written.wide, forms);
  } else {
    keepScalar(source, code);
    noteOtherLanes(source, code, kernel);
  }
  return true;
}

}  // namespace

llvm::PreservedAnalyses WidenKernelsPass::run(llvm::Module& module,
                                              llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  FunctionCopies copies(module, functions);
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) changed |= widen(*kernel, functions, copies);
  changed |= copies.eraseUnused();
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
