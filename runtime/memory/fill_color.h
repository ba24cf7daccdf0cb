// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion of the color of clEnqueueFillImage to a texel.
#pragma once

#include "images/layout.h"

#include <array>
#include <cstddef>

namespace lanewise {

/// `color` is as clEnqueueFillImage has it: for Depth one float, else red, green, blue and alpha as
/// the 32-bit type that kernels see. The result begins with the bytes of a block of texels
/// (images/formats.h), for most formats one.
std::array<std::byte, 16> blockOf(const images::Format& format, const void* color);

}  // namespace lanewise
