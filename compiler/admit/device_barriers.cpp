// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites the words of a module before it is read: the reader knows no other tokens than those of
// the grammar.
#include "compiler/admit/device_barriers.h"

#include "compiler/admit/spirv_words.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>

namespace lanewise::admit {
namespace {

constexpr auto kDeviceBarrierCapability = spv::Capability(6185);
constexpr auto kDeviceBarrierValid = spv::BuiltIn(6186);
constexpr std::string_view kExtension = "SPV_INTEL_device_barrier";
constexpr size_t kBoundWord = 3;

bool isCapability(const Instruction& i) {
  return i.opcode == spv::Op::OpCapability && i.has(OpCapability::kCapability) &&
         i.get(OpCapability::kCapability) == kDeviceBarrierCapability;
}

/// The words of the instruction at a place, none if it has no length or ends behind the module.
std::span<const uint32_t> instructionAt(std::span<const uint32_t> words, size_t at) {
  const size_t count = words[at] >> 16;
  return count <= words.size() - at ? words.subspan(at, count) : std::span<const uint32_t>();
}

/// Capabilities are the first instructions of a module.
bool declaresCapability(std::span<const uint32_t> words) {
  for (size_t at = kHeaderWords; at < words.size();) {
    const Instruction i{spv::Op(words[at] & 0xffff), instructionAt(words, at)};
    if (i.opcode != spv::Op::OpCapability || i.words.empty()) return false;
    if (isCapability(i)) return true;
    at += i.words.size();
  }
  return false;
}

/// Whether the last instruction ends where the module ends. What is not whole is reported later.
bool isWhole(std::span<const uint32_t> words) {
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t count = instructionAt(words, at).size();
    if (count == 0) return false;
    at += count;
  }
  return true;
}

class Replacement {
 public:
  explicit Replacement(const std::vector<uint32_t>& words)
      : all_(instructionsOf(words)), bound_(words[kBoundWord]) {
    out_.assign(words.begin(), words.begin() + kHeaderWords);
  }

  std::vector<uint32_t> run() {
    for (const Instruction& i : all_) note(i);
    for (const Instruction& i : all_) replace(i);
    out_[kBoundWord] = bound_;
    return std::move(out_);
  }

 private:
  template <class At>
  static bool is(const Instruction& i, spv::Op opcode, At last) {
    return i.opcode == opcode && i.has(last);
  }

  void note(const Instruction& i) {
    if (is(i, spv::Op::OpTypeVoid, OpTypeVoid::kResultId)) void_ = i.get(OpTypeVoid::kResultId);
    if (is(i, spv::Op::OpTypeBool, OpTypeBool::kResultId)) bool_ = i.get(OpTypeBool::kResultId);
    if (is(i, spv::Op::OpDecorate, OpDecorate::kParameters) &&
        i.get(OpDecorate::kDecoration) == spv::Decoration::BuiltIn &&
        spv::BuiltIn(i.get(OpDecorate::kParameters).front()) == kDeviceBarrierValid)
      variables_.insert(i.get(OpDecorate::kTarget));
    if (is(i, spv::Op::OpConstant, OpConstant::kValue) && i.get(OpConstant::kValue).size() == 1)
      values_[i.get(OpConstant::kResultId)] = i.get(OpConstant::kValue).front();
    if (is(i, spv::Op::OpTypeFunction, OpTypeFunction::kReturnType) &&
        !i.has(OpTypeFunction::kParameterTypes))
      types_[i.get(OpTypeFunction::kReturnType)] = i.get(OpTypeFunction::kResultId);
  }

  bool isVariable(uint32_t id) const { return variables_.contains(id); }

  bool isDeviceBarrier(const Instruction& i) const {
    if (!is(i, spv::Op::OpControlBarrier, OpControlBarrier::kSemantics)) return false;
    const auto scope = values_.find(i.get(OpControlBarrier::kExecution));
    return scope != values_.end() && spv::Scope(scope->second) == spv::Scope::Device;
  }

  /// What concerns the variable only.
  bool isOfVariable(const Instruction& i) const {
    return (is(i, spv::Op::OpDecorate, OpDecorate::kTarget) &&
            isVariable(i.get(OpDecorate::kTarget))) ||
           (is(i, spv::Op::OpName, OpName::kTarget) && isVariable(i.get(OpName::kTarget))) ||
           (is(i, spv::Op::OpVariable, OpVariable::kResultId) &&
            isVariable(i.get(OpVariable::kResultId)));
  }

