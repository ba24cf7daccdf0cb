// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of kernels whose code is made when it is needed: the reply has bitcode instead.
#pragma once

namespace lanewise {

struct Build;

/// Whether the request asks for it and nothing that is known before the stage `lower` forbids it:
/// what exists once in a program, such as program-scope variables, would exist in the code of each
/// kernel.
bool mayDeferCode(const Build& build);

/// Behind the stage `group`: fills in reply.bitcode if mayDeferCode(), if no error can come up
/// later that is the program's fault, and if it pays or the request demands it. True if it has.
bool deferCode(Build& build);

}  // namespace lanewise
