// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One variable for each built-in. Every module of a linked program has its own variables, and one
// module may have two. The translator identifies a built-in variable by its name, which only one
// variable can have.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Merger {
 public:
  explicit Merger(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    findCopies();
    if (kept_.empty()) return module_;
    for (const Instruction& i : module_.instructions) rewrite(i);
    return out_.finish();
  }

 private:
  void findCopies() {
    std::unordered_map<uint32_t, uint32_t> builtIns;          // variable -> built-in
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> first;  // of a built-in and a type
    for (const Instruction& i : module_.instructions) {
      if (module_.decorates(i, spv::Decoration::BuiltIn))
        builtIns[module_.get(i, OpDecorate::kTarget)] =
            module_.get(i, OpDecorate::kParameters).front();
      const auto builtIn =
          i.opcode == spv::Op::OpVariable ? builtIns.find(i.resultId) : builtIns.end();
      if (builtIn == builtIns.end()) continue;
      const Instruction* pointer = module_.definition(i.typeId);
      if (!pointer || pointer->opcode != spv::Op::OpTypePointer) continue;
      const auto [found, isFirst] =

          first.try_emplace({builtIn->second, module_.get(*pointer, OpTypePointer::kType)},
                            i.resultId);
      if (!isFirst) kept_[i.resultId] = found->second;
    }
  }

  void rewrite(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpName:
      case spv::Op::OpDecorate:
        if (!kept_.contains(module_.get(i, OpDecorate::kTarget))) out_.keep(i);
        return;
      case spv::Op::OpVariable:
        if (!kept_.contains(i.resultId)) out_.keep(i);
        return;
      default: return replaceIds(i);
    }
  }

  void replaceIds(const Instruction& i) {
    std::vector<uint32_t> changed;  // the operands, after a replacement
    for (const Operand& operand : module_.operandsOf(i)) {
      if (operand.type != SPV_OPERAND_TYPE_ID) continue;
      const auto copy = kept_.find(module_.word(i, operand));
      if (copy == kept_.end()) continue;
      if (changed.empty()) changed = module_.operandWords(i);
      changed[operand.index()] = copy->second;
    }
    if (changed.empty()) return out_.keep(i);
    if (i.opcode == spv::Op::OpEntryPoint) uniqueInterface(i, changed);
    out_.add(i, i.opcode, changed);
  }

  /// An interface contains a variable once. Its ids are the operands after the name.
  void uniqueInterface(const Instruction& i, std::vector<uint32_t>& operands) {
    const std::span<const Operand> all = module_.operandsOf(i);
    constexpr size_t kFirst = 3;
    if (all.size() <= kFirst) return;
    const auto begin = operands.begin() + ptrdiff_t(all[kFirst].index());
    auto end = begin;
    for (auto id = begin; id != operands.end(); ++id)
      if (std::find(begin, end, *id) == end) *end++ = *id;
    operands.erase(end, operands.end());
  }

  const Module& module_;
  Rewriter out_;
  std::unordered_map<uint32_t, uint32_t> kept_;  // a copy -> the variable that remains
};

}  // namespace

Admissible<Module> mergeBuiltInVariables(const Module& module) { return Merger(module).run(); }

}  // namespace lanewise::admit
