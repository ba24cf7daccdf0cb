// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translator treats both instructions alike.
#include "compiler/admit/loop_hints.h"

namespace lanewise::admit {

void LoopHints::scan(const Instruction& i) {
  areUsed_ |= hasHints(i);
  isDeclared_ |=
      i.opcode == spv::Op::OpCapability &&
      module_.get(i, OpCapability::kCapability) == spv::Capability::UnstructuredLoopControlsINTEL;
}

bool LoopHints::hasHints(const Instruction& i) const {
  return i.opcode == spv::Op::OpLoopMerge && module_.get(i, OpLoopMerge::kLoopControl) != 0;
}

void LoopHints::take(const Instruction& i) {
  if (i.opcode == spv::Op::OpLoopControlINTEL || hasHints(i)) ofBlock_.push_back(&i);
}

void LoopHints::flush() {
  for (const Instruction* i : ofBlock_)
    out_.add(*i, spv::Op::OpLoopControlINTEL,
             i->opcode == spv::Op::OpLoopMerge
                 ? module_.wordsOf(*i).subspan(OpLoopMerge::kLoopControl.word)
                 : module_.get(*i, OpLoopControlINTEL::kLoopControlParameters));
  ofBlock_.clear();
}

void LoopHints::addCapability(const Instruction& behind) {
  if (!areUsed_ || isDeclared_) return;
  const uint32_t added[] = {uint32_t(spv::Capability::UnstructuredLoopControlsINTEL)};
  out_.add(behind, spv::Op::OpCapability, added);
  isDeclared_ = needsExtension_ = true;
}

void LoopHints::addExtension(const Instruction& before) {
  if (!needsExtension_) return;
  needsExtension_ = false;
  out_.add(before, spv::Op::OpExtension, literalString("SPV_INTEL_unstructured_loop_controls"));
}

}  // namespace lanewise::admit
