// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-spirv 19 writes constant addresses wrong in two ways. A constant getelementptr over bytes
// (all that Clang 19 makes) becomes a PtrAccessChain whose base has the type of the variable, so
// that the offset counts variables instead of bytes: the base needs a Bitcast first. And an
// OpSpecConstantOp may stand before the one that it is made of. The names by which modules are
// linked it writes wrong where they are not ASCII: it adds a word's bytes up as signed numbers.
#include "compiler/repairs/written_words.h"

#include "compiler/admit/spirv_words.h"
#include "compiler/repairs/repairs.h"

#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace lanewise {
namespace {

/// Types, constants and variables: what is written here has its result in word 1 or 2.
class ConstantWriter {
 public:
  ConstantWriter(std::vector<uint32_t>& out, std::span<const Instruction> section)
      : out_(out), section_(section) {
    for (size_t i = 0; i < section.size(); ++i)
      if (const uint32_t id = resultOf(section[i])) definitions_[id] = i;
  }

  void run() {
    for (size_t i = 0; i < section_.size(); ++i) write(i);
  }

 private:
  static bool isType(spv::Op op) { return op >= spv::Op::OpTypeVoid && op <= spv::Op::OpTypePipe; }
  static bool isConstant(spv::Op op) {
    return op >= spv::Op::OpConstantTrue && op <= spv::Op::OpSpecConstantOp;
  }
  static uint32_t resultOf(const Instruction& i) {
    if (isType(i.opcode)) return i.has(OpTypeVoid::kResultId) ? i.get(OpTypeVoid::kResultId) : 0;
    if (isConstant(i.opcode) || i.opcode == spv::Op::OpVariable || i.opcode == spv::Op::OpUndef)
      return i.has(OpConstant::kResultId) ? i.get(OpConstant::kResultId) : 0;
    return 0;
  }

  /// The words that are ids of what the instruction is made of, as far as their order is at stake.
  static std::span<const uint32_t> operandsOf(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpTypePointer: return from(i, OpTypePointer::kType.word);
      case spv::Op::OpTypeArray: return from(i, OpTypeArray::kElementType.word);
      case spv::Op::OpTypeStruct: return from(i, OpTypeStruct::kMemberTypes.word);
      case spv::Op::OpTypeFunction: return from(i, OpTypeFunction::kReturnType.word);
      case spv::Op::OpTypeVector: return i.words.subspan(OpTypeVector::kComponentType.word, 1);
      case spv::Op::OpConstantComposite:
      case spv::Op::OpSpecConstantComposite:
        return from(i, OpConstantComposite::kConstituents.word);
      case spv::Op::OpSpecConstantOp: return from(i, OpSpecConstantOp::kOperands.word);
      case spv::Op::OpVariable: return from(i, OpVariable::kInitializer.word);
      default: return {};
    }
  }
  static std::span<const uint32_t> from(const Instruction& i, size_t word) {
    return i.words.subspan(std::min(word, i.words.size()));
  }

  void writeId(uint32_t id) {
    const auto found = definitions_.find(id);
    if (found != definitions_.end()) write(found->second);
  }

  void write(size_t index) {
    if (!written_.insert(index).second) return;
    const Instruction& i = section_[index];
    if (isRepaired(Repair::ConstantOrder)) {
      if (!isType(i.opcode) && resultOf(i)) writeId(i.get(OpConstant::kResultType));
      for (uint32_t id : operandsOf(i)) writeId(id);
    }
    if (isByteOffset(i) && isRepaired(Repair::ByteOffsets)) return writeByteOffset(i);
    out_.insert(out_.end(), i.words.begin(), i.words.end());
  }

  uint32_t typeOf(uint32_t id) const {
    const auto found = definitions_.find(id);
    if (found == definitions_.end() || isType(section_[found->second].opcode)) return 0;
    return section_[found->second].get(OpConstant::kResultType);
  }

  /// One index, and a result that is not what the base points to.
  bool isByteOffset(const Instruction& i) const {
    if (i.opcode != spv::Op::OpSpecConstantOp) return false;
    const auto operands = i.get(OpSpecConstantOp::kOperands);
    const spv::Op operation = i.get(OpSpecConstantOp::kOpcode);
    if (operands.size() != 2) return false;
    if (operation != spv::Op::OpPtrAccessChain && operation != spv::Op::OpInBoundsPtrAccessChain)
      return false;
    const uint32_t baseType = typeOf(operands.front());
    return baseType && baseType != i.get(OpSpecConstantOp::kResultType);
  }

  void writeByteOffset(const Instruction& i) {
    const uint32_t base = out_[kBoundWord]++;
    const uint32_t cast[] = {
        5u << 16 | uint32_t(spv::Op::OpSpecConstantOp), i.get(OpSpecConstantOp::kResultType), base,
        uint32_t(spv::Op::OpBitcast), i.get(OpSpecConstantOp::kOperands).front()};
    out_.insert(out_.end(), std::begin(cast), std::end(cast));
    const size_t at = out_.size();
    out_.insert(out_.end(), i.words.begin(), i.words.end());
    out_[at + OpSpecConstantOp::kOperands.word] = base;
  }

  std::vector<uint32_t>& out_;
  const std::span<const Instruction> section_;
  std::unordered_map<uint32_t, size_t> definitions_;
  std::unordered_set<size_t> written_;
};

bool beginsConstants(spv::Op op) {
  return (op >= spv::Op::OpTypeVoid && op <= spv::Op::OpTypeForwardPointer);
}

/// The four bytes of a name from the sum that llvm-spirv makes of them.
uint32_t repairedBytes(uint32_t sum) {
  uint32_t bytes = 0;
  for (int place = 0; place < 32; place += 8) {
    const uint32_t byte = sum & 0xff;
    bytes |= byte << place;
    sum = (sum - uint32_t(int8_t(byte))) >> 8;
  }
  return bytes;
}

}  // namespace

void repairLinkedNames(std::vector<uint32_t>& words) {
  if (!isRepaired(Repair::LinkedNames)) return;
  for (const Instruction& i : instructionsOf(words)) {
    if (i.opcode != spv::Op::OpDecorate ||
        i.get(OpDecorate::kDecoration) != spv::Decoration::LinkageAttributes)
      continue;
    const size_t at = size_t(i.words.data() - words.data());
    const size_t linkageType = i.words.size() - 1;
    for (size_t n = OpDecorate::kParameters.word; n < linkageType; ++n)
      words[at + n] = repairedBytes(words[at + n]);
  }
}

std::vector<uint32_t> repairedConstants(std::span<const uint32_t> words) {
  const std::vector<Instruction> all = instructionsOf(words);
  const auto begin = std::ranges::find_if(all, beginsConstants, &Instruction::opcode);
  const auto end = std::ranges::find(begin, all.end(), spv::Op::OpFunction, &Instruction::opcode);
  std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
  const auto copy = [&](auto first, auto last) {
    for (; first != last; ++first) out.insert(out.end(), first->words.begin(), first->words.end());
  };
  copy(all.begin(), begin);
  ConstantWriter(out, {begin, end}).run();
  copy(end, all.end());
  return out;
}

}  // namespace lanewise
