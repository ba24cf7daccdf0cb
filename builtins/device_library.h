// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library as bytes, for the compiler. README.md defines the names of the functions in
// them.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace lanewise::builtins {

// The LLVM 19 bitcode module that defines the function, empty if none does. There is one module per
// family, so that a kernel reads only the families that it calls. A module has no target
// attributes, and the caller replaces its triple and data layout by the kernel's. Large functions
// (functions.def) are `noinline`: the runtime library defines them too, so their bodies may be
// dropped.
std::span<const std::byte> moduleOf(std::string_view function);

// A static archive with hidden symbols for one microarchitecture level, a row of
// interface/microarchitectures.def. It defines every symbol that code generation may reference, and
// the large functions. Its members reference nothing but each other. Empty for an unknown level.
std::span<const std::byte> runtimeLibrary(std::string_view level);

// The LLVM 19 bitcode module of the level's image look-ups in lanes (image_lanes.cpp), which the
// runtime library has as machine code.
std::span<const std::byte> imageLanes(std::string_view level);

// A static archive of the level's vector variants (functions.h), which call the runtime library.
// Empty for a level that has none.
std::span<const std::byte> vectorVariants(std::string_view level);

}  // namespace lanewise::builtins
