// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aggregates that are passed by value: SPIR-V has a pointer parameter with an attribute for them.
#pragma once

namespace llvm {
class Function;
}

namespace lanewise {

/// The function, which owns its copies of such aggregates, makes them itself. Its parameters and
/// those of its calls become plain pointers.
void copyByValue(llvm::Function& function);

}  // namespace lanewise
