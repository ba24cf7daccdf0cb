// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that depend on the whole program and its constants.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "compiler/admit/assembly_functions.h"
#include "compiler/admit/integer_functions.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/named_barriers.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

/// Finds a cycle in the call graph by depth-first search with a stack of its own.
class Calls {
 public:
  explicit Calls(const Module& module) : module_(module) {
    uint32_t function = 0;
    for (const Instruction& i : module.instructions) {
      if (i.opcode == spv::Op::OpEntryPoint) functions_.push_back(module.word(i, 2));
      if (i.opcode == spv::Op::OpFunction) functions_.push_back(function = i.resultId);
      if (i.opcode == spv::Op::OpFunctionCall) nodes_[function].calls.push_back(&i);
    }
  }

  Admissible<void> checkRecursion() {
    for (uint32_t function : functions_)
      if (const Instruction* call = cycleFrom(function))
        return module_.reject(*call,
                              "recursion: function " + module_.nameOf(module_.word(*call, 3)) +
                                  " reaches itself through this call, which OpenCL does not allow");
    return {};
  }

 private:
  enum class State { New, Open, Done };
  struct Node {
    std::vector<const Instruction*> calls;
    size_t next = 0;
    State state = State::New;
  };

  const Instruction* cycleFrom(uint32_t start) {
    if (nodes_[start].state != State::New) return nullptr;
    std::vector<uint32_t> stack{start};
    nodes_[start].state = State::Open;
    while (!stack.empty()) {
      Node& node = nodes_[stack.back()];
      if (node.next == node.calls.size()) {
        node.state = State::Done;
        stack.pop_back();
        continue;
      }
      const Instruction* call = node.calls[node.next++];
      Node& callee = nodes_[module_.word(*call, 3)];
      if (callee.state == State::Open) return call;
      if (callee.state == State::Done) continue;
      callee.state = State::Open;
      stack.push_back(module_.word(*call, 3));
    }
    return nullptr;
  }

  const Module& module_;
  std::vector<uint32_t> functions_;  // kernels first
  std::unordered_map<uint32_t, Node> nodes_;
};

/// llvm-spirv leaves OpenCL C's conversions of integers with a rounding mode, which SPIR-V does not
/// have, as imports: _Z16convert_char_rtei. The lowering knows them.
bool isImportedConversion(std::string_view name) {
  if (!name.starts_with("_Z")) return false;
  name.remove_prefix(std::min(name.size(), name.find_first_not_of("0123456789", 2)));
  return name.starts_with("convert_");
}

/// Every function that is called has a body or gets one later, and every variable that a kernel
/// reaches is defined. Imports that nobody uses may stay without.
Admissible<void> checkDefinitions(const Module& module, const IsDefinedLater& isDefinedLater) {
  std::unordered_map<uint32_t, std::string> names;
  std::vector<uint32_t> imports;
  std::unordered_map<uint32_t, bool> hasBody;
  uint32_t function = 0;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) function = i.resultId;
    if (i.opcode == spv::Op::OpLabel) hasBody[function] = true;
    if (i.opcode == spv::Op::OpDecorate &&
        spv::Decoration(module.word(i, 2)) == spv::Decoration::LinkageAttributes) {
      names[module.word(i, 1)] = module.text(i, 3);
      if (spv::LinkageType(module.word(i, i.wordCount - 1)) == spv::LinkageType::Import)
        imports.push_back(module.word(i, 1));
    }
  }
  for (uint32_t id : imports) {
    // Input: a variable that the device defines.
    if (!module.hasOpcode(id, spv::Op::OpVariable) ||
        spv::StorageClass(module.word(*module.definition(id), 3)) == spv::StorageClass::Input)
      continue;
    Diagnostic undefined =
        module.diagnose(*module.definition(id),
                        "the variable " + module.nameOf(id) + " is declared but not defined");
    if (!undefined.kernels.empty()) return std::unexpected(std::move(undefined));
  }
  for (const Instruction& i : module.instructions) {
    const bool calls = i.opcode == spv::Op::OpFunctionCall;
    if (!calls && i.opcode != spv::Op::OpEntryPoint) continue;
    const uint32_t callee = module.word(i, calls ? 3 : 2);
    if (hasBody.contains(callee)) continue;
    if (calls && names.contains(callee) &&
        (isImportedConversion(names[callee]) || isNamedBarrierFunction(names[callee]) ||
         isIntegerFunction(names[callee]) || isAssemblyFunction(names[callee]) ||
         (isDefinedLater && isDefinedLater(names[callee]))))
      continue;
    return module.reject(i,
                         "the function " + module.nameOf(callee) + " is declared but not defined");
  }
  return {};
}

/// No name says two things: the translator takes functions of one name for one function. Functions
/// that may be there several times, all alike (LinkOnceODR), have become one when modules were
/// linked.
Admissible<void> checkNames(const Module& module) {
  std::unordered_map<std::string, uint32_t> exported;
  for (const Instruction& i : module.instructions) {
    if (i.opcode != spv::Op::OpDecorate ||
        spv::Decoration(module.word(i, 2)) != spv::Decoration::LinkageAttributes ||
        spv::LinkageType(module.word(i, i.wordCount - 1)) != spv::LinkageType::Export)
      continue;
    const auto [first, fresh] = exported.emplace(module.text(i, 3), module.word(i, 1));
    if (!fresh && first->second != module.word(i, 1))
      return module.reject(i, "'" + first->first + "' is defined twice");
  }
  // A kernel that functions call is two functions of one name, of which the kernel calls the other.
  std::unordered_map<uint32_t, uint32_t> calledBy;  // the first callee of each function
  uint32_t function = 0;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) function = i.resultId;
    if (i.opcode == spv::Op::OpFunctionCall) calledBy.emplace(function, module.word(i, 3));
  }
  for (const Instruction& i : module.instructions) {
    if (i.opcode != spv::Op::OpEntryPoint) continue;
    const uint32_t kernel = module.word(i, 2);
    const auto other = exported.find(module.text(i, 3));
    if (other == exported.end() || other->second == kernel) continue;
    const auto call = calledBy.find(kernel);
    if (call == calledBy.end() || call->second != other->second)
      return module.reject(i, other->first + " is the name of a kernel and of something else");
  }
  return {};
}

}  // namespace

Admissible<void> checkProgram(const Module& module, const IsDefinedLater& isDefinedLater) {
  auto layouts = Layouts::of(module);
  if (!layouts) return std::unexpected(layouts.error());
  if (auto good = checkAnnotations(module, *layouts); !good) return good;
  if (auto good = checkInstructions(module, *layouts); !good) return good;
  if (auto good = checkSubGroups(module); !good) return good;
  if (auto good = checkNames(module); !good) return good;
  if (auto good = checkDefinitions(module, isDefinedLater); !good) return good;
  return Calls(module).checkRecursion();
}

}  // namespace lanewise::admit
