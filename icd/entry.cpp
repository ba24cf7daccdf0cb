// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `api` log of entry points.
#include "icd/entry.h"

#include "runtime/base/constant_names.h"

namespace lanewise::icd {

void traceEntry(const char* name, const Status& status) {
  const std::string code = errorText(status.code);
  if (status.message().empty())
    log(LogGroup::Api, "%s: %s", name, code.c_str());
  else
    log(LogGroup::Api, "%s: %s: %s", name, code.c_str(), status.message().data());
}

}  // namespace lanewise::icd
