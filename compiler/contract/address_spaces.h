// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR's address spaces, which the translator uses for SPIR-V's storage classes. After the stage
// lower all pointers are in kPrivateAddressSpace, except pointers to __local globals.
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
