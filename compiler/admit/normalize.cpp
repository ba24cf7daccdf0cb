// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites what clang and llvm-spirv write and the validator refuses, and drops what no later step
// needs:
//  - OpSelectionMerge and OpLoopMerge: optimized IR shares merge blocks ("already a merge block"),
//    and a Kernel needs no structure. Hints of loops stay (loop_hints.h).
//  - a second pair of an OpPhi for the same parent: llvm-spirv writes a pair for each edge, and
//    several cases of a switch may share a target.
//  - the extension SPV_INTEL_long_composites, which the translator knows by its former name.
//  - built-in variables in other storage classes than Input (moved_built_ins.h).
//  - aliasing declarations of SPV_INTEL_memory_access_aliasing, with their decorations and memory
//    operands: llvm-spirv writes them where the validator does not expect them.
//  - permissions to be less exact than we are (FPMaxErrorDecorationINTEL).
//  - promises of uniform values (UniformDecoration of SPIR-V 1.6), which the translator does not
//  know.
//  - Constant on what is no variable: groups of decorations bring it to parameters, where it says
//    nothing.
//  - interface lists: they must name the built-in variables that moved to Input. From SPIR-V 1.4
//    on they must name every global variable that is used, and
//    llvm-spirv leaves out those that it makes late; every entry point gets all of them.
//  - variables as parts of composite constants (constant_addresses.h).
//  - the version, when OpSelect chooses between vectors or aggregates by one truth value: that came
//    with SPIR-V 1.4, and llvm-spirv writes it in older modules too. The module becomes a 1.4 one.
#include <algorithm>
#include <bit>
#include <unordered_map>
#include <vector>

#include "compiler/admit/constant_addresses.h"
#include "compiler/admit/loop_hints.h"
#include "compiler/admit/module_repairs.h"
#include "compiler/admit/moved_built_ins.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr uint32_t kVersion1_4 = 0x00010400;
constexpr size_t kMaxInterfaceWords = 4u << 20;

