// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repairs what old translators write, by the rows of module_repairs.def. Runs on modules that the
// validator refuses, and trusts nothing but the grammar. The validator then has the last word.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "compiler/admit/module_repairs.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

struct Row {
  const char *what, *writers;
};

constexpr Row kRows[] = {
#define MODULE_REPAIR(name, what, writers) {what, writers},
#include "compiler/admit/module_repairs.def"
};

/// The instructions of a function from its label to its terminator, with lines before the label.
struct Block {
  uint32_t label = 0;
  std::vector<const Instruction*> instructions = {};
  std::vector<uint32_t> targets = {};  // labels
};

class Repairer {
 public:
  explicit Repairer(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run(std::vector<Diagnostic>& remarks) {
    findLongType();
    const auto& all = module_.instructions;
    for (size_t n = 0; n < all.size();) {
      if (all[n].opcode != spv::Op::OpFunction) {
        global(all[n++]);
        continue;
      }
      const size_t begin = n;
      while (n < all.size() && all[n].opcode != spv::Op::OpFunctionEnd) ++n;
      n = std::min(n + 1, all.size());
      function(std::span(all).subspan(begin, n - begin));
    }
    for (size_t row = 0; row < kModuleRepairs; ++row)
      if (first_[row]) remarks.push_back(remarkOf(ModuleRepair(row), module_, *first_[row]));
    return out_.finish();
  }

 private:
  void note(ModuleRepair row, const Instruction& i) {
    const Instruction*& first = first_[size_t(row)];
    if (!first) first = &i;
  }

  // What stands before the functions.

  void global(const Instruction& i) {
    if (i.opcode == spv::Op::OpDecorate) {
      const auto words = module_.wordsOf(i);
      if (!decorations_.insert({words.begin(), words.end()}).second)
        return note(ModuleRepair::RepeatedDecoration, i);
    }
    out_.keep(i);
    if (i.opcode == spv::Op::OpCapability && addsLongType_ && !declaredLong_) {
      const uint32_t capability[] = {uint32_t(spv::Capability::Int64)};
      out_.add(i, spv::Op::OpCapability, capability);
      declaredLong_ = true;
    }
  }

  /// Addresses are compared as integers of 64 bits.
  void findLongType() {
    bool comparesPointers = false;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpTypeInt && module_.get(i, OpTypeInt::kWidth) == 64)
        longType_ = i.resultId;
      comparesPointers |= isPointerComparison(i);
    }
    addsLongType_ = comparesPointers && !longType_;
    if (addsLongType_) longType_ = out_.freshId();
  }

  // Functions.

  void function(std::span<const Instruction> all) {
    if (addsLongType_ && !definedLong_) {
      const uint32_t type[] = {longType_, 64, 0};
      out_.add(all.front(), spv::Op::OpTypeInt, type);
      definedLong_ = true;
    }
    size_t n = 0;
    while (n < all.size() && !beginsBlock(all[n])) out_.keep(all[n++]);
    const size_t end = all.back().opcode == spv::Op::OpFunctionEnd ? all.size() - 1 : all.size();
    std::vector<Block> blocks = blocksOf(all.subspan(n, end - n));
    order(blocks);
    moveVariables(blocks);
    for (const Block& block : blocks)
      for (const Instruction* i : block.instructions) instruction(*i);
    for (n = end; n < all.size(); ++n) out_.keep(all[n]);
  }

  static bool beginsBlock(const Instruction& i) {
    return i.opcode == spv::Op::OpLabel || i.opcode == spv::Op::OpLine ||
           i.opcode == spv::Op::OpNoLine;
  }

  std::vector<Block> blocksOf(std::span<const Instruction> all) const {
    std::vector<Block> blocks;
    bool isOpen = false;
    for (const Instruction& i : all) {
      if (!isOpen) blocks.emplace_back();
      isOpen = true;
      Block& block = blocks.back();
      block.instructions.push_back(&i);
      switch (i.opcode) {
        case spv::Op::OpLabel: block.label = i.resultId; break;
        case spv::Op::OpBranch: block.targets = {module_.get(i, OpBranch::kTargetLabel)}; break;
        case spv::Op::OpBranchConditional:
          block.targets = {module_.get(i, OpBranchConditional::kTrueLabel),
                           module_.get(i, OpBranchConditional::kFalseLabel)};
          break;
        case spv::Op::OpSwitch:
          for (const Operand& operand : module_.operandsOf(i).subspan(1))
            if (isUse(operand)) block.targets.push_back(module_.word(i, operand));
          break;
        default: break;
      }
      isOpen = !endsBlock(i.opcode);
    }
    return blocks;
  }

  static bool endsBlock(spv::Op opcode) {
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

  /// Every block stands behind its dominators if it, or a chain of blocks up to the first, has a
  /// predecessor before it. If one has not, all take the order of a depth-first walk, reversed;
  /// those that nothing reaches come last.
  void order(std::vector<Block>& blocks) {
    std::unordered_set<uint32_t> reached;
    const Block* wrong = nullptr;
    for (const Block& block : blocks) {
      if (&block != blocks.data() && !reached.contains(block.label)) {
        wrong = &block;
        break;
      }
      reached.insert(block.targets.begin(), block.targets.end());
    }
    if (!wrong) return;
    std::vector<size_t> sequence = postOrder(blocks);
    std::ranges::reverse(sequence);
    std::vector<bool> isPlaced(blocks.size());
    for (const size_t n : sequence) isPlaced[n] = true;
    for (size_t n = 0; n < blocks.size(); ++n)
      if (!isPlaced[n]) sequence.push_back(n);
    if (std::ranges::is_sorted(sequence)) return;
    note(ModuleRepair::BlockOrder, *wrong->instructions.front());
    std::vector<Block> ordered;
    ordered.reserve(blocks.size());
    for (const size_t n : sequence) ordered.push_back(std::move(blocks[n]));
    blocks = std::move(ordered);
  }

  static std::vector<size_t> postOrder(const std::vector<Block>& blocks) {
    std::unordered_map<uint32_t, size_t> indexes;
    for (size_t n = 0; n < blocks.size(); ++n) indexes.emplace(blocks[n].label, n);
    std::vector<size_t> order;
    std::vector<bool> seen(blocks.size());
    std::vector<std::pair<size_t, size_t>> open{{0, 0}};  // a block, and targets that were visited
    seen[0] = true;
    while (!open.empty()) {
      auto& [block, visited] = open.back();
      if (visited == blocks[block].targets.size()) {
        order.push_back(block);
        open.pop_back();
        continue;
      }
      const auto target = indexes.find(blocks[block].targets[visited++]);
      if (target == indexes.end() || seen[target->second]) continue;
      seen[target->second] = true;
      open.emplace_back(target->second, 0);
    }
    return order;
  }

  /// Moves variables to the beginning of the first block. A variable with an initializer is one of
  /// each execution of its block, and stays.
  void moveVariables(std::vector<Block>& blocks) {
    if (blocks.empty()) return;
    std::vector<const Instruction*> moved;
    bool isHead = true;
    for (Block& block : blocks)
      std::erase_if(block.instructions, [&](const Instruction* i) {
        const bool isVariable = i->opcode == spv::Op::OpVariable;
        isHead &= isVariable || beginsBlock(*i);
        if (isHead || !isVariable || module_.has(*i, OpVariable::kInitializer)) return false;
        moved.push_back(i);
        return true;
      });
    if (moved.empty()) return;
    note(ModuleRepair::VariablePlace, *moved.front());
    auto& first = blocks.front().instructions;
    const auto label =
        std::ranges::find(first, spv::Op::OpLabel, [](const Instruction* i) { return i->opcode; });
    first.insert(label == first.end() ? label : label + 1, moved.begin(), moved.end());
  }

  bool isPointer(uint32_t id) const {
    const Instruction* value = module_.definition(id);
    return value && module_.hasOpcode(value->typeId, spv::Op::OpTypePointer);
  }

  bool isPointerComparison(const Instruction& i) const {
    switch (i.opcode) {
      case spv::Op::OpIEqual:
      case spv::Op::OpINotEqual:
      case spv::Op::OpUGreaterThan:
      case spv::Op::OpUGreaterThanEqual:
      case spv::Op::OpULessThan:
      case spv::Op::OpULessThanEqual:
        return isPointer(module_.get(i, OpIEqual::kOperand1)) &&
               isPointer(module_.get(i, OpIEqual::kOperand2));
      default: return false;
    }
  }

  void instruction(const Instruction& i) {
    if (i.opcode == spv::Op::OpAtomicCompareExchangeWeak) {
      note(ModuleRepair::WeakExchange, i);
      return out_.add(i, spv::Op::OpAtomicCompareExchange, module_.operandWords(i));
    }
    if (!isPointerComparison(i)) return out_.keep(i);
    note(ModuleRepair::PointerComparison, i);
    std::vector<uint32_t> operands{i.typeId, i.resultId};
    for (const uint32_t pointer :
         {module_.get(i, OpIEqual::kOperand1), module_.get(i, OpIEqual::kOperand2)}) {
      const uint32_t address = out_.freshId();
      const uint32_t conversion[] = {longType_, address, pointer};
      out_.add(i, spv::Op::OpConvertPtrToU, conversion);
      operands.push_back(address);
    }
    out_.add(i, i.opcode, operands);
  }

  const Module& module_;
  Rewriter out_;
  std::array<const Instruction*, kModuleRepairs> first_ = {};  // that each row has repaired
  std::set<std::vector<uint32_t>> decorations_;
  uint32_t longType_ = 0;  // of 64-bit integers
  bool addsLongType_ = false, declaredLong_ = false, definedLong_ = false;
};

}  // namespace

Diagnostic remarkOf(ModuleRepair repair, const Module& module, const Instruction& i) {
  const Row& row = kRows[size_t(repair)];
  return module.diagnose(
      i, {DiagnosticKind::Remark, std::string("repaired: ") + row.what + " (" + row.writers + ")"});
}

Admissible<Module> repair(const Module& module, std::vector<Diagnostic>& remarks) {
  return Repairer(module).run(remarks);
}

}  // namespace lanewise::admit
