// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much longer a loop runs for a vector than for one work-item, for cost.cpp.
#pragma once

namespace llvm {
class Loop;
}  // namespace llvm

namespace lanewise {

class Masks;
class Shapes;

/// How many times the iterations of a work-item a vector has.
double latenessOf(const llvm::Loop& loop, const Masks& masks, const Shapes& shapes, unsigned lanes);

}  // namespace lanewise
