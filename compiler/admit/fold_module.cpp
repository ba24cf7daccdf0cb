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
        return module_.reject(i, unsupported(opcodeText(spv::Op(module_.word(i, 3))) +
                                             " of specialization constants of these types"));
      }
    }
    return out_.finish();
  }

 private:
  /// Words of a constant without its result id: opcode, type, operands.
  struct Constant {
    spv::Op opcode;
    std::vector<uint32_t> operands;  // operands[0] is the type, operands[1] the result id
  };

  void note(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpConstantTrue:
      case spv::Op::OpConstantFalse:
      case spv::Op::OpConstant:
      case spv::Op::OpConstantNull:
      case spv::Op::OpUndef:
      case spv::Op::OpConstantComposite: {
        if (i.typeId == 0 || i.wordCount < 3) return;
        const auto words = module_.wordsOf(i);
        constants_[i.resultId] = {i.opcode, {words.begin() + 1, words.end()}};
        noted_ = i.resultId;
        return;
      }
      case spv::Op::OpConstantCompositeContinuedINTEL: {
        const auto parts = module_.wordsOf(i).subspan(1);
        auto& operands = constants_[noted_].operands;
        operands.insert(operands.end(), parts.begin(), parts.end());
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
    const Instruction* operand = i.wordCount > 4 ? module_.definition(module_.word(i, 4)) : nullptr;
    switch (spv::Op(module_.word(i, 3))) {
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain:
      case spv::Op::OpPtrCastToGeneric:
      case spv::Op::OpGenericCastToPtr:
      case spv::Op::OpConvertPtrToU:
      case spv::Op::OpConvertUToPtr:
      case spv::Op::OpBitcast:
        return isPointerTyped(i.typeId) || (operand && isPointerTyped(operand->typeId));
      default: return false;
    }
  }

  bool fold(const Instruction& i) {
    std::vector<uint32_t> operands;
    for (uint32_t n = 4; n < i.wordCount; ++n) operands.push_back(module_.word(i, n));
    switch (spv::Op(module_.word(i, 3))) {
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
      if (count) *count = module_.word(*type, 3);
      type = module_.definition(module_.word(*type, 2));
    } else if (count) {
      *count = 1;
    }
    if (!type) return std::nullopt;
    switch (type->opcode) {
      case spv::Op::OpTypeBool: return NumberType{NumberType::Kind::Bool, 1};
      case spv::Op::OpTypeInt: return NumberType{NumberType::Kind::Int, module_.word(*type, 2)};
      case spv::Op::OpTypeFloat: return NumberType{NumberType::Kind::Float, module_.word(*type, 2)};
      default: return std::nullopt;
    }
  }

  std::optional<Number> number(uint32_t id) const {
    const auto found = constants_.find(id);
    if (found == constants_.end()) return std::nullopt;
    const Constant& constant = found->second;
    uint32_t count = 1;
    const auto type = numberType(constant.operands[0], &count);
    if (!type || type->width > 64 || count > kMaxElements) return std::nullopt;
    Number result{*type, {}};
    switch (constant.opcode) {
      case spv::Op::OpConstantTrue: result.elements = {1}; break;
      case spv::Op::OpConstantFalse: result.elements = {0}; break;
      case spv::Op::OpConstantNull:
      case spv::Op::OpUndef: result.elements.assign(count, 0); break;
      case spv::Op::OpConstant: {
        uint64_t bits = constant.operands[2];
        if (constant.operands.size() > 3) bits |= uint64_t(constant.operands[3]) << 32;
        // Narrow integers come sign-extended.
        if (type->width < 64) bits &= (uint64_t(1) << type->width) - 1;
        result.elements = {bits};
        break;
      }
      default:
        for (size_t n = 2; n < constant.operands.size(); ++n) {
          const auto element = number(constant.operands[n]);
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
    const auto result = foldElements(spv::Op(module_.word(i, 3)), *type, numbers);
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
    if (operands.size() < 3) return false;
    auto all = number(operands[0]);
    const auto second = number(operands[1]);
    if (!all || !second) return false;
    all->elements.insert(all->elements.end(), second->elements.begin(), second->elements.end());
    Number result{all->type, {}};
    for (uint32_t index : operands.subspan(2)) {
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
        return emit(i, spv::Op::OpConstantNull, {i.typeId, i.resultId});
      if (index >= found->second.operands.size() - 2) return false;
      id = found->second.operands[2 + index];
    }
    return copy(i, id, i.resultId);
  }

  bool insert(const Instruction& i, std::span<const uint32_t> operands) {
    if (operands.size() != 3) return false;  // deeper paths do not occur in what tools write
    const auto found = constants_.find(operands[1]);
    if (found == constants_.end() || found->second.opcode != spv::Op::OpConstantComposite)
      return false;
    std::vector<uint32_t> words = found->second.operands;
    if (operands[2] >= words.size() - 2) return false;
    words[1] = i.resultId;
    words[2 + operands[2]] = operands[0];
    return emit(i, spv::Op::OpConstantComposite, std::move(words));
  }

  bool copy(const Instruction& i, uint32_t from, uint32_t to) {
    const auto found = constants_.find(from);
    if (found == constants_.end()) return false;
    std::vector<uint32_t> words = found->second.operands;
    words[1] = to;
    return emit(i, found->second.opcode, std::move(words));
  }

  bool define(const Instruction& i, uint32_t id, uint32_t typeId, const Number& value) {
    uint32_t count = 1;
    if (!numberType(typeId, &count) || value.elements.size() != count) return false;
    if (module_.hasOpcode(typeId, spv::Op::OpTypeVector)) {
      std::vector<uint32_t> words{typeId, id};
      const uint32_t elementType = module_.word(*module_.definition(typeId), 2);
      for (uint64_t element : value.elements) {
        words.push_back(out_.freshId());
        if (!define(i, words.back(), elementType, {value.type, {element}})) return false;
      }
      return emit(i, spv::Op::OpConstantComposite, std::move(words));
    }
    const uint64_t bits = value.elements[0];
    if (value.type.kind == NumberType::Kind::Bool)
      return emit(i, bits ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, {typeId, id});
    std::vector<uint32_t> words{typeId, id, uint32_t(bits)};
    if (value.type.width > 32) words.push_back(uint32_t(bits >> 32));
    return emit(i, spv::Op::OpConstant, std::move(words));
  }

  bool emit(const Instruction& i, spv::Op opcode, std::vector<uint32_t> operands) {
    out_.add(i, opcode, operands);
    const uint32_t id = operands[1];
    constants_[id] = {opcode, std::move(operands)};
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
