// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler takes from the device library: bytes. `README.md` has the names in them.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace lanewise::builtins {

// The LLVM 19 bitcode module that defines the function, empty if none does: one module a family, so
// that a kernel that needs a function reads a family and not the library. Without target
// attributes; its triple and data layout are to be replaced by the kernel's. Large functions (see
// opencl_std.def) are `noinline`: the archive has them too, so their bodies may be dropped.
std::span<const std::byte> moduleOf(std::string_view function);

// A static archive with hidden symbols for one CPU level, a row of interface/microarchitectures.def.
// It answers every symbol that code generation may ask for, and the large functions. Its members
// need nothing but each other. Empty for a level that was not built.
std::span<const std::byte> supportArchive(std::string_view level);

// One of the wide forms (wide_forms.h), which need the support archive beside it. Empty for a level
// that has none.
std::span<const std::byte> wideArchive(std::string_view level);

}  // namespace lanewise::builtins
