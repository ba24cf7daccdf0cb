// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes the functions that no kernel reaches, before any check of what the device supports: a
// helper function that nobody calls must not make a build fail. With them go their names and
// decorations, and the types and constants that nothing else uses. The modules of a program are one
// call graph here: an import leads to the exports of its name.
//
// Runs before validation and trusts nothing but the grammar. A module whose functions are not well
// formed stays as it is; the validator reports it.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr uint32_t kDebugInfoNone = 0;

/// Instructions that describe the id in their first operand.
bool isAnnotation(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpName:
    case spv::Op::OpMemberName:
    case spv::Op::OpDecorate:
    case spv::Op::OpDecorateId:
    case spv::Op::OpDecorateString:
    case spv::Op::OpMemberDecorate:
    case spv::Op::OpMemberDecorateString:
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId: return true;
    default: return false;
  }
}

/// Global instructions that are of no use but to those that name their results.
bool isTypeOrConstant(spv::Op opcode) {
  return (opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpTypeForwardPointer) ||
         (opcode >= spv::Op::OpConstantTrue && opcode <= spv::Op::OpSpecConstantOp) ||
         opcode == spv::Op::OpUndef;
}

/// The functions of one module, and what each refers to.
class FunctionGraph {
 public:
  explicit FunctionGraph(const Module& module) : module_(module) {
    uint32_t function = 0;
    for (const Instruction& i : module.instructions) {
      if (i.opcode == spv::Op::OpFunction) {
        wellFormed_ &= function == 0;
        function = i.resultId;
      }
      read(i, function);
      if (i.opcode == spv::Op::OpFunctionEnd) {
        wellFormed_ &= function != 0;
        function = 0;
      }
    }
    wellFormed_ &= function == 0;
  }

  bool isWellFormed() const { return wellFormed_; }
  const std::vector<uint32_t>& roots() const { return roots_; }
  const std::vector<uint32_t>& references(uint32_t function) { return references_[function]; }
  /// The name under which a function is imported; empty if it is not.
  std::string importedAs(uint32_t function) const {
    const auto found = imports_.find(function);
    return found == imports_.end() ? std::string() : found->second;
  }
  const std::unordered_map<std::string, std::vector<uint32_t>>& exports() const { return exports_; }
  const std::vector<std::string>& kernelNames() const { return kernelNames_; }
  std::vector<uint32_t> exportsOf(const std::string& name) const {
    const auto found = exports_.find(name);
    return found == exports_.end() ? std::vector<uint32_t>() : found->second;
  }

 private:
  void read(const Instruction& i, uint32_t function) {
    if (i.opcode == spv::Op::OpEntryPoint) {
      roots_.push_back(module_.get(i, OpEntryPoint::kEntryPoint));
      kernelNames_.push_back(module_.get(i, OpEntryPoint::kName));
    }
    if (module_.decorates(i, spv::Decoration::LinkageAttributes)) link(i);
    // The entry point above is a root. Debug information is about a function, it does not use it.
    if (isAnnotation(i.opcode) || i.opcode == spv::Op::OpEntryPoint ||
        (!function && i.opcode == spv::Op::OpExtInst))
      return;
    for (const Operand& operand : module_.operandsOf(i)) {
      const uint32_t id = module_.word(i, operand);
      if (isUse(operand) && module_.hasOpcode(id, spv::Op::OpFunction))
        (function ? references_[function] : roots_).push_back(id);
    }
  }

  void link(const Instruction& i) {
    const uint32_t target = module_.get(i, OpDecorate::kTarget);
    const std::string name = module_.linkageName(i);
    if (module_.linkageType(i) == spv::LinkageType::Import)
      imports_[target] = name;
    else
      exports_[name].push_back(target);
  }

  const Module& module_;
  bool wellFormed_ = true;
  std::vector<uint32_t> roots_;
  std::vector<std::string> kernelNames_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> references_;
  std::unordered_map<uint32_t, std::string> imports_;
  std::unordered_map<std::string, std::vector<uint32_t>> exports_;
};

/// How many exports and kernels have each exported name.
std::unordered_map<std::string, size_t> usesOfNames(std::span<const FunctionGraph> graphs) {
  std::unordered_map<std::string, size_t> uses;
  for (const FunctionGraph& graph : graphs) {
    for (const auto& [name, functions] : graph.exports()) uses[name] += functions.size();
    for (const std::string& name : graph.kernelNames()) ++uses[name];
  }
  return uses;
}

/// The functions that the kernels of the program reach, for each module. Functions with a name that
/// is not unique count, too: the linker reports them.
std::vector<std::unordered_set<uint32_t>> reachedFunctions(std::span<FunctionGraph> graphs) {
  std::vector<std::unordered_set<uint32_t>> reached(graphs.size());
  std::vector<std::pair<size_t, uint32_t>> open;
  const auto reach = [&](size_t module, uint32_t function) {
    if (reached[module].insert(function).second) open.emplace_back(module, function);
  };
  for (size_t n = 0; n < graphs.size(); ++n)
    for (uint32_t root : graphs[n].roots()) reach(n, root);
  const auto uses = usesOfNames(graphs);
  for (size_t n = 0; n < graphs.size(); ++n)
    for (const auto& [name, functions] : graphs[n].exports())
      if (uses.at(name) > 1)
        for (uint32_t function : functions) reach(n, function);
  while (!open.empty()) {
    const auto [module, function] = open.back();
    open.pop_back();
    for (uint32_t callee : graphs[module].references(function)) reach(module, callee);
    const std::string name = graphs[module].importedAs(function);
    if (name.empty()) continue;
    for (size_t n = 0; n < graphs.size(); ++n)
      for (uint32_t definition : graphs[n].exportsOf(name)) reach(n, definition);
  }
  return reached;
}

