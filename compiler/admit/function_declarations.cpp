// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that a linked program imports and that no module of it defines: those of the compiler,
// which passes replace. SPIR-V has declarations before definitions, and the linker leaves them in
// the order of the modules. Each module has its own, and the translator knows functions by name.
#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Sorter {
 public:
  explicit Sorter(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    findFunctions();
    if (!isChanged()) return module_;
    for (size_t i = 0; i < firstFunction_; ++i) write(module_.instructions[i]);
    for (const bool wantsBody : {false, true})
      for (const Function& function : functions_)
        if (function.hasBody == wantsBody && !kept_.contains(function.id))
          for (size_t i = function.begin; i < function.end; ++i) write(module_.instructions[i]);
    return out_.finish();
  }

 private:
  struct Function {
    size_t begin, end;  // instructions, with those in front that give its line
    uint32_t id;
    bool hasBody;
  };

  void findFunctions() {
    std::unordered_map<uint32_t, std::string> imports;
    std::map<std::pair<std::string, uint32_t>, uint32_t> first;  // of a name and a type
    size_t begin = 0;
    const auto& all = module_.instructions;
    for (size_t i = 0; i < all.size(); ++i) {
      const Instruction& at = all[i];
      if (isImport(at)) imports[module_.get(at, OpDecorate::kTarget)] = module_.linkageName(at);
      if (at.opcode == spv::Op::OpFunction) {
        if (functions_.empty()) begin = firstFunction_ = beginOfLine(i);
        functions_.push_back({begin, 0, at.resultId, false});
        const auto import = imports.find(at.resultId);
        if (import == imports.end()) continue;
        const auto [known, isFirst] = first.try_emplace(
            {import->second, module_.get(at, OpFunction::kFunctionType)}, at.resultId);
        if (!isFirst) kept_[at.resultId] = known->second;
      }
      if (at.opcode == spv::Op::OpLabel) functions_.back().hasBody = true;
      if (at.opcode == spv::Op::OpFunctionEnd) functions_.back().end = begin = i + 1;
    }
    if (!functions_.empty()) functions_.back().end = all.size();
  }

  bool isImport(const Instruction& i) const {
    return module_.decorates(i, spv::Decoration::LinkageAttributes) &&
           module_.linkageType(i) == spv::LinkageType::Import;
  }

  /// OpLine and OpNoLine in front of the first function belong to it.
  size_t beginOfLine(size_t i) const {
    while (i > 0 && (module_.instructions[i - 1].opcode == spv::Op::OpLine ||
                     module_.instructions[i - 1].opcode == spv::Op::OpNoLine))
      --i;
    return i;
  }

  bool isChanged() const {
    return !kept_.empty() || !std::ranges::is_sorted(functions_, {}, &Function::hasBody);
  }

  void write(const Instruction& i) {
    const bool isAboutId = i.opcode == spv::Op::OpName || i.opcode == spv::Op::OpDecorate;
    if (isAboutId && kept_.contains(module_.get(i, OpDecorate::kTarget))) return;
    std::vector<uint32_t> changed;  // the operands, after a replacement
    for (const Operand& operand : module_.operandsOf(i)) {
      if (!isUse(operand)) continue;
      const auto copy = kept_.find(module_.word(i, operand));
      if (copy == kept_.end()) continue;
      if (changed.empty()) changed = module_.operandWords(i);
      changed[operand.index()] = copy->second;
    }
    if (changed.empty()) return out_.keep(i);
    out_.add(i, i.opcode, changed);
  }

  const Module& module_;
  Rewriter out_;
  std::vector<Function> functions_;
  size_t firstFunction_ = 0;
  std::unordered_map<uint32_t, uint32_t> kept_;  // a copy -> the declaration that remains
};

}  // namespace

Admissible<Module> sortDeclarations(const Module& module) { return Sorter(module).run(); }

}  // namespace lanewise::admit
