// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `api` log of entry points.
#include "icd/entry.h"

namespace lanewise::icd {

void traceEntry(const char* name, const Status& status) {
  if (status.message.empty())
    log(LogGroup::Api, "%s: %d", name, status.code);
  else
    log(LogGroup::Api, "%s: %d: %s", name, status.code, status.message.c_str());
}

}  // namespace lanewise::icd
