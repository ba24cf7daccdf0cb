// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LIMIT(name): the ispc function of limits/<file>.ispc, or null where the build has no ispc.
#pragma once

#ifdef LANEWISE_BENCH_LIMITS
#include "ispc_limits.h"  // written by ispc
#define LIMIT(name) ispc::name
#else
#define LIMIT(name) nullptr
#endif
