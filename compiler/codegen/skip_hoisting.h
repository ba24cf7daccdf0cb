// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's code generator moves constants to the beginning of loops and functions, where each lives
// through all blocks that follow. In a function of n blocks with n constants, such as vectors of
// one number or addresses, the register allocator then takes time that grows with n * n.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/OptBisect.h>

namespace llvm {
class Module;
}

namespace lanewise {

/// While it lives, constants stay where they are used in functions with many blocks.
class SkipHoisting : public llvm::OptPassGate {
 public:
  explicit SkipHoisting(llvm::Module& module);
  ~SkipHoisting();
  SkipHoisting(const SkipHoisting&) = delete;
  SkipHoisting& operator=(const SkipHoisting&) = delete;

  bool isEnabled() const override { return !functions_.empty(); }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef unit) override;

 private:
  llvm::Module& module_;
  llvm::OptPassGate& before_;
  llvm::StringSet<> functions_;  // with many blocks, as LLVM describes them
};

}  // namespace lanewise