/// Writes a module without some of its functions.
class Remover {
 public:
  Remover(const Module& module, const std::unordered_set<uint32_t>& reached)
      : module_(module), out_(module) {
    removed_.resize(module.instructions.size());
    markFunctions(reached);
    if (any_) markGlobals();
  }

  bool removesAny() const { return any_; }

  Admissible<Module> run() {
    for (size_t n = 0; n < module_.instructions.size(); ++n) {
      const Instruction& i = module_.instructions[n];
      if (n > 0 && Module::continuesComposite(i)) removed_[n] = removed_[n - 1];
      if (!removed_[n]) keep(i);
    }
    return out_.finish();
  }

 private:
  void remove(size_t index) {
    removed_[index] = true;
    if (const uint32_t id = module_.instructions[index].resultId) ids_.insert(id);
  }

  void markFunctions(const std::unordered_set<uint32_t>& reached) {
    bool removing = false;
    for (size_t n = 0; n < module_.instructions.size(); ++n) {
      const Instruction& i = module_.instructions[n];
      if (i.opcode == spv::Op::OpFunction) removing = !reached.contains(i.resultId);
      if (removing) remove(n);
      any_ |= removing;
      if (i.opcode == spv::Op::OpFunctionEnd) removing = false;
    }
  }

  /// A type or constant is declared before its uses, so one walk backwards finds all that have
  /// none. Exceptions are pointer types that are declared forward, and what annotations name
  /// besides their target; those stay.
  void markGlobals() {
    std::unordered_set<uint32_t> used;
    const auto use = [&](const Instruction& i, size_t firstOperand) {
      const auto operands = module_.operandsOf(i);
      for (size_t n = firstOperand; n < operands.size(); ++n)
        if (isUse(operands[n])) used.insert(module_.word(i, operands[n]));
    };
    for (const Instruction& i : module_.instructions) {
      if (isAnnotation(i.opcode)) use(i, 1);
      if (i.opcode == spv::Op::OpTypeForwardPointer || i.opcode == spv::Op::OpGroupMemberDecorate)
        use(i, 0);
    }
    for (size_t n = module_.instructions.size(); n-- > 0;) {
      const Instruction& i = module_.instructions[n];
      if (removed_[n] || isAnnotation(i.opcode) || i.opcode == spv::Op::OpGroupDecorate) continue;
      if (isTypeOrConstant(i.opcode) && i.resultId && !used.contains(i.resultId))
        remove(n);
      else
        use(i, 0);
    }
  }

  void keep(const Instruction& i) {
    if (isAnnotation(i.opcode)) {
      if (!ids_.contains(module_.word(i, module_.operandsOf(i).front()))) out_.keep(i);
      return;
    }
    const bool isGroup = i.opcode == spv::Op::OpGroupDecorate;
    if (!isGroup && i.opcode != spv::Op::OpExtInst) return out_.keep(i);
    std::vector<uint32_t> operands = module_.operandWords(i);
    const auto isRemoved = [&](uint32_t id) { return ids_.contains(id); };
    if (isGroup) {
      std::erase_if(operands, isRemoved);
    } else {
      for (const Operand& operand : module_.operandsOf(i))
        if (operand.type == SPV_OPERAND_TYPE_ID && isRemoved(module_.word(i, operand)))
          operands[operand.index()] = debugInfoNone(i);
    }
    out_.add(i, i.opcode, operands);
  }

  /// What debug information has in the place of a function that is not there.
  uint32_t debugInfoNone(const Instruction& i) {
    uint32_t& none = none_[module_.get(i, OpExtInst::kSet)];
    if (none == 0) {
      none = out_.freshId();
      const uint32_t operands[] = {i.typeId, none, module_.get(i, OpExtInst::kSet), kDebugInfoNone};
      out_.add(i, spv::Op::OpExtInst, operands);
    }
    return none;
  }

  const Module& module_;
  Rewriter out_;
  bool any_ = false;
  std::vector<bool> removed_;                    // by instruction
  std::unordered_set<uint32_t> ids_;             // that removed instructions define
  std::unordered_map<uint32_t, uint32_t> none_;  // DebugInfoNone of an instruction set
};

}  // namespace

Admissible<std::vector<Trimmed>> removeUnreachable(std::vector<Module> modules) {
  std::vector<FunctionGraph> graphs;
  graphs.reserve(modules.size());
  for (const Module& module : modules) graphs.emplace_back(module);
  if (!std::ranges::all_of(graphs, &FunctionGraph::isWellFormed)) {
    std::vector<Trimmed> all;
    all.reserve(modules.size());
    for (Module& module : modules) all.push_back({std::move(module), false});
    return all;
  }
  const auto reached = reachedFunctions(graphs);
  std::vector<Trimmed> all;
  for (size_t n = 0; n < modules.size(); ++n) {
    Remover remover(modules[n], reached[n]);
    if (!remover.removesAny()) {
      all.push_back({std::move(modules[n]), false});
      continue;
    }
    auto less = remover.run();
    if (!less) return std::unexpected(less.error());
    all.push_back({std::move(*less), true});
  }
  return all;
}

}  // namespace lanewise::admit
