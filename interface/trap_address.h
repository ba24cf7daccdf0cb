// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What __builtin_trap() is compiled to, because SPIR-V has no trap: a write to this address. It is
// below the lowest one that Linux maps, and odd, so that only an access of bytes could meet it. The
// runtime tells it from other writes by the address.
#pragma once

#include <cstdint>

namespace lanewise {

inline constexpr uint64_t kTrapAddress = 0x7ab1;

}  // namespace lanewise
