// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that stand for operations on integers that SPIR-V lacks: integers of up to 256 bits
// other than 8, 16, 32 and 64, and tests of arithmetic for overflow. The front end
// (frontend/wide_integers.cpp) imports them, the pass lower-wide-integers replaces their calls.
//
// Their names are the prefix, the operation as LLVM names it, and the widths of the integers that
// it takes and makes: lanewise_integer_add_128, lanewise_integer_zext_64_128,
// lanewise_integer_icmp_slt_128, lanewise_integer_sitofp_128, lanewise_integer_fptosi_33,
// lanewise_integer_smul_overflow_65 (true if the product has more bits).
// lanewise_integer_intrinsic_umax_128 is llvm.umax.
//
// An integer of less than 64 bits is passed in 64, one of more as two or four components of 64, the
// lower bits first. The bits above the integer's own are 0.
#pragma once

#include <string_view>

namespace lanewise::admit {

inline constexpr std::string_view kIntegerFunctionPrefix = "lanewise_integer_";

constexpr bool isIntegerFunction(std::string_view name) {
  return name.starts_with(kIntegerFunctionPrefix);
}

}  // namespace lanewise::admit
