// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer type gets a twin to Input; variables and access chains take the twins of their types.
#include "compiler/admit/moved_built_ins.h"

#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr uint32_t kVersion1_2 = 0x00010200;

}  // namespace

void MovedBuiltIns::scan(const Instruction& i) {
  if (module_.decorates(i, spv::Decoration::BuiltIn))
    builtIns_.insert(module_.get(i, OpDecorate::kTarget));
  if (importsBuiltIn(i)) imported_.insert(module_.get(i, OpDecorate::kTarget));
  if (!isMoved(i)) return;
  ids_.push_back(i.resultId);
  if (!firstGlobal_ && isGlobal(i)) firstGlobal_ = &i;
}

bool MovedBuiltIns::importsBuiltIn(const Instruction& i) const {
  return module_.decorates(i, spv::Decoration::LinkageAttributes) &&
         module_.linkageType(i) == spv::LinkageType::Import &&
         module_.linkageName(i).starts_with("__spirv_BuiltIn");
}

bool MovedBuiltIns::isGlobal(const Instruction& variable) const {
  return module_.get(variable, OpVariable::kStorageClass) == spv::StorageClass::CrossWorkgroup;
}

bool MovedBuiltIns::isMoved(const Instruction& i) const {
  if (i.opcode != spv::Op::OpVariable || !builtIns_.contains(i.resultId)) return false;
  if (isGlobal(i)) return imported_.contains(i.resultId);
  return module_.version() <= kVersion1_2 &&
         module_.get(i, OpVariable::kStorageClass) == spv::StorageClass::UniformConstant;
}

/// A pointer type to constant or global memory gets a twin to Input, for the built-in variables
/// that move.
void MovedBuiltIns::pointerType(const Instruction& i) {
  out_.keep(i);
  const spv::StorageClass storage = module_.get(i, OpTypePointer::kStorageClass);
  if (ids_.empty() || (storage != spv::StorageClass::UniformConstant &&
                       storage != spv::StorageClass::CrossWorkgroup))
    return;
  const uint32_t twin[] = {out_.freshId(), uint32_t(spv::StorageClass::Input),
                           module_.get(i, OpTypePointer::kType)};
  inputTwins_[i.resultId] = twin[0];
  out_.add(i, i.opcode, twin);
}

uint32_t MovedBuiltIns::inputTwin(uint32_t pointerType) const {
  const auto found = inputTwins_.find(pointerType);
  return found == inputTwins_.end() ? pointerType : found->second;
}

void MovedBuiltIns::variable(const Instruction& i) {
  const uint32_t operands[] = {inputTwin(i.typeId), i.resultId, uint32_t(spv::StorageClass::Input)};
  out_.add(i, i.opcode, operands);
}

/// A pointer to a component of a built-in variable moves with it.
void MovedBuiltIns::accessChain(const Instruction& i) {
  const Instruction* base = module_.definition(module_.get(i, OpAccessChain::kBase));
  if (!base || !isMoved(*base)) return out_.keep(i);
  std::vector<uint32_t> operands{inputTwin(i.typeId), i.resultId, base->resultId};
  const bool skipsElements =
      i.opcode == spv::Op::OpPtrAccessChain || i.opcode == spv::Op::OpInBoundsPtrAccessChain;
  // A variable is one element.
  if (skipsElements && constantValue(module_, module_.get(i, OpPtrAccessChain::kElement)) != 0)
    return out_.keep(i);
  const auto indexes = skipsElements ? module_.get(i, OpPtrAccessChain::kIndexes)
                                     : module_.get(i, OpAccessChain::kIndexes);
  operands.insert(operands.end(), indexes.begin(), indexes.end());
  out_.add(i, skipsElements ? spv::Op::OpInBoundsAccessChain : i.opcode, operands);
}

}  // namespace lanewise::admit
