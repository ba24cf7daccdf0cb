// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels, features of this CPU, code generators and those kept from earlier builds.
#include "compiler/target/target.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <mutex>
#include <optional>

namespace lanewise {
namespace {

struct Level {
  llvm::StringRef name;
  unsigned vectorBits;
  llvm::StringRef features;
};

#if defined(__x86_64__)
constexpr llvm::StringRef kTriple = "x86_64-unknown-linux-gnu";
#define LANEWISE_LEVELS_OF_x86_64(name, vectorBits, features) {name, vectorBits, features},
#else
#error "no levels for this architecture in microarchitectures.def"
#endif

constexpr Level kLevels[] = {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  LANEWISE_LEVELS_OF_##architecture(name, vectorBits, features)
#include "interface/microarchitectures.def"
};

constexpr GeneratorFlag kGeneratorFlags[] = {
    // Loop strength reduction takes a fifth of code generation, more in kernels with many loops
    // over work-items, and the addressing modes of x86 leave it nothing to gain.
    {"disable-lsr", true},
    // Takes time that grows with the square of a block's length where there are mask registers.
    // docs/experiments.md has figures.
    {"disable-x86-domain-reassignment", true},
};

constexpr GeneratorLimit kGeneratorLimits[] = {
    // The scheduler connects each access to memory with all others of a block that may overlap.
    // From this many on it connects some at a time. LLVM's limit is 1,000: a block of 1,600 loads
    // and stores then takes seconds.
    {"dag-maps-huge-region", 100},
};

constexpr GeneratorBudget kGeneratorBudgets[] = {
    // How many blocks the register allocator examines each time that it looks for the part of a
    // function in which a value should have a register. LLVM's budget is 10,000: a function of
    // 2,000 blocks takes ten seconds.
    {"grow-region-complexity-budget", 1000},
};

constexpr llvm::StringRef kLevelNames[] = {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) name,
#include "interface/microarchitectures.def"
};

const Level* findLevel(llvm::StringRef name) {
  const auto* found = llvm::find_if(kLevels, [&](const Level& row) { return row.name == name; });
  return found == std::end(kLevels) ? nullptr : found;
}

bool hasAll(const llvm::StringMap<bool>& cpu, llvm::StringRef features) {
  llvm::SmallVector<llvm::StringRef, 16> names;
  features.split(names, ',');
  return llvm::all_of(names, [&](llvm::StringRef name) { return cpu.lookup(name); });
}

llvm::Expected<Target> nativeTarget() {
  const llvm::StringMap<bool> cpu = llvm::sys::getHostCPUFeatures();
  Target target{kTriple.str(), {}, {}};
  for (const Level& level : kLevels)
    if (hasAll(cpu, level.features)) target.level = level.name.str();
  if (target.level.empty())
    return makeError(DiagnosticKind::Unsupported,
                     "a CPU without all features of microarchitecture level " + kLevels[0].name +
                         ": " + kLevels[0].features);
  llvm::SmallVector<llvm::StringRef, 64> present;
  for (const auto& entry : cpu)
    if (entry.getValue()) present.push_back(entry.getKey());
  llvm::sort(present);
  for (llvm::StringRef name : present)
    target.features += (target.features.empty() ? "+" : ",+") + name.str();
  return target;
}

// As Clang adds them: most instructions change the flags.
constexpr llvm::StringLiteral kAssemblyClobbers = "~{dirflag},~{fpsr},~{flags}";

// The level with registers of 512 bits, 32 of them, and with instructions for y * 2^n.
constexpr llvm::StringLiteral kLevelOfWideRegisters = "x86-64-v4";
constexpr unsigned kMostScalingBits = 512;
// Operands of the intrinsics: the rounding of the register with the modes, and the smallest mask.
constexpr unsigned kCurrentRounding = 4, kLeastMaskBits = 8;

unsigned scalingBits(const llvm::Type& type) {
  return std::min<unsigned>(type.getPrimitiveSizeInBits().getFixedValue(), kMostScalingBits);
}

std::optional<llvm::Intrinsic::ID> scalingInstruction(const llvm::Type& element, unsigned bits) {
  const bool isFloat = element.isFloatTy();
  if (!isFloat && !element.isDoubleTy()) return std::nullopt;
  switch (bits) {
    case 128:
      return isFloat ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_128
                     : llvm::Intrinsic::x86_avx512_mask_scalef_pd_128;
    case 256:
      return isFloat ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_256
                     : llvm::Intrinsic::x86_avx512_mask_scalef_pd_256;
    case kMostScalingBits:
      return isFloat ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_512
                     : llvm::Intrinsic::x86_avx512_mask_scalef_pd_512;
    default: return std::nullopt;
  }
}

/// One for each level and effort of builds that ran at the same time.
class IdleMachines {
 public:
  llvm::TargetMachine* take(const Target& target, llvm::CodeGenOptLevel effort) {
    std::lock_guard guard(mutex_);
    const auto fitting = llvm::find_if(machines_, [&](const llvm::TargetMachine* machine) {
      return machine->getTargetCPU() == target.level &&
             machine->getTargetFeatureString() == target.features &&
             machine->getOptLevel() == effort;
    });
    if (fitting == machines_.end()) return nullptr;
    llvm::TargetMachine* machine = *fitting;
    machines_.erase(fitting);
    return machine;
  }
  void give(llvm::TargetMachine* machine) {
    std::lock_guard guard(mutex_);
    machines_.push_back(machine);
  }

