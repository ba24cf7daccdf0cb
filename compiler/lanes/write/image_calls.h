// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of builtins/images.cpp for all lanes: image and sampler are the same for them, coordinates
// and colors are vectors. The variants are in builtins/image_lanes.cpp.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallInst;
}

namespace lanewise {

class Shapes;
class Widening;

/// Whether a library function of that name (libraryName()) reads, samples or writes texels.
bool isImageInstruction(llvm::StringRef name);

/// True if a variant serves the call with so many lanes.
bool hasImageVariant(const llvm::CallInst& call, unsigned lanes, const Shapes& shapes);

/// \pre hasImageVariant().
void widenImageCall(Widening& widening, llvm::CallInst& call);

}  // namespace lanewise
