// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The casts stand before the constant that is made of them.
#include "compiler/admit/constant_addresses.h"

#include <vector>

namespace lanewise::admit {

void ConstantAddresses::composite(const Instruction& i) {
  // No instruction may stand between a composite and its continuations.
  if (!Module::continuesComposite(i)) {
    const Instruction* const end = module_.instructions.data() + module_.instructions.size();
    for (const Instruction* more = &i + 1; more != end && Module::continuesComposite(*more); ++more)
      for (const uint32_t id : module_.partsOf(*more))
        if (module_.hasOpcode(id, spv::Op::OpVariable)) addressOf(*module_.definition(id), i);
  }
  std::vector<uint32_t> operands;
  if (!Module::continuesComposite(i)) operands = {i.typeId, i.resultId};
  for (const uint32_t id : module_.partsOf(i))
    operands.push_back(
        module_.hasOpcode(id, spv::Op::OpVariable) ? addressOf(*module_.definition(id), i) : id);
  out_.add(i, i.opcode, operands);
}

/// The constant that is the variable's address, made before `user` if it is the first one.
uint32_t ConstantAddresses::addressOf(const Instruction& variable, const Instruction& user) {
  const auto [found, isNew] = addresses_.try_emplace(variable.resultId, 0);
  if (isNew) {
    found->second = out_.freshId();
    const uint32_t cast[] = {variable.typeId, found->second, uint32_t(spv::Op::OpBitcast),
                             variable.resultId};
    out_.add(user, spv::Op::OpSpecConstantOp, cast);
  }
  return found->second;
}

}  // namespace lanewise::admit
