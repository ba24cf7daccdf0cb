// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels, features of this CPU, code generators and those kept from earlier builds.
#include "compiler/target/target.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/target/fma.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <mutex>
#include <optional>

namespace lanewise {
namespace {

/// An architecture that this build generates code for.
struct Architecture {
  llvm::StringRef name;
  llvm::StringRef triple;
  /// LLVM's name of the processor; empty: that of the level.
  llvm::StringRef processor;
  /// Clobbers of each inline assembly, as Clang adds them.
  llvm::StringRef assemblyClobbers;
  /// The convention of vector variants, except at kLevelOfWideRegisters.
  llvm::CallingConv::ID variantConvention;
  /// The system register of a counter of constant rate; empty: llvm.readcyclecounter reads one.
  llvm::StringRef counter;
  bool separatesResults;  // needsSeparateResults()
};

namespace architectures {

[[maybe_unused]] constexpr Architecture x86_64 = {
    .name = "x86_64",
    .triple = "x86_64-unknown-linux-gnu",
    .processor = "",
    .assemblyClobbers = "~{dirflag},~{fpsr},~{flags}",  // most instructions change the flags
    .variantConvention = llvm::CallingConv::C,
    .counter = "",
    .separatesResults = false};
[[maybe_unused]] constexpr Architecture aarch64 = {.name = "aarch64",
                                                   .triple = "aarch64-unknown-linux-gnu",
                                                   .processor = "generic",
                                                   .assemblyClobbers = "",
                                                   .variantConvention = llvm::CallingConv::C,
                                                   .counter = "cntvct_el0",
                                                   .separatesResults = true};

}  // namespace architectures

#if defined(__x86_64__)
constexpr const Architecture& kOwn = architectures::x86_64;
#elif defined(__aarch64__)
constexpr const Architecture& kOwn = architectures::aarch64;
#else
#error "no levels for this architecture in microarchitectures.def"
#endif

struct Level {
  const Architecture* architecture;
  llvm::StringRef name;
  unsigned vectorBits;
  llvm::StringRef features;
};

constexpr Level kLevels[] = {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  {&architectures::architecture, name, vectorBits, features},
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

llvm::StringMap<bool> featuresOfThisCpu() {
#if defined(__aarch64__)
  // LLVM reads a few names of a text file. Features that no level has are left out: code for
  // vectors of unknown length is not tested.
  llvm::StringMap<bool> features;
  const unsigned long words[] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
#define LANEWISE_ARM_FEATURE(name, word, bit) features[name] = words[word - 1] >> bit & 1;
#include "interface/arm_features.def"
  return features;
#else
  return llvm::sys::getHostCPUFeatures();
#endif
}

llvm::Expected<Target> nativeTarget() {
  const llvm::StringMap<bool> cpu = featuresOfThisCpu();
  Target target{kOwn.triple.str(), {}, {}};
  const Level* lowest = nullptr;
  for (const Level& level : kLevels) {
    if (level.architecture != &kOwn) continue;
    if (!lowest) lowest = &level;
    if (hasAll(cpu, level.features)) target.level = level.name.str();
  }
  if (target.level.empty())
    return makeError(DiagnosticKind::Unsupported,
                     "a CPU without all features of microarchitecture level " + lowest->name +
                         ": " + lowest->features);
  llvm::SmallVector<llvm::StringRef, 64> present;
  for (const auto& entry : cpu)
    if (entry.getValue()) present.push_back(entry.getKey());
  llvm::sort(present);
  for (llvm::StringRef name : present)
    target.features += (target.features.empty() ? "+" : ",+") + name.str();
  return target;
}

const Architecture& architectureOf(const llvm::Triple& triple) {
  for (const Level& level : kLevels)
    if (triple.getArchName() == level.architecture->name) return *level.architecture;
  return kOwn;
}

const Architecture& architectureOf(const llvm::Module& module) {
  return architectureOf(llvm::Triple(module.getTargetTriple()));
}

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

// The instruction for the estimate of 1 / x, or of 1 / sqrt(x), of each width of registers.
struct EstimateInstruction {
  unsigned lanes;
  llvm::Intrinsic::ID ofNumber, ofRoot;
};
// x86-64-v4: with 14 bits, and a mask that is all ones.
constexpr EstimateInstruction kMaskedEstimates[] = {
    {4, llvm::Intrinsic::x86_avx512_rcp14_ps_128, llvm::Intrinsic::x86_avx512_rsqrt14_ps_128},
    {8, llvm::Intrinsic::x86_avx512_rcp14_ps_256, llvm::Intrinsic::x86_avx512_rsqrt14_ps_256},
    {16, llvm::Intrinsic::x86_avx512_rcp14_ps_512, llvm::Intrinsic::x86_avx512_rsqrt14_ps_512},
};
constexpr EstimateInstruction kEstimates[] = {
    {4, llvm::Intrinsic::x86_sse_rcp_ps, llvm::Intrinsic::x86_sse_rsqrt_ps},
    {8, llvm::Intrinsic::x86_avx_rcp_ps_256, llvm::Intrinsic::x86_avx_rsqrt_ps_256},
};
constexpr unsigned kMaskedEstimateBits = 14, kEstimateBits = 11, kFloatBits = 32;

llvm::StringRef processorName(const Target& target) {
  const llvm::StringRef name = architectureOf(llvm::Triple(target.triple)).processor;
  return name.empty() ? llvm::StringRef(target.level) : name;
}

/// A level of LLVM has its features. Where the processor is none, its row has them.
std::string featureString(const Target& target) {
  const Level* level = findLevel(target.level);
  if (!level || level->architecture->processor.empty()) return target.features;
  llvm::SmallVector<llvm::StringRef, 16> names;
  level->features.split(names, ',');
  std::string all = "+" + llvm::join(names, ",+");
  return target.features.empty() ? all : all + "," + target.features;
}

void initializeGenerators() {
#if defined(__x86_64__) || defined(LANEWISE_TARGETS_x86_64)
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();  // of inline assembly
#endif
#if defined(__aarch64__) || defined(LANEWISE_TARGETS_aarch64)
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
#endif
}

/// One for each level and effort of builds that ran at the same time.
class IdleMachines {
 public:
  llvm::TargetMachine* take(const Target& target, llvm::CodeGenOptLevel effort) {
    std::lock_guard guard(mutex_);
    const auto fitting = llvm::find_if(machines_, [&](const llvm::TargetMachine* machine) {
      return machine->getTargetTriple().str() == target.triple &&
             machine->getTargetCPU() == processorName(target) &&
             machine->getTargetFeatureString() == featureString(target) &&
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
  const std::string all = featureString(*this);
  llvm::SmallVector<llvm::StringRef, 64> names;
  llvm::StringRef(all).split(names, ',');
  return llvm::is_contained(names, "+avx512fp16") || llvm::is_contained(names, "+fullfp16");
}

bool convertsHalf(const llvm::Module& module) {
  const Level* level = findLevel(deviceLibraryLevel(module));
  return level && (level->features.contains("f16c") || level->features.contains("fp-armv8"));
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

bool hasFma(const llvm::Module& module) {
  const Level* level = findLevel(deviceLibraryLevel(module));
  return !level || level->architecture == &architectures::aarch64 ||
         level->features.contains("fma");
}

bool canEstimate(const llvm::Module& module) {
  const Level* level = findLevel(deviceLibraryLevel(module));
  return level && level->architecture == &architectures::x86_64;
}

ReciprocalEstimate estimateReciprocal(llvm::IRBuilderBase& builder, llvm::Value& number,
                                      bool ofRoot) {
  const auto level = deviceLibraryLevel(*builder.GetInsertBlock()->getModule());
  const bool masked = level == kLevelOfWideRegisters;
  const unsigned most = findLevel(level)->vectorBits / kFloatBits;
  const llvm::ArrayRef<EstimateInstruction> instructions =
      masked ? llvm::ArrayRef(kMaskedEstimates) : llvm::ArrayRef(kEstimates);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(number.getType());
  const unsigned count = vector ? vector->getNumElements() : 1;
  const EstimateInstruction& instruction =
      *llvm::find_if(instructions, [&](const EstimateInstruction& instruction) {
        return instruction.lanes >= std::min(count, most);
      });
  llvm::Value* numbers = vector ? &number : builder.CreateVectorSplat(instruction.lanes, &number);
  llvm::SmallVector<llvm::Value*, 4> parts;
  for (unsigned first = 0; first < count; first += instruction.lanes) {
    llvm::SmallVector<int, 16> lanes;
    for (unsigned i = 0; i < instruction.lanes; ++i)
      lanes.push_back(static_cast<int>(std::min(first + i, count - 1)));
    llvm::Value* part = builder.CreateShuffleVector(numbers, lanes);
    llvm::SmallVector<llvm::Value*, 3> operands = {part};
    if (masked)
      operands.append({llvm::PoisonValue::get(part->getType()),
                       llvm::Constant::getAllOnesValue(
                           builder.getIntNTy(std::max(instruction.lanes, kLeastMaskBits)))});
    parts.push_back(
        builder.CreateIntrinsic(ofRoot ? instruction.ofRoot : instruction.ofNumber, {}, operands));
  }
  llvm::Value* estimates = llvm::concatenateVectors(builder, parts);
  return {vector ? builder.CreateShuffleVector(estimates, llvm::createSequentialMask(0, count, 0))
                 : builder.CreateExtractElement(estimates, uint64_t(0)),
          masked ? kMaskedEstimateBits : kEstimateBits};
}

// Half of the 32 registers keep what a kernel has in them, constants for example. Of 16 registers a
// variant needs most itself.
llvm::CallingConv::ID variantConvention(const llvm::TargetMachine& machine) {
  return machine.getTargetCPU() == kLevelOfWideRegisters
             ? llvm::CallingConv::Intel_OCL_BI
             : architectureOf(machine.getTargetTriple()).variantConvention;
}

llvm::StringRef assemblyClobbers(const llvm::Module& module) {
  return architectureOf(module).assemblyClobbers;
}

bool needsSeparateResults(const llvm::Module& module) {
  return architectureOf(module).separatesResults;
}

void setCounter(llvm::Module& module) {
  const llvm::StringRef name = architectureOf(module).counter;
  llvm::Function* counter =
      module.getFunction(llvm::Intrinsic::getName(llvm::Intrinsic::readcyclecounter));
  if (name.empty() || !counter) return;
  llvm::LLVMContext& context = module.getContext();
  auto* reg = llvm::MetadataAsValue::get(
      context, llvm::MDNode::get(context, llvm::MDString::get(context, name)));
  for (llvm::User* user : llvm::make_early_inc_range(counter->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(
        builder.CreateIntrinsic(llvm::Intrinsic::read_volatile_register, call->getType(), reg));
    call->eraseFromParent();
  }
}

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
  const Level* level = findLevel(name);
  if (!level)
    return makeError(DiagnosticKind::InvalidInput, "unknown microarchitecture level '" + name +
                                                       "'; this compiler has " +
                                                       llvm::join(targetLevels(), ", "));
  return Target{level->architecture->triple.str(), name.str(), {}};
}

llvm::Expected<std::string> levelOfTarget(llvm::StringRef triple, llvm::StringRef level) {
  const llvm::Triple parsed(triple);
  const llvm::StringRef architecture = parsed.getArchName();
  std::string names;
  for (const Level& row : kLevels) {
    if (row.architecture->name != architecture) continue;
    if (level.empty() || level == row.name) return row.name.str();
    names += (names.empty() ? "" : ", ") + row.name.str();
  }
  if (names.empty())
    return makeError(DiagnosticKind::InvalidInput,
                     "no code generator for '" + triple +
                         "': this compiler was built without (LANEWISE_TARGETS); its levels are " +
                         llvm::join(targetLevels(), ", "));
  return makeError(DiagnosticKind::InvalidInput,
                   "level '" + level + "' is none of target '" + triple + "', which has " + names);
}

void KeepMachine::operator()(llvm::TargetMachine* machine) const { idleMachines().give(machine); }

llvm::Expected<Machine> takeMachine(const Target& target, bool optimize) {
  const auto effort = optimize ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
  if (llvm::TargetMachine* idle = idleMachines().take(target, effort)) return Machine(idle);
  static std::once_flag once;
  std::call_once(once, initializeGenerators);
  std::string problem;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(target.triple, problem);
  if (!found) return makeError(DiagnosticKind::InternalError, problem);
  llvm::TargetOptions options;
  // Fusion only where the IR allows it: llvm.fmuladd and the `contract` flag.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.UniqueSectionNames = false;
  auto* machine =
      found->createTargetMachine(target.triple, processorName(target), featureString(target),
                                 options, llvm::Reloc::PIC_, llvm::CodeModel::Small, effort);
  if (!machine)
    return makeError(DiagnosticKind::InternalError, "no code generator for " + target.triple);
  // AArch64 has another instruction selection for code that is not optimized, which does not know
  // all of our vectors.
  machine->setGlobalISel(false);
  return Machine(machine);
}

}  // namespace lanewise
