// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each entry point, which nothing calls. If several entry points name one
// function, or other functions call it, each entry point gets a new function that calls it. After
// this step a kernel and a function are different things, and no other global has the name of a
// kernel.
#include <unordered_map>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

struct Wrapper {
  const Instruction* entryPoint;
  const Instruction* function;
  uint32_t id = 0;
  std::vector<uint32_t> parameters;  // new ids, in order
};

class EntryPoints {
 public:
  explicit EntryPoints(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    scan();
    if (wrappers_.empty() && !namesClash_) return module_;
    for (const Instruction& i : module_.instructions) rewrite(i);
    for (const Wrapper& wrapper : wrappers_) define(wrapper);
    return out_.finish();
  }

 private:
  void scan() {
    std::unordered_map<uint32_t, uint32_t> uses;  // uses of functions by entry points and calls
    std::vector<const Instruction*> entryPoints;
    uint32_t function = 0;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpEntryPoint) {
        ++uses[module_.get(i, OpEntryPoint::kEntryPoint)];
        entryPoints.push_back(&i);
        names_.insert(module_.get(i, OpEntryPoint::kName));
      }
      if (i.opcode == spv::Op::OpName && isNameOfKernel(i)) namesClash_ = true;
      if (i.opcode == spv::Op::OpFunctionCall) ++uses[module_.get(i, OpFunctionCall::kFunction)];
      if (i.opcode == spv::Op::OpFunction) function = i.resultId;
      if (i.opcode == spv::Op::OpFunctionParameter) parameters_[function].push_back(&i);
    }
    for (const Instruction* entryPoint : entryPoints) {
      const uint32_t id = module_.get(*entryPoint, OpEntryPoint::kEntryPoint);
      const Instruction* target = module_.definition(id);
      if (uses[id] > 1 && target && target->opcode == spv::Op::OpFunction)
        add({entryPoint, target, 0, {}});
    }
  }

  /// The translator names globals by their OpName, and renames a kernel if a global has the same
  /// name.
  bool isNameOfKernel(const Instruction& name) const {
    const Instruction* target = module_.definition(module_.get(name, OpName::kTarget));
    const bool global =
        target &&
        (target->opcode == spv::Op::OpFunction ||
         (target->opcode == spv::Op::OpVariable &&
          module_.get(*target, OpVariable::kStorageClass) != spv::StorageClass::Function));
    return global && names_.contains(module_.get(name, OpName::kName));
  }

  void add(Wrapper wrapper) {
    wrapper.id = out_.freshId();
    byEntryPoint_[wrapper.entryPoint->offset] = wrapper.id;
    byFunction_[wrapper.function->resultId].push_back(wrapper.id);
    for (const Instruction* parameter : parameters_[wrapper.function->resultId]) {
      wrapper.parameters.push_back(out_.freshId());
      copies_[parameter->resultId].push_back(wrapper.parameters.back());
    }
    wrappers_.push_back(std::move(wrapper));
  }

  void rewrite(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpEntryPoint: {
        const auto wrapper = byEntryPoint_.find(i.offset);
        return wrapper == byEntryPoint_.end()
                   ? out_.keep(i)
                   : change(i, OpEntryPoint::kEntryPoint, wrapper->second);
      }
      case spv::Op::OpExecutionMode:
      case spv::Op::OpExecutionModeId: {
        const auto wrappers = byFunction_.find(module_.get(i, OpExecutionMode::kEntryPoint));
        if (wrappers == byFunction_.end()) return out_.keep(i);
        for (uint32_t id : wrappers->second) change(i, OpExecutionMode::kEntryPoint, id);
        return;
      }
      case spv::Op::OpName:
        if (isNameOfKernel(i)) return;
        [[fallthrough]];
      case spv::Op::OpDecorate:
      case spv::Op::OpDecorateId: {
        out_.keep(i);
        const auto copies = copies_.find(module_.get(i, OpDecorate::kTarget));
        if (copies == copies_.end()) return;
        for (uint32_t id : copies->second) change(i, OpDecorate::kTarget, id);
        return;
      }
      default: return out_.keep(i);
    }
  }

  void change(const Instruction& i, OperandAt<uint32_t> operand, uint32_t id) {
    std::vector<uint32_t> operands = module_.operandWords(i);
    operands[operand.index()] = id;
    out_.add(i, i.opcode, operands);
  }

  void define(const Wrapper& wrapper) {
    const Instruction& f = *wrapper.function;
    const auto emit = [&](spv::Op opcode, std::initializer_list<uint32_t> operands) {
      out_.add(f, opcode, std::span(operands.begin(), operands.size()));
    };
    emit(spv::Op::OpFunction, {f.typeId, wrapper.id, 0, module_.get(f, OpFunction::kFunctionType)});
    std::vector<uint32_t> call{f.typeId, out_.freshId(), f.resultId};
    const auto& parameters = parameters_[f.resultId];
    for (size_t n = 0; n < parameters.size(); ++n) {
      emit(spv::Op::OpFunctionParameter, {parameters[n]->typeId, wrapper.parameters[n]});
      call.push_back(wrapper.parameters[n]);
    }
    emit(spv::Op::OpLabel, {out_.freshId()});
    out_.add(f, spv::Op::OpFunctionCall, call);
    emit(spv::Op::OpReturn, {});
    emit(spv::Op::OpFunctionEnd, {});
  }

  const Module& module_;
  Rewriter out_;
  std::unordered_set<std::string> names_;  // of entry points
  bool namesClash_ = false;
  std::vector<Wrapper> wrappers_;
  std::unordered_map<uint32_t, std::vector<const Instruction*>> parameters_;
  std::unordered_map<uint32_t, uint32_t> byEntryPoint_;             // offset -> wrapper
  std::unordered_map<uint32_t, std::vector<uint32_t>> byFunction_;  // function -> wrappers
  std::unordered_map<uint32_t, std::vector<uint32_t>> copies_;      // parameter -> wrappers'
};

}  // namespace

Admissible<Module> separateEntryPoints(const Module& module) { return EntryPoints(module).run(); }

}  // namespace lanewise::admit
