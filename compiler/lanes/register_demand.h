// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many vector registers the values of a kernel occupy where most are live. width.cpp gives a
// kernel that needs few of them several registers for each value.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace lanewise {

class Shapes;

/// For vectors of `lanes` work-items in registers of `registerBits`. Takes time in proportion to
/// blocks times instructions.
unsigned registerDemand(const llvm::Function& kernel, const Shapes& shapes, unsigned lanes,
                        unsigned registerBits);

}  // namespace lanewise
