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
    if (isType(i.opcode)) return i.words.size() > 1 ? i.words[1] : 0;
    if (isConstant(i.opcode) || i.opcode == spv::Op::OpVariable || i.opcode == spv::Op::OpUndef)
      return i.words.size() > 2 ? i.words[2] : 0;
    return 0;
  }

  /// The words that are ids of what the instruction is made of, as far as their order is at stake.
  static std::span<const uint32_t> operandsOf(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpTypePointer: return i.words.subspan(std::min<size_t>(3, i.words.size()));
      case spv::Op::OpTypeArray:
      case spv::Op::OpTypeStruct:
      case spv::Op::OpTypeFunction: return i.words.subspan(2);
      case spv::Op::OpTypeVector: return i.words.subspan(2, 1);
      case spv::Op::OpConstantComposite:
      case spv::Op::OpSpecConstantComposite: return i.words.subspan(3);
      case spv::Op::OpSpecConstantOp:
      case spv::Op::OpVariable: return i.words.subspan(std::min<size_t>(4, i.words.size()));
      default: return {};
    }
  }

  void writeId(uint32_t id) {
    const auto found = definitions_.find(id);
    if (found != definitions_.end()) write(found->second);
  }

  void write(size_t index) {
    if (!written_.insert(index).second) return;
    const Instruction& i = section_[index];
    if (isRepaired(Repair::ConstantOrder)) {
      if (!isType(i.opcode) && resultOf(i)) writeId(i.words[1]);
      for (uint32_t id : operandsOf(i)) writeId(id);
    }
    if (isByteOffset(i) && isRepaired(Repair::ByteOffsets)) return writeByteOffset(i);
    out_.insert(out_.end(), i.words.begin(), i.words.end());
  }

  uint32_t typeOf(uint32_t id) const {
    const auto found = definitions_.find(id);
    if (found == definitions_.end() || isType(section_[found->second].opcode)) return 0;
    return section_[found->second].words[1];
  }

  /// One index, and a result that is not what the base points to.
  bool isByteOffset(const Instruction& i) const {
    if (i.opcode != spv::Op::OpSpecConstantOp || i.words.size() != 6) return false;
    const auto operation = spv::Op(i.words[3]);
    if (operation != spv::Op::OpPtrAccessChain && operation != spv::Op::OpInBoundsPtrAccessChain)
      return false;
    const uint32_t baseType = typeOf(i.words[4]);
    return baseType && baseType != i.words[1];
  }

  void writeByteOffset(const Instruction& i) {
    const uint32_t base = out_[3]++;
    const uint32_t cast[] = {5u << 16 | uint32_t(spv::Op::OpSpecConstantOp), i.words[1], base,
                             uint32_t(spv::Op::OpBitcast), i.words[4]};
    out_.insert(out_.end(), std::begin(cast), std::end(cast));
    const size_t at = out_.size();
    out_.insert(out_.end(), i.words.begin(), i.words.end());
    out_[at + 4] = base;
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
    if (i.opcode != spv::Op::OpDecorate || i.words.size() < 5) continue;
    if (spv::Decoration(i.words[2]) != spv::Decoration::LinkageAttributes) continue;
    const size_t at = size_t(i.words.data() - words.data());
    for (size_t n = 3; n + 1 < i.words.size(); ++n) words[at + n] = repairedBytes(words[at + n]);
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
