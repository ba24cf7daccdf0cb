// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes calls of variants that look up images for all lanes (known/image_variants.h).
#pragma once

namespace llvm {
class CallInst;
}

namespace lanewise {

class Widening;

/// \pre hasImageVariant().
void widenImageCall(Widening& widening, llvm::CallInst& call);

}  // namespace lanewise