class Normalizer {
 public:
  explicit Normalizer(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run(std::vector<Diagnostic>& remarks) {
    scan();
    if (const Instruction* repaired = builtIns_.firstGlobal())
      remarks.push_back(remarkOf(ModuleRepair::BuiltInStorage, module_, *repaired));
    if (completesInterfaces() && entryPoints_ * variables_.size() > kMaxInterfaceWords)
      return reject("the interfaces of the kernels are too large: " + std::to_string(entryPoints_) +
                    " entry points times " + std::to_string(variables_.size()) + " variables");
    if (version() != module_.version()) out_.setVersion(version());
    for (const Instruction& i : module_.instructions) rewrite(i);
    return out_.finish();
  }

 private:
  uint32_t version() const {
    return selectsByScalar_ ? std::max(module_.version(), kVersion1_4) : module_.version();
  }
  bool completesInterfaces() const { return version() >= kVersion1_4; }

  void scan() {
    bool inFunction = false;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpFunction) inFunction = true;
      if (i.opcode == spv::Op::OpFunctionEnd) inFunction = false;
      if (i.opcode == spv::Op::OpEntryPoint) ++entryPoints_;
      if (i.opcode == spv::Op::OpVariable && !inFunction) variables_.push_back(i.resultId);
      loopHints_.scan(i);
      builtIns_.scan(i);
      if (selectsByScalar(i)) selectsByScalar_ = true;
    }
  }

  /// Ids may be anything here: definition() alone knows which exist.
  bool selectsByScalar(const Instruction& i) const {
    if (i.opcode != spv::Op::OpSelect) return false;
    const Instruction* condition = module_.definition(module_.get(i, OpSelect::kCondition));
    return condition && module_.hasOpcode(condition->typeId, spv::Op::OpTypeBool) &&
           (module_.hasOpcode(i.typeId, spv::Op::OpTypeVector) ||
            module_.hasOpcode(i.typeId, spv::Op::OpTypeArray) ||
            module_.hasOpcode(i.typeId, spv::Op::OpTypeStruct));
  }

  void rewrite(const Instruction& i) {
    if (isTerminator(i.opcode)) loopHints_.flush();
    switch (i.opcode) {
      case spv::Op::OpSelectionMerge:
      case spv::Op::OpAliasDomainDeclINTEL:
      case spv::Op::OpAliasScopeDeclINTEL:
      case spv::Op::OpAliasScopeListDeclINTEL: return;
      case spv::Op::OpLoopMerge:
      case spv::Op::OpLoopControlINTEL: return loopHints_.take(i);
      case spv::Op::OpPhi: return phi(i);
      case spv::Op::OpTypePointer: return builtIns_.pointerType(i);
      case spv::Op::OpVariable:
        return builtIns_.isMoved(i) ? builtIns_.variable(i) : withoutAliasOperands(i);
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain: return builtIns_.accessChain(i);
      case spv::Op::OpCapability: return capability(i);
      case spv::Op::OpExtension: return extension(i);
      case spv::Op::OpExtInstImport:
      case spv::Op::OpMemoryModel: return afterExtensions(i);
      case spv::Op::OpEntryPoint: return entryPoint(i);
      case spv::Op::OpDecorate:
      case spv::Op::OpDecorateId: return decoration(i, module_.get(i, OpDecorate::kDecoration));
      case spv::Op::OpMemberDecorate:
        return decoration(i, module_.get(i, OpMemberDecorate::kDecoration));
      case spv::Op::OpConstantComposite:
      case spv::Op::OpSpecConstantComposite:
      case spv::Op::OpConstantCompositeContinuedINTEL:
      case spv::Op::OpSpecConstantCompositeContinuedINTEL: return addresses_.composite(i);
      default: return withoutAliasOperands(i);
    }
  }

  static bool isTerminator(spv::Op opcode) {
    switch (opcode) {
      case spv::Op::OpBranch:
      case spv::Op::OpBranchConditional:
      case spv::Op::OpSwitch:
      case spv::Op::OpReturn:
      case spv::Op::OpReturnValue:
      case spv::Op::OpUnreachable: return true;
      default: return false;
    }
  }

  void phi(const Instruction& i) {
    const auto pairs = module_.get(i, OpPhi::kVariableParent);
    std::vector<uint32_t> operands{i.typeId, i.resultId};
    std::unordered_map<uint32_t, uint32_t> values;  // by parent
    for (size_t n = 0; n + 1 < pairs.size(); n += 2) {
      const uint32_t value = pairs[n], parent = pairs[n + 1];
      const auto [known, isFirst] = values.try_emplace(parent, value);
      // The validator rejects two values of one parent.
      if (known->second != value) return out_.keep(i);
      if (isFirst) operands.insert(operands.end(), {value, parent});
    }
    if (operands.size() + 1 == i.wordCount) return out_.keep(i);
    out_.add(i, i.opcode, operands);
  }

  void capability(const Instruction& i) {
    const spv::Capability declared = module_.get(i, OpCapability::kCapability);
    if (declared == spv::Capability::MemoryAccessAliasingINTEL ||
        declared == spv::Capability::UniformDecoration)
      return;
    out_.keep(i);
    loopHints_.addCapability(i);
  }

  void extension(const Instruction& i) {
    const std::string name = module_.get(i, OpExtension::kName);
    if (name == "SPV_INTEL_memory_access_aliasing") return;
    loopHints_.addExtension(i);
    if (name == "SPV_INTEL_long_composites")
      return out_.add(i, i.opcode, literalString(kTranslatorLongComposites));
    out_.keep(i);
  }

  /// Extensions come after the capabilities and before the imports and the memory model.
  void afterExtensions(const Instruction& i) {
    loopHints_.addExtension(i);
    out_.keep(i);
  }

  void entryPoint(const Instruction& i) {
    if (!completesInterfaces() && builtIns_.ids().empty()) return out_.keep(i);
    const auto words = module_.wordsOf(i);
    const size_t head =
        OpEntryPoint::kName.word + literalString(module_.get(i, OpEntryPoint::kName)).size();
    const auto listed = completesInterfaces() ? words.first(head) : words;
    std::vector<uint32_t> operands(listed.begin() + 1, listed.end());
    const auto& added = completesInterfaces() ? variables_ : builtIns_.ids();
    for (uint32_t id : added)
      if (std::ranges::find(listed.subspan(head), id) == listed.end()) operands.push_back(id);
    out_.add(i, i.opcode, operands);
  }

  void decoration(const Instruction& i, spv::Decoration decoration) {
    if (decoration == spv::Decoration::AliasScopeINTEL ||
        decoration == spv::Decoration::NoAliasINTEL ||
        decoration == spv::Decoration::FPMaxErrorDecorationINTEL ||
        decoration == spv::Decoration::Uniform || decoration == spv::Decoration::UniformId)
      return;
    if (decoration == spv::Decoration::Constant &&
        !module_.hasOpcode(module_.get(i, OpDecorate::kTarget), spv::Op::OpVariable))
      return;
    out_.keep(i);
  }

  /// Memory operands AliasScopeINTEL and NoAliasINTEL each bring one id, the last of the mask's.
  void withoutAliasOperands(const Instruction& i) {
    constexpr uint32_t kAlias = uint32_t(spv::MemoryAccessMask::AliasScopeINTELMask) |
                                uint32_t(spv::MemoryAccessMask::NoAliasINTELMask);
    std::vector<uint32_t> operands;
    const auto list = module_.operandsOf(i);
    size_t drop = 0;
    for (size_t n = list.size(); n-- > 0;) {
      if (!isMemoryAccess(list[n].type) || !(module_.word(i, list[n]) & kAlias)) continue;
      if (operands.empty()) operands = module_.operandWords(i);
      const uint32_t mask = module_.word(i, list[n]);
      drop = std::popcount(mask & kAlias);
      // Parameters follow the mask in the order of its bits; count those before the alias bits.
      const size_t before =
          parametersOf(mask & (uint32_t(spv::MemoryAccessMask::AliasScopeINTELMask) - 1));
      const size_t first = list[n].index() + 1 + before;
      if (first + drop > operands.size()) return out_.keep(i);
      operands.erase(operands.begin() + first, operands.begin() + first + drop);
      operands[list[n].index()] = mask & ~kAlias;
    }
    if (operands.empty()) return out_.keep(i);
    out_.add(i, i.opcode, operands);
  }

  static bool isMemoryAccess(spv_operand_type_t type) {
    return type == SPV_OPERAND_TYPE_MEMORY_ACCESS ||
           type == SPV_OPERAND_TYPE_OPTIONAL_MEMORY_ACCESS;
  }

  static size_t parametersOf(uint32_t mask) {
    using enum spv::MemoryAccessMask;
    return std::popcount(
        mask & (uint32_t(Aligned) | uint32_t(MakePointerAvailable) | uint32_t(MakePointerVisible)));
  }

  const Module& module_;
  Rewriter out_;
  LoopHints loopHints_{module_, out_};
  MovedBuiltIns builtIns_{module_, out_};
  ConstantAddresses addresses_{module_, out_};
  std::vector<uint32_t> variables_;
  size_t entryPoints_ = 0;
  bool selectsByScalar_ = false;
};

}  // namespace

Admissible<Module> normalize(const Module& module, std::vector<Diagnostic>& remarks) {
  return Normalizer(module).run(remarks);
}

}  // namespace lanewise::admit
