// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an instruction stands: in the module as given, in which function, on which line of the
// source, and which kernels reach it. A type or another global instruction stands where a function
// first uses it. Runs for diagnostics only, so it looks everything up by walks over the module.
#include <algorithm>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Locator {
 public:
  explicit Locator(const Module& module) : module_(module) {}

  void locate(const Instruction& i, Diagnostic& diagnostic) const {
    const Instruction* use = functionOf(i) ? &i : firstUse(i);
    const Instruction* function = use ? functionOf(*use) : nullptr;
    if (!function) return;
    diagnostic.source = lineOf(*use, *function);
    // A function that llvm-spirv has made for an entry point: it calls the user's kernel.
    if (const Instruction* called = diagnostic.source.file.empty() ? calleeOf(*function) : nullptr)
      diagnostic.source = lineOf(*called, *called);
    diagnostic.function = nameOf(function->resultId);
    diagnostic.kernels = kernelsReaching(function->resultId);
  }

 private:
  /// The OpFunction before `i`, if `i` is part of a function.
  const Instruction* functionOf(const Instruction& i) const {
    const Instruction* function = nullptr;
    for (const Instruction& before : module_.instructions) {
      if (before.opcode == spv::Op::OpFunction) function = &before;
      if (before.offset >= i.offset) return function;
      if (before.opcode == spv::Op::OpFunctionEnd) function = nullptr;
    }
    return nullptr;
  }

  /// The first function that `function` calls.
  const Instruction* calleeOf(const Instruction& function) const {
    bool isInside = false;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpFunction) isInside = i.offset == function.offset;
      if (isInside && i.opcode == spv::Op::OpFunctionCall)
        return module_.definition(module_.get(i, OpFunctionCall::kFunction));
    }
    return nullptr;
  }

  /// The first instruction in a function that uses the global instruction `i`, directly or through
  /// other global instructions.
  const Instruction* firstUse(const Instruction& i) const {
    if (const uint32_t function = functionNamedBy(i)) return module_.definition(function);
    std::unordered_set<uint32_t> ids{i.resultId};
    if (i.opcode == spv::Op::OpDecorate || i.opcode == spv::Op::OpDecorateId ||
        i.opcode == spv::Op::OpMemberDecorate)
      ids = {module_.word(i, module_.operandsOf(i).front())};
    ids.erase(0);
    bool inFunction = false;
    for (const Instruction& user : module_.instructions) {
      inFunction |= user.opcode == spv::Op::OpFunction;
      const bool uses = (inFunction && ids.contains(user.resultId)) ||
                        std::ranges::any_of(module_.operandsOf(user), [&](const Operand& operand) {
                          return isUse(operand) && ids.contains(module_.word(user, operand));
                        });
      if (uses && inFunction) return &user;
      if (uses && user.resultId) ids.insert(user.resultId);
    }
    return nullptr;
  }

  /// The id of the function that an entry point or an execution mode is about, otherwise 0.
  uint32_t functionNamedBy(const Instruction& i) const {
    switch (i.opcode) {
      case spv::Op::OpEntryPoint: return module_.get(i, OpEntryPoint::kEntryPoint);
      case spv::Op::OpExecutionMode:
      case spv::Op::OpExecutionModeId: return module_.get(i, OpExecutionMode::kEntryPoint);
      default: return 0;
    }
  }

  /// The line that holds at `i`; before the first line of the function, that one.
  SourcePlace lineOf(const Instruction& i, const Instruction& function) const {
    const Instruction* line = nullptr;
    for (const Instruction& at : module_.instructions) {
      if (at.offset >= i.offset && line) break;
      if (at.offset > function.offset && at.opcode == spv::Op::OpFunctionEnd) break;
      if (at.opcode == spv::Op::OpLine && module_.get(at, OpLine::kLine) != 0) line = &at;
      if (at.offset < i.offset && endsLine(at.opcode)) line = nullptr;
    }
    const Instruction* file =
        line ? module_.definition(module_.get(*line, OpLine::kFile)) : nullptr;
    if (!file || file->opcode != spv::Op::OpString) return {};
    const std::string path = module_.get(*file, OpString::kString);
    return {path.substr(path.rfind('/') + 1), module_.get(*line, OpLine::kLine),
            module_.get(*line, OpLine::kColumn)};
  }

  static bool endsLine(spv::Op opcode) {
    return opcode == spv::Op::OpNoLine || opcode == spv::Op::OpLabel ||
           opcode == spv::Op::OpFunctionEnd;
  }

  std::string nameOf(uint32_t function) const {
    for (const Instruction& i : module_.instructions)
      if (i.opcode == spv::Op::OpEntryPoint &&
          module_.get(i, OpEntryPoint::kEntryPoint) == function)
        return module_.get(i, OpEntryPoint::kName);
    const std::string name = module_.nameOf(function);
    return name.starts_with('\'') ? name.substr(1, name.size() - 2) : std::string();
  }

  std::vector<std::string> kernelsReaching(uint32_t function) const {
    std::unordered_set<uint32_t> reaching{function};
    for (size_t before = 0; before != reaching.size();) {
      before = reaching.size();
      uint32_t caller = 0;
      for (const Instruction& i : module_.instructions) {
        if (i.opcode == spv::Op::OpFunction) caller = i.resultId;
        if (i.opcode == spv::Op::OpFunctionCall &&
            reaching.contains(module_.get(i, OpFunctionCall::kFunction)))
          reaching.insert(caller);
      }
    }
    std::vector<std::string> names;
    for (const Instruction& i : module_.instructions)
      if (i.opcode == spv::Op::OpEntryPoint &&
          reaching.contains(module_.get(i, OpEntryPoint::kEntryPoint)))
        names.push_back(module_.get(i, OpEntryPoint::kName));
    return names;
  }

  const Module& module_;
};

}  // namespace

Diagnostic Module::diagnose(const Instruction& i, const Finding& finding) const {
  std::string instruction = opcodeText(i.opcode);
  if (i.resultId) instruction += " " + idText(i.resultId);
  Diagnostic diagnostic{
      .kind = finding.kind,
      .text = finding.text,
      .module = {.wordOffset = i.sourceOffset, .instruction = std::move(instruction)}};
  Locator(*this).locate(i, diagnostic);
  return diagnostic;
}

}  // namespace lanewise::admit
