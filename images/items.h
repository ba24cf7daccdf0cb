// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop over W work-items, which the compiler makes vectors of where W is not 1. Freestanding;
// every file of images/ that works on several items uses it.
#pragma once

// All is one function for the compiler: otherwise it cannot know that texels and local arrays
// differ.
#define ALWAYS_INLINE [[gnu::always_inline]] inline

// Clang would unroll a loop of few items before it can be vectorized, and take shorter vectors
// where it thinks a conversion expensive.
#ifdef __clang__
#define EACH_ITEM(l)                                                                           \
  _Pragma("clang loop unroll(disable) interleave(disable) vectorize_width(W)") for (int l = 0; \
                                                                                    l < W; ++l)
#else
#define EACH_ITEM(l) for (int l = 0; l < W; ++l)
#endif
