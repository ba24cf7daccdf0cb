// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items of a kernel run as one vector.
#pragma once

#include <string>

namespace llvm {
class Function;
}

namespace lanewise {

struct Width {
  unsigned lanes;      // 1: work-items run one after another
  std::string reason;  // for the remark
};

Width chooseWidth(const llvm::Function& kernel);

}  // namespace lanewise
