// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of an imported `printf` become the instruction of OpenCL.std: translators write the former
// for languages that they do not know.
#include <unordered_set>

#include "compiler/admit/stages.h"

#include <spirv/unified1/OpenCL.std.h>

namespace lanewise::admit {
namespace {

class Printf {
 public:
  explicit Printf(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    for (const Instruction& i : module_.instructions) scan(i);
    if (imports_.empty()) return module_;
    for (const Instruction& i : module_.instructions) rewrite(i);
    return out_.finish();
  }

 private:
  void scan(const Instruction& i) {
    if (i.opcode == spv::Op::OpExtInstImport &&
        module_.get(i, OpExtInstImport::kName) == "OpenCL.std")
      set_ = i.resultId;
    if (!module_.decorates(i, spv::Decoration::LinkageAttributes) ||
        module_.linkageType(i) != spv::LinkageType::Import)
      return;
    const std::string name = module_.linkageName(i);
    const uint32_t function = module_.get(i, OpDecorate::kTarget);
    if ((name == "printf" || name == "_Z6printfPU3AS2Kcz") && returnsInt(function))
      imports_.insert(function);
  }

  bool returnsInt(uint32_t id) const {
    const Instruction* function = module_.definition(id);
    if (!function || function->opcode != spv::Op::OpFunction) return false;
    const Instruction* type = module_.definition(function->typeId);
    return type && type->opcode == spv::Op::OpTypeInt &&
           module_.get(*type, OpTypeInt::kWidth) == 32;
  }

  void rewrite(const Instruction& i) {
    if (i.opcode == spv::Op::OpMemoryModel && !set_) {
      set_ = out_.freshId();
      std::vector<uint32_t> import{set_};
      for (const uint32_t word : literalString("OpenCL.std")) import.push_back(word);
      out_.add(i, spv::Op::OpExtInstImport, import);
    }
    if (i.opcode != spv::Op::OpFunctionCall ||
        !imports_.contains(module_.get(i, OpFunctionCall::kFunction)))
      return out_.keep(i);
    const auto arguments = module_.get(i, OpFunctionCall::kArguments);
    std::vector<uint32_t> operands{i.typeId, i.resultId, set_, OpenCLLIB::Printf};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    out_.add(i, spv::Op::OpExtInst, operands);
  }

  const Module& module_;
  Rewriter out_;
  std::unordered_set<uint32_t> imports_;  // functions
  uint32_t set_ = 0;                      // OpenCL.std
};

}  // namespace

Admissible<Module> replacePrintf(const Module& module) { return Printf(module).run(); }

}  // namespace lanewise::admit
