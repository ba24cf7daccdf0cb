// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which components of OpenCL vectors anybody uses: compilers make vectors of four of three
// components.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>

namespace llvm {
class Function;
class Use;
class Value;
}  // namespace llvm

namespace lanewise {

class UsedComponents {
 public:
  explicit UsedComponents(llvm::Function& function);

  /// As a share of all; 1 for values of other types.
  double shareOf(const llvm::Value& value) const;

 private:
  llvm::APInt usedBy(const llvm::Use& use) const;

  llvm::DenseMap<const llvm::Value*, llvm::APInt> used_;
};

}  // namespace lanewise