 private:
  std::mutex mutex_;
  llvm::SmallVector<llvm::TargetMachine*> machines_;
};

IdleMachines& idleMachines() {
  static auto* machines = new IdleMachines;
  return *machines;
}

}  // namespace

unsigned Target::registerBits() const {
  const Level* found = findLevel(level);
  return found ? found->vectorBits : 0;
}

bool Target::hasNativeHalf() const {
  llvm::SmallVector<llvm::StringRef, 64> names;
  llvm::StringRef(features).split(names, ',');
  return llvm::is_contained(names, "+avx512fp16");
}

bool convertsHalf(const llvm::Module& module) {
  const Level* level = findLevel(deviceLibraryLevel(module));
  return level && level->features.contains("f16c");
}

bool canScale(const llvm::Module& module, const llvm::Type& type) {
  return type.isVectorTy() && deviceLibraryLevel(module) == kLevelOfWideRegisters &&
         type.getPrimitiveSizeInBits() % scalingBits(type) == 0 &&
         scalingInstruction(*type.getScalarType(), scalingBits(type));
}

llvm::Value* scaleByInstruction(llvm::IRBuilderBase& builder, llvm::Value& number,
                                llvm::Value& exponent) {
  const auto& type = *llvm::cast<llvm::FixedVectorType>(number.getType());
  const unsigned bits = scalingBits(type), count = bits / type.getScalarSizeInBits();
  const llvm::Intrinsic::ID instruction = *scalingInstruction(*type.getElementType(), bits);
  llvm::SmallVector<llvm::Value*, 4> parts;
  for (unsigned first = 0; first < type.getNumElements(); first += count) {
    const auto elements = llvm::createSequentialMask(first, count, 0);
    llvm::Value* part = builder.CreateShuffleVector(&number, elements);
    llvm::SmallVector<llvm::Value*, 5> operands = {
        part, builder.CreateShuffleVector(&exponent, elements),
        llvm::PoisonValue::get(part->getType()),
        llvm::Constant::getAllOnesValue(builder.getIntNTy(std::max(count, kLeastMaskBits)))};
    if (bits == kMostScalingBits) operands.push_back(builder.getInt32(kCurrentRounding));
    parts.push_back(builder.CreateIntrinsic(instruction, {}, operands));
  }
  return llvm::concatenateVectors(builder, parts);
}

// Half of the 32 registers keep what a kernel has in them, constants for example. Of 16 registers a
// variant needs most itself.
llvm::CallingConv::ID variantConvention(llvm::StringRef level) {
  return level == kLevelOfWideRegisters ? llvm::CallingConv::Intel_OCL_BI : llvm::CallingConv::C;
}

llvm::StringRef assemblyClobbers() { return kAssemblyClobbers; }

llvm::ArrayRef<llvm::StringRef> targetLevels() { return kLevelNames; }

llvm::ArrayRef<GeneratorFlag> generatorFlags() { return kGeneratorFlags; }
llvm::ArrayRef<GeneratorLimit> generatorLimits() { return kGeneratorLimits; }
llvm::ArrayRef<GeneratorBudget> generatorBudgets() { return kGeneratorBudgets; }

llvm::Expected<Target> chooseTarget(llvm::StringRef name) {
  if (name == "native") {
    static auto* native = new llvm::Expected<Target>(nativeTarget());
    if (*native) return **native;
    return nativeTarget();  // the reason why there is none
  }
  if (!llvm::is_contained(kLevelNames, name))
    return makeError(DiagnosticKind::InvalidInput,
                     "unknown microarchitecture level '" + name + "'");
  return Target{kTriple.str(), name.str(), {}};
}

void KeepMachine::operator()(llvm::TargetMachine* machine) const { idleMachines().give(machine); }

llvm::Expected<Machine> takeMachine(const Target& target, bool optimize) {
  const auto effort = optimize ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
  if (llvm::TargetMachine* idle = idleMachines().take(target, effort)) return Machine(idle);
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();  // of inline assembly
  });
  std::string problem;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(target.triple, problem);
  if (!found) return makeError(DiagnosticKind::InternalError, problem);
  llvm::TargetOptions options;
  // Fusion only where the IR allows it: llvm.fmuladd and the `contract` flag.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.UniqueSectionNames = false;
  auto* machine = found->createTargetMachine(target.triple, target.level, target.features, options,
                                             llvm::Reloc::PIC_, llvm::CodeModel::Small, effort);
  if (!machine)
    return makeError(DiagnosticKind::InternalError, "no code generator for " + target.triple);
  return Machine(machine);
}

}  // namespace lanewise
