// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces every OpSpecConstantOp of a specialized module by the constant that it computes. Those
// on pointers stay: they are constant address expressions.
#include <unordered_map>

#include "compiler/admit/fold.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr size_t kMaxElements = 16;

class Folder {
 public:
  explicit Folder(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode != spv::Op::OpSpecConstantOp) {
        out_.keep(i);
        note(i);
      } else if (isAddress(i)) {
        out_.keep(i);
      } else if (!fold(i)) {
        return module_.reject(i, unsupported(opcodeText(module_.get(i, OpSpecConstantOp::kOpcode)) +
                                             " of specialization constants of these types"));
      }
    }
    return out_.finish();
  }

 private:
  struct Constant {
    spv::Op opcode;
    uint32_t typeId;
    std::vector<uint32_t> value;  // words of a number, or the parts of a composite
  };

  void note(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpConstantTrue:
      case spv::Op::OpConstantFalse:
      case spv::Op::OpConstant:
      case spv::Op::OpConstantNull:
      case spv::Op::OpUndef:
      case spv::Op::OpConstantComposite: {
        if (i.typeId == 0) return;
        const auto value = i.opcode == spv::Op::OpConstantComposite
                               ? module_.get(i, OpConstantComposite::kConstituents)
                               : module_.get(i, OpConstant::kValue);
        constants_[i.resultId] = {i.opcode, i.typeId, {value.begin(), value.end()}};
        noted_ = i.resultId;
        return;
      }
      case spv::Op::OpConstantCompositeContinuedINTEL: {
        const auto parts = module_.get(i, OpConstantCompositeContinuedINTEL::kConstituents);
        auto& value = constants_[noted_].value;
        value.insert(value.end(), parts.begin(), parts.end());
        return;
      }
      default: return;
    }
  }

  bool isPointerTyped(uint32_t typeId) const {
    return module_.hasOpcode(typeId, spv::Op::OpTypePointer);
  }

  /// Address expressions: their result or first operand is a pointer.
  bool isAddress(const Instruction& i) const {
    const auto operands = module_.get(i, OpSpecConstantOp::kOperands);
    const Instruction* first = operands.empty() ? nullptr : module_.definition(operands.front());
    switch (module_.get(i, OpSpecConstantOp::kOpcode)) {
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain:
      case spv::Op::OpPtrCastToGeneric:
      case spv::Op::OpGenericCastToPtr:
      case spv::Op::OpConvertPtrToU:
      case spv::Op::OpConvertUToPtr:
      case spv::Op::OpBitcast:
        return isPointerTyped(i.typeId) || (first && isPointerTyped(first->typeId));
      default: return false;
    }
  }

  bool fold(const Instruction& i) {
    const auto operands = module_.get(i, OpSpecConstantOp::kOperands);
    switch (module_.get(i, OpSpecConstantOp::kOpcode)) {
      case spv::Op::OpCompositeExtract: return extract(i, operands);
      case spv::Op::OpCompositeInsert: return insert(i, operands);
      case spv::Op::OpVectorShuffle: return shuffle(i, operands);
      case spv::Op::OpBitcast: return bitcast(i, operands);
      default: return compute(i, operands);
    }
  }

  std::optional<NumberType> numberType(uint32_t typeId, uint32_t* count = nullptr) const {
    const Instruction* type = module_.definition(typeId);
    if (type && type->opcode == spv::Op::OpTypeVector) {
      if (count) *count = module_.get(*type, OpTypeVector::kComponentCount);
      type = module_.definition(module_.get(*type, OpTypeVector::kComponentType));
    } else if (count) {
      *count = 1;
    }
    if (!type) return std::nullopt;
    switch (type->opcode) {
      case spv::Op::OpTypeBool: return NumberType{NumberType::Kind::Bool, 1};
      case spv::Op::OpTypeInt:
        return NumberType{NumberType::Kind::Int, module_.get(*type, OpTypeInt::kWidth)};
      case spv::Op::OpTypeFloat:
        return NumberType{NumberType::Kind::Float, module_.get(*type, OpTypeFloat::kWidth)};
      default: return std::nullopt;
    }
  }

  std::optional<Number> number(uint32_t id) const {
    const auto found = constants_.find(id);
    if (found == constants_.end()) return std::nullopt;
    const Constant& constant = found->second;
    uint32_t count = 1;
    const auto type = numberType(constant.typeId, &count);
    if (!type || type->width > 64 || count > kMaxElements) return std::nullopt;
    Number result{*type, {}};
    switch (constant.opcode) {
      case spv::Op::OpConstantTrue: result.elements = {1}; break;
      case spv::Op::OpConstantFalse: result.elements = {0}; break;
      case spv::Op::OpConstantNull:
      case spv::Op::OpUndef: result.elements.assign(count, 0); break;
      case spv::Op::OpConstant: {
        uint64_t bits = numberOf(constant.value);
        // Narrow integers come sign-extended.
        if (type->width < 64) bits &= (uint64_t(1) << type->width) - 1;
        result.elements = {bits};
        break;
      }
      default:
        for (const uint32_t part : constant.value) {
          const auto element = number(part);
          if (!element || element->elements.size() != 1) return std::nullopt;
          result.elements.push_back(element->elements[0]);
        }
    }
    return result;
  }

  bool compute(const Instruction& i, std::span<const uint32_t> operands) {
    std::vector<Number> numbers;
    for (uint32_t id : operands) {
      auto one = number(id);
      if (!one) return false;
      numbers.push_back(std::move(*one));
    }
    const auto type = numberType(i.typeId);
    if (!type) return false;
    const auto result = foldElements(module_.get(i, OpSpecConstantOp::kOpcode), *type, numbers);
    return result && define(i, i.resultId, i.typeId, *result);
  }

  bool bitcast(const Instruction& i, std::span<const uint32_t> operands) {
    uint32_t count = 1;
    const auto type = numberType(i.typeId, &count);
    auto from = operands.size() == 1 ? number(operands[0]) : std::nullopt;
    if (!type || !from || from->type.width != type->width || from->elements.size() != count)
      return false;
    from->type = *type;
    return define(i, i.resultId, i.typeId, *from);
  }

  bool shuffle(const Instruction& i, std::span<const uint32_t> operands) {
    constexpr size_t kVectors = 2;
    if (operands.size() <= kVectors) return false;
    auto all = number(operands[0]);
    const auto second = number(operands[1]);
    if (!all || !second) return false;
    all->elements.insert(all->elements.end(), second->elements.begin(), second->elements.end());
    Number result{all->type, {}};
    for (uint32_t index : operands.subspan(kVectors)) {
      if (index != ~0u && index >= all->elements.size()) return false;
      result.elements.push_back(index == ~0u ? 0 : all->elements[index]);
    }
    return define(i, i.resultId, i.typeId, result);
  }

  /// The constant at the end of a path of indexes: its definition under another id.
  bool extract(const Instruction& i, std::span<const uint32_t> operands) {
    if (operands.empty()) return false;
    uint32_t id = operands[0];
    for (uint32_t index : operands.subspan(1)) {
      const auto found = constants_.find(id);
      if (found == constants_.end()) return false;
      if (found->second.opcode != spv::Op::OpConstantComposite)
        return emit(i, i.resultId, {spv::Op::OpConstantNull, i.typeId, {}});
      if (index >= found->second.value.size()) return false;
      id = found->second.value[index];
    }
    return copy(i, id, i.resultId);
  }

  bool insert(const Instruction& i, std::span<const uint32_t> operands) {
    if (operands.size() != 3) return false;  // deeper paths do not occur in what tools write
    const uint32_t part = operands[0], composite = operands[1], index = operands[2];
    const auto found = constants_.find(composite);
    if (found == constants_.end() || found->second.opcode != spv::Op::OpConstantComposite)
      return false;
    Constant changed = found->second;
    if (index >= changed.value.size()) return false;
    changed.value[index] = part;
    return emit(i, i.resultId, std::move(changed));
  }

  bool copy(const Instruction& i, uint32_t from, uint32_t to) {
    const auto found = constants_.find(from);
    if (found == constants_.end()) return false;
    return emit(i, to, Constant(found->second));
  }

  bool define(const Instruction& i, uint32_t id, uint32_t typeId, const Number& value) {
    uint32_t count = 1;
    if (!numberType(typeId, &count) || value.elements.size() != count) return false;
    if (module_.hasOpcode(typeId, spv::Op::OpTypeVector)) {
      Constant vector{spv::Op::OpConstantComposite, typeId, {}};
      const uint32_t elementType =
          module_.get(*module_.definition(typeId), OpTypeVector::kComponentType);
      for (uint64_t element : value.elements) {
        vector.value.push_back(out_.freshId());
        if (!define(i, vector.value.back(), elementType, {value.type, {element}})) return false;
      }
      return emit(i, id, std::move(vector));
    }
    const uint64_t bits = value.elements[0];
    if (value.type.kind == NumberType::Kind::Bool)
      return emit(i, id, {bits ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, typeId, {}});
    Constant number{spv::Op::OpConstant, typeId, {uint32_t(bits)}};
    if (value.type.width > 32) number.value.push_back(uint32_t(bits >> 32));
    return emit(i, id, std::move(number));
  }

  bool emit(const Instruction& i, uint32_t id, Constant constant) {
    std::vector<uint32_t> operands{constant.typeId, id};
    operands.insert(operands.end(), constant.value.begin(), constant.value.end());
    out_.add(i, constant.opcode, operands);
    constants_[id] = std::move(constant);
    return true;
  }

  const Module& module_;
  Rewriter out_;
  std::unordered_map<uint32_t, Constant> constants_;
  uint32_t noted_ = 0;  // the last one
};

}  // namespace

Admissible<Module> foldConstants(const Module& module) { return Folder(module).run(); }

}  // namespace lanewise::admit
