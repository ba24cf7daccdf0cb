// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that depend on the whole program and its constants.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "compiler/admit/assembly_functions.h"
#include "compiler/admit/device_barriers.h"
#include "compiler/admit/device_queues.h"
#include "compiler/admit/integer_functions.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/named_barriers.h"
#include "compiler/admit/pipes.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

/// Finds a cycle in the call graph by depth-first search with a stack of its own.
class Calls {
 public:
  explicit Calls(const Module& module) : module_(module) {
    uint32_t function = 0;
    for (const Instruction& i : module.instructions) {
      if (i.opcode == spv::Op::OpEntryPoint)
        functions_.push_back(module.get(i, OpEntryPoint::kEntryPoint));
      if (i.opcode == spv::Op::OpFunction) functions_.push_back(function = i.resultId);
      if (i.opcode == spv::Op::OpFunctionCall) nodes_[function].calls.push_back(&i);
    }
  }

  Admissible<void> checkRecursion() {
    for (uint32_t function : functions_) {
      std::vector<uint32_t> path;
      if (const Instruction* call = cycleFrom(function, path))
        return module_.reject(*call, "recursion: function " + module_.nameOf(calleeOf(*call)) +
                                         " reaches itself through this call" +
                                         chainFrom(calleeOf(*call), path) +
                                         ", which OpenCL does not allow");
    }
    return {};
  }

 private:
  enum class State { New, Open, Done };
  struct Node {
    std::vector<const Instruction*> calls;
    size_t next = 0;
    State state = State::New;
  };

  uint32_t calleeOf(const Instruction& call) const {
    return module_.get(call, OpFunctionCall::kFunction);
  }

  // The calls by which the function reaches itself through others: " ('f' -> 'g' -> 'f')".
  std::string chainFrom(uint32_t function, const std::vector<uint32_t>& path) const {
    if (path.back() == function) return "";
    std::string chain;
    for (auto i = std::ranges::find(path, function); i != path.end(); ++i)
      chain += module_.nameOf(*i) + " -> ";
    return " (" + chain + module_.nameOf(function) + ")";
  }

  // The call that closes a cycle, with the functions on the way to it in `stack`.
  const Instruction* cycleFrom(uint32_t start, std::vector<uint32_t>& stack) {
    if (nodes_[start].state != State::New) return nullptr;
    stack = {start};
    nodes_[start].state = State::Open;
    while (!stack.empty()) {
      Node& node = nodes_[stack.back()];
      if (node.next == node.calls.size()) {
        node.state = State::Done;
        stack.pop_back();
        continue;
      }
      const Instruction* call = node.calls[node.next++];
      Node& callee = nodes_[calleeOf(*call)];
      if (callee.state == State::Open) return call;
      if (callee.state == State::Done) continue;
      callee.state = State::Open;
      stack.push_back(calleeOf(*call));
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
    if (module.decorates(i, spv::Decoration::LinkageAttributes)) {
      const uint32_t target = module.get(i, OpDecorate::kTarget);
      names[target] = module.linkageName(i);
      if (module.linkageType(i) == spv::LinkageType::Import) imports.push_back(target);
    }
  }
  for (uint32_t id : imports) {
    // Input: a variable that the device defines.
    if (!module.hasOpcode(id, spv::Op::OpVariable) ||
        module.get(*module.definition(id), OpVariable::kStorageClass) == spv::StorageClass::Input)
      continue;
    Diagnostic undefined =
        module.diagnose(*module.definition(id),
                        "the variable " + module.nameOf(id) + " is declared but not defined");
    if (!undefined.kernels.empty()) return std::unexpected(std::move(undefined));
  }
  for (const Instruction& i : module.instructions) {
    const bool calls = i.opcode == spv::Op::OpFunctionCall;
    if (!calls && i.opcode != spv::Op::OpEntryPoint) continue;
    const uint32_t callee =
        calls ? module.get(i, OpFunctionCall::kFunction) : module.get(i, OpEntryPoint::kEntryPoint);
    if (hasBody.contains(callee)) continue;
    if (calls && names.contains(callee) &&
        (isImportedConversion(names[callee]) || isNamedBarrierFunction(names[callee]) ||
         isDeviceBarrierFunction(names[callee]) || isIntegerFunction(names[callee]) ||
         isAssemblyFunction(names[callee]) || (isDefinedLater && isDefinedLater(names[callee]))))
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
    if (!module.decorates(i, spv::Decoration::LinkageAttributes) ||
        module.linkageType(i) != spv::LinkageType::Export)
      continue;
    const uint32_t target = module.get(i, OpDecorate::kTarget);
    const auto [first, fresh] = exported.emplace(module.linkageName(i), target);
    if (!fresh && first->second != target)
      return module.reject(i, "'" + first->first + "' is defined twice");
  }
  // A kernel that functions call is two functions of one name, of which the kernel calls the other.
  std::unordered_map<uint32_t, uint32_t> calledBy;  // the first callee of each function
  uint32_t function = 0;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) function = i.resultId;
    if (i.opcode == spv::Op::OpFunctionCall)
      calledBy.emplace(function, module.get(i, OpFunctionCall::kFunction));
  }
  for (const Instruction& i : module.instructions) {
    if (i.opcode != spv::Op::OpEntryPoint) continue;
    const uint32_t kernel = module.get(i, OpEntryPoint::kEntryPoint);
    const auto other = exported.find(module.get(i, OpEntryPoint::kName));
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
  if (auto good = checkPipes(module); !good) return good;
  if (auto good = checkDeviceQueues(module); !good) return good;
  if (auto good = checkNames(module); !good) return good;
  if (auto good = checkDefinitions(module, isDefinedLater); !good) return good;
  return Calls(module).checkRecursion();
}

}  // namespace lanewise::admit