  void replace(const Instruction& i) {
    const bool isType = i.opcode >= spv::Op::OpTypeVoid && i.opcode <= spv::Op::OpTypePipe;
    if (!imports_ && (isType || i.opcode == spv::Op::OpDecorate)) importFunctions();
    if (!declared_ && i.opcode == spv::Op::OpFunction) declareFunctions();
    // The translator does not know the extension.
    if (is(i, spv::Op::OpExtension, OpExtension::kName) && i.get(OpExtension::kName) == kExtension)
      return;
    if (isCapability(i)) return add(spv::Op::OpCapability, {uint32_t(spv::Capability::Linkage)});
    if (isOfVariable(i)) return;
    if (i.opcode == spv::Op::OpEntryPoint) return entryPoint(i);
    if (is(i, spv::Op::OpLoad, OpLoad::kPointer) && isVariable(i.get(OpLoad::kPointer)))
      return add(spv::Op::OpFunctionCall,
                 {i.get(OpLoad::kResultType), i.get(OpLoad::kResultId), isConcurrent_});
    if (isDeviceBarrier(i)) return add(spv::Op::OpFunctionCall, {void_, bound_++, barrier_});
    out_.insert(out_.end(), i.words.begin(), i.words.end());
  }

  /// The interface does not name the variable any more.
  void entryPoint(const Instruction& i) {
    std::vector<uint32_t> operands(i.words.begin() + 1, i.words.end());
    constexpr size_t kName = OpEntryPoint::kName.word - 1;
    const size_t nameWords = stringWords(stringAt(operands, kName));
    const auto interface =
        operands.begin() + ptrdiff_t(std::min(kName + nameWords, operands.size()));
    operands.erase(
        std::remove_if(interface, operands.end(), [this](uint32_t id) { return isVariable(id); }),
        operands.end());
    add(spv::Op::OpEntryPoint, operands);
  }

  void importFunctions() {
    imports_ = true;
    barrier_ = import(kDeviceBarrier);
    isConcurrent_ = import(kIsConcurrent);
  }

  uint32_t import(std::string_view name) {
    const uint32_t function = bound_++;
    std::vector<uint32_t> operands{function, uint32_t(spv::Decoration::LinkageAttributes)};
    appendString(operands, name);
    operands.push_back(uint32_t(spv::LinkageType::Import));
    add(spv::Op::OpDecorate, operands);
    return function;
  }

  void declareFunctions() {
    declared_ = true;
    if (void_) declare(void_, barrier_);
    if (bool_) declare(bool_, isConcurrent_);
    out_.insert(out_.end(), declarations_.begin(), declarations_.end());
  }

  /// No two types of functions are the same.
  void declare(uint32_t result, uint32_t function) {
    uint32_t& type = types_[result];
    if (!type) {
      type = bound_++;
      add(spv::Op::OpTypeFunction, {type, result});
    }
    declarations_.insert(declarations_.end(), {headOf(spv::Op::OpFunction, 5), result, function, 0,
                                               type, headOf(spv::Op::OpFunctionEnd, 1)});
  }

  static uint32_t headOf(spv::Op opcode, size_t count) {
    return uint32_t(count) << 16 | uint32_t(opcode);
  }
  void add(spv::Op opcode, std::span<const uint32_t> operands) {
    out_.push_back(headOf(opcode, operands.size() + 1));
    out_.insert(out_.end(), operands.begin(), operands.end());
  }
  void add(spv::Op opcode, std::initializer_list<uint32_t> operands) {
    add(opcode, std::span(operands.begin(), operands.size()));
  }

  const std::vector<Instruction> all_;
  uint32_t bound_;
  std::vector<uint32_t> out_;
  std::vector<uint32_t> declarations_;             // of functions, behind the types
  std::unordered_set<uint32_t> variables_;         // the built-in
  std::unordered_map<uint32_t, uint32_t> values_;  // of constants of 32 bits
  std::unordered_map<uint32_t, uint32_t> types_;   // of functions without parameters, by the result
  uint32_t void_ = 0, bool_ = 0;                   // types
  uint32_t barrier_ = 0, isConcurrent_ = 0;        // functions
  bool imports_ = false, declared_ = false;        // what is written
};

}  // namespace

void replaceDeviceBarriers(std::vector<uint32_t>& words) {
  if (words.size() < kHeaderWords || words.front() != uint32_t(spv::MagicNumber)) return;
  if (declaresCapability(words) && isWhole(words)) words = Replacement(words).run();
}

}  // namespace lanewise::admit
