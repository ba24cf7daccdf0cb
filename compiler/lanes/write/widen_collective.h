// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes collective calls (compiler/contract/collective_calls.h). Called by widen_instruction.cpp
// and widen_kernels.cpp.
#pragma once

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace lanewise {

class Widening;

/// Writes a collective call for all lanes. False, and nothing written, for everything else.
bool widenCollective(Widening& widening, llvm::Instruction& instruction);

/// In a kernel that stays scalar, sub-groups have one work-item. Returns whether there was a call.
bool removeSubGroupCalls(llvm::Function& kernel);

}  // namespace lanewise
