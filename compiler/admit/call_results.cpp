// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of calls between linked modules. llvm-spirv guesses what a pointer points to from its
// uses, so a module that only passes a pointer on declares another type than the module that
// defines the function. The call gets the type of the definition, and a cast behind it.
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Caster {
 public:
  explicit Caster(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    bool isChanged = false;
    for (const Instruction& i : module_.instructions) {
      const uint32_t type = i.opcode == spv::Op::OpFunctionCall ? otherPointer(i) : 0;
      if (type == 0) {
        out_.keep(i);
        continue;
      }
      isChanged = true;
      const uint32_t result = out_.freshId();
      std::vector<uint32_t> call{type, result, module_.get(i, OpFunctionCall::kFunction)};
      const auto arguments = module_.get(i, OpFunctionCall::kArguments);
      call.insert(call.end(), arguments.begin(), arguments.end());
      out_.add(i, i.opcode, call);
      out_.add(i, spv::Op::OpBitcast, std::vector<uint32_t>{i.typeId, i.resultId, result});
    }
    if (!isChanged) return module_;
    return out_.finish();
  }

 private:
  /// The type that the callee returns, if it is a pointer to another type in the same storage
  /// class.
  uint32_t otherPointer(const Instruction& call) const {
    const Instruction* callee = module_.definition(module_.get(call, OpFunctionCall::kFunction));
    if (!callee || callee->opcode != spv::Op::OpFunction || callee->typeId == call.typeId) return 0;
    const Instruction* returned = pointer(callee->typeId);
    const Instruction* wanted = pointer(call.typeId);
    if (!returned || !wanted ||
        module_.get(*returned, OpTypePointer::kStorageClass) !=
            module_.get(*wanted, OpTypePointer::kStorageClass))
      return 0;
    return callee->typeId;
  }

  const Instruction* pointer(uint32_t type) const {
    const Instruction* found = module_.definition(type);
    return found && found->opcode == spv::Op::OpTypePointer ? found : nullptr;
  }

  const Module& module_;
  Rewriter out_;
};

}  // namespace

Admissible<Module> castCallResults(const Module& module) { return Caster(module).run(); }

}  // namespace lanewise::admit
