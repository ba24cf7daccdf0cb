// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expands decoration groups, which are deprecated in SPIR-V: later steps see each decoration on its
// target. Removes names of ids that are undefined or take no name, too.
#include <unordered_map>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Groups {
 public:
  explicit Groups(const Module& module) : module_(module), out_(module) {
    for (const Instruction& i : module.instructions)
      if ((i.opcode == spv::Op::OpDecorate || i.opcode == spv::Op::OpDecorateId) &&
          module.hasOpcode(module.get(i, OpDecorate::kTarget), spv::Op::OpDecorationGroup))
        groups_[module.get(i, OpDecorate::kTarget)].push_back(&i);
  }

  Admissible<Module> run() {
    for (const Instruction& i : module_.instructions) {
      switch (i.opcode) {
        case spv::Op::OpDecorationGroup: break;
        case spv::Op::OpGroupDecorate: groupDecorate(i); break;
        case spv::Op::OpGroupMemberDecorate: groupMemberDecorate(i); break;
        case spv::Op::OpDecorate:
        case spv::Op::OpDecorateId:
          if (!groups_.contains(module_.get(i, OpDecorate::kTarget))) out_.keep(i);
          break;
        case spv::Op::OpName:
          if (takesName(i)) out_.keep(i);
          break;
        default: out_.keep(i);
      }
    }
    return out_.finish();
  }

 private:
  void groupDecorate(const Instruction& i) {
    const auto group = groups_.find(module_.get(i, OpGroupDecorate::kDecorationGroup));
    if (group == groups_.end()) return;
    for (const uint32_t target : module_.get(i, OpGroupDecorate::kTargets))
      for (const Instruction* decoration : group->second) {
        std::vector<uint32_t> operands = module_.operandWords(*decoration);
        operands[OpDecorate::kTarget.index()] = target;
        out_.add(i, decoration->opcode, operands);
      }
  }

  void groupMemberDecorate(const Instruction& i) {
    const auto group = groups_.find(module_.get(i, OpGroupMemberDecorate::kDecorationGroup));
    if (group == groups_.end()) return;
    const auto targets = module_.get(i, OpGroupMemberDecorate::kTargets);
    for (size_t n = 0; n + 1 < targets.size(); n += 2)
      for (const Instruction* decoration : group->second) {
        const auto behind = module_.wordsOf(*decoration).subspan(OpDecorate::kDecoration.word);
        std::vector<uint32_t> operands{targets[n], targets[n + 1]};
        operands.insert(operands.end(), behind.begin(), behind.end());
        out_.add(i, spv::Op::OpMemberDecorate, operands);
      }
  }

  /// Names come before the ids that they name.
  bool takesName(const Instruction& i) const {
    const Instruction* target = module_.definition(module_.get(i, OpName::kTarget));
    return target && target->offset > i.offset && target->opcode != spv::Op::OpDecorationGroup;
  }

  const Module& module_;
  Rewriter out_;
  std::unordered_map<uint32_t, std::vector<const Instruction*>> groups_;
};

}  // namespace

Admissible<Module> expandDecorationGroups(const Module& module) { return Groups(module).run(); }

}  // namespace lanewise::admit
