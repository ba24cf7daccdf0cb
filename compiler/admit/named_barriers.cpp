// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named barriers, which the translator does not support: the type becomes a pointer to a struct in
// local memory, the instructions become calls of imported functions. A barrier is a value that
// functions pass on; it may be in private variables, not in composites, other memory or arguments.
#include "compiler/admit/named_barriers.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Replacement {
 public:
  explicit Replacement(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    for (const Instruction& i : module_.instructions)
      if (i.opcode == spv::Op::OpTypeNamedBarrier) barrier_ = i.resultId;
    if (!barrier_) return module_;
    for (const Instruction& i : module_.instructions)
      if (const Finding problem = check(i)) return module_.reject(i, problem);
    findTypes();
    for (const Instruction& i : module_.instructions) replace(i);
    return out_.finish();
  }

 private:
  Finding check(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpTypeNamedBarrier:
        return i.resultId == barrier_ ? Finding{} : "the module has several types of barriers";
      case spv::Op::OpTypeArray:
      case spv::Op::OpTypeStruct:
        return uses(i) ? "a named barrier is part of a composite type" : Finding{};
      case spv::Op::OpTypePointer:
        return uses(i) &&
                       module_.get(i, OpTypePointer::kStorageClass) != spv::StorageClass::Function
                   ? "a named barrier is in other memory than private memory"
                   : Finding{};
      case spv::Op::OpFunction: return entryPoint(i);
      case spv::Op::OpNamedBarrierInitialize: return count(i);
      case spv::Op::OpEntryPoint: return name(module_.get(i, OpEntryPoint::kName));
      case spv::Op::OpDecorate:
        if (!module_.decorates(i, spv::Decoration::LinkageAttributes)) return {};
        return name(module_.linkageName(i));
      default: return {};
    }
  }

  /// What the module names itself must not stand for the instructions.
  static Finding name(std::string_view text) {
    if (!isNamedBarrierFunction(text)) return {};
    return "the name '" + std::string(text) + "' is reserved";
  }

  bool uses(const Instruction& i) const {
    return std::ranges::any_of(module_.operandsOf(i), [&](const Operand& operand) {
      return isUse(operand) && module_.word(i, operand) == barrier_;
    });
  }

  Finding entryPoint(const Instruction& function) const {
    const bool isKernel = std::ranges::any_of(module_.instructions, [&](const Instruction& i) {
      return i.opcode == spv::Op::OpEntryPoint &&
             module_.get(i, OpEntryPoint::kEntryPoint) == function.resultId;
    });
    const Instruction* type = module_.definition(module_.get(function, OpFunction::kFunctionType));
    if (isKernel && type && uses(*type)) return "a named barrier is an argument of a kernel";
    return {};
  }

  Finding count(const Instruction& i) const {
    const Instruction* value =
        module_.definition(module_.get(i, OpNamedBarrierInitialize::kSubgroupCount));
    const Instruction* type = value ? module_.definition(value->typeId) : nullptr;
    if (type && isInteger32(*type)) return {};
    return "the number of sub-groups is not an integer of 32 bits";
  }

  bool isInteger32(const Instruction& type) const {
    return type.opcode == spv::Op::OpTypeInt && module_.get(type, OpTypeInt::kWidth) == 32;
  }

  void findTypes() {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpTypeVoid) void_ = i.resultId;
      if (isInteger32(i)) integer_ = i.resultId;
    }
  }

  void replace(const Instruction& i) {
    // The first type follows the annotations, the first function the types.
    if (!imports_ && isType(i)) importFunctions(i);
    if (!declared_ && i.opcode == spv::Op::OpFunction) declareFunctions(i);
    switch (i.opcode) {
      case spv::Op::OpCapability:
        if (module_.get(i, OpCapability::kCapability) != spv::Capability::NamedBarrier)
          return out_.keep(i);
        // NamedBarrier includes Kernel, which the module need not name.
        add(i, spv::Op::OpCapability, {uint32_t(spv::Capability::Kernel)});
        return add(i, spv::Op::OpCapability, {uint32_t(spv::Capability::Linkage)});
      case spv::Op::OpTypeNamedBarrier: return type(i);
      case spv::Op::OpNamedBarrierInitialize:
        return add(i, spv::Op::OpFunctionCall,
                   {i.typeId, i.resultId, initialize_,
                    module_.get(i, OpNamedBarrierInitialize::kSubgroupCount)});
      case spv::Op::OpMemoryNamedBarrier:
        return add(
            i, spv::Op::OpFunctionCall,
            {void_, out_.freshId(), wait_, module_.get(i, OpMemoryNamedBarrier::kNamedBarrier),
             module_.get(i, OpMemoryNamedBarrier::kMemory),
             module_.get(i, OpMemoryNamedBarrier::kSemantics)});
      default: return out_.keep(i);
    }
  }

  static bool isType(const Instruction& i) {
    return (i.opcode >= spv::Op::OpTypeVoid && i.opcode <= spv::Op::OpTypePipe) ||
           i.opcode == spv::Op::OpTypeNamedBarrier;
  }

  void importFunctions(const Instruction& at) {
    imports_ = true;
    if (!hasFunctions()) return;
    initialize_ = import(at, kInitializeNamedBarrier);
    wait_ = import(at, kWaitAtNamedBarrier);
  }

  /// Without these types the instructions have no operands.
  bool hasFunctions() const { return void_ && integer_; }

  uint32_t import(const Instruction& at, std::string_view name) {
    const uint32_t function = out_.freshId();
    std::vector<uint32_t> operands{function, uint32_t(spv::Decoration::LinkageAttributes)};
    for (const uint32_t word : literalString(name)) operands.push_back(word);
    operands.push_back(uint32_t(spv::LinkageType::Import));
    out_.add(at, spv::Op::OpDecorate, operands);
    return function;
  }

  void type(const Instruction& i) {
    const uint32_t contents = out_.freshId();
    add(i, spv::Op::OpTypeStruct, {contents});
    add(i, spv::Op::OpTypePointer, {barrier_, uint32_t(spv::StorageClass::Workgroup), contents});
  }

  void declareFunctions(const Instruction& at) {
    declared_ = true;
    if (!hasFunctions()) return;
    const uint32_t initializeType = functionType(at, {barrier_, integer_});
    const uint32_t waitType = functionType(at, {void_, barrier_, integer_, integer_});
    declare(at, barrier_, initialize_, initializeType, {integer_});
    declare(at, void_, wait_, waitType, {barrier_, integer_, integer_});
  }

  /// The result and the parameters. No two types of functions are the same.
  uint32_t functionType(const Instruction& at, std::vector<uint32_t> types) {
    for (const Instruction& i : module_.instructions)
      if (i.opcode == spv::Op::OpTypeFunction &&
          std::ranges::equal(module_.wordsOf(i).subspan(OpTypeFunction::kReturnType.word), types))
        return i.resultId;
    types.insert(types.begin(), out_.freshId());
    out_.add(at, spv::Op::OpTypeFunction, types);
    return types.front();
  }

  void declare(const Instruction& at, uint32_t result, uint32_t function, uint32_t type,
               std::initializer_list<uint32_t> parameters) {
    add(at, spv::Op::OpFunction, {result, function, 0, type});
    for (const uint32_t parameter : parameters)
      add(at, spv::Op::OpFunctionParameter, {parameter, out_.freshId()});
    add(at, spv::Op::OpFunctionEnd, {});
  }

  void add(const Instruction& at, spv::Op opcode, std::initializer_list<uint32_t> operands) {
    out_.add(at, opcode, std::span(operands.begin(), operands.size()));
  }

  const Module& module_;
  Rewriter out_;
  uint32_t barrier_ = 0, void_ = 0, integer_ = 0;  // types
  uint32_t initialize_ = 0, wait_ = 0;             // functions
  bool imports_ = false, declared_ = false;        // what is written
};

}  // namespace

Admissible<Module> replaceNamedBarriers(const Module& module) { return Replacement(module).run(); }

}  // namespace lanewise::admit
