// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of reports for accesses of texels.
#pragma once

#include "runtime/checks/check_site.h"

#include <cstdint>
#include <string>

namespace lanewise {

struct CheckFinding;

/// The object of a site that is none of the pointers of a program: "image". The address of the
/// finding is that of its descriptor, the offset the place of the texel (interface/texel_place.h).
inline constexpr std::string_view kImageObject = "image";

/// "read of a texel outside of argument 1 'in' (image 3 of 16 x 16 texels, UNORM_INT8)", "write of
/// a texel of argument 1 'out' (...) is in a race".
std::string imageHeadText(const CheckFinding& finding, const CheckSite& site);

/// "  at (16, 3)": as many numbers as the image has coordinates.
std::string texelText(const CheckFinding& finding);

}  // namespace lanewise
