// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR's address spaces, by which the translator numbers SPIR-V's storage classes. After the lower
// stage only the names of local variables are in another one than kPrivateAddressSpace.
#pragma once

namespace lanewise {

enum : unsigned {
  kPrivateAddressSpace = 0,
  kGlobalAddressSpace = 1,
  kConstantAddressSpace = 2,
  kLocalAddressSpace = 3,
  kGenericAddressSpace = 4,
};

}  // namespace lanewise
