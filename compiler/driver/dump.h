// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LANEWISE_DUMP: writes the state after a stage to a file.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

struct Build;
struct CompileRequest;

/// Writes what `stage` made to request.dumpFolder if request.dumpStages names it or has "all". A
/// file that cannot be written is a warning.
void dumpStage(Build& build, llvm::StringRef stage);

/// Whether values of the IR keep their names.
bool wantsNames(const CompileRequest& request);

}  // namespace lanewise
