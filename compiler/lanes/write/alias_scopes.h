// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alias scopes of accesses, and that memory is never written: what address spaces
// (lower/mark_address_spaces.cpp) and `restrict` say about them holds for the accesses of all
// lanes, too. Called by linearize.cpp.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Instruction;
}  // namespace llvm

namespace lanewise {

class Widening;

/// Runs `widen`, which writes an instruction for all lanes. If it is a load or a store, what is
/// written has its alias scopes, and reads memory that nothing writes if the load does.
void withAliasScopes(Widening& widening, const llvm::Instruction& instruction,
                     llvm::function_ref<void()> widen);

}  // namespace lanewise
