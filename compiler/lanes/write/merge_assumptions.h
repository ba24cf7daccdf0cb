// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses at assumed strides (assumed_strides.h) are written one by one, each with its test and
// two forms. Here accesses that follow each other get one common test, in front of a copy of the
// code in which all strides are as assumed.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace lanewise {

/// Takes time in proportion to the code. No branch has kAssumption afterwards.
void mergeAssumptions(llvm::Function& kernel);

}  // namespace lanewise
