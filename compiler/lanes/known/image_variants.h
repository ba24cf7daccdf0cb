// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of builtins/images.cpp that have variants for all lanes: image and sampler are the same for
// them, coordinates and colors are vectors. The variants are in builtins/image_lanes.cpp.
#pragma once

namespace llvm {
class CallInst;
class Module;
}  // namespace llvm

namespace lanewise {

class Shapes;

/// The lanes of a variant: as many as a register has elements of 32 bits. More are several calls.
unsigned imageVariantLanes(const llvm::Module& module, unsigned lanes);

/// Whether the argument must be the same for all lanes.
bool isSharedByImageLanes(const llvm::CallInst& call, unsigned argument);

/// True if a variant serves the call with so many lanes.
bool hasImageVariant(const llvm::CallInst& call, unsigned lanes, const Shapes& shapes);

}  // namespace lanewise
