// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a work-group, such as those of a sum in local memory, a sort or a Fourier transform:
// loops with barriers whose variable is doubled or halved.
#pragma once

namespace llvm {
class Loop;
}  // namespace llvm

namespace lanewise {

bool hasLogSteps(const llvm::Loop& loop);

}  // namespace lanewise
