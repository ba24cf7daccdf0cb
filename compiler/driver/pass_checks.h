// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks each pass of ours after it ran: the module is valid, and what the pass claims to preserve
// is as it was. Tests ask for it (PassTests::verifyEach). LLVM has such checks for functions only.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class Module;
class PassInstrumentationCallbacks;
}  // namespace llvm

namespace lanewise {

class PassChecks {
 public:
  /// `callbacks` must not outlive the object. A pass that fails a check is an error in the context
  /// of its module.
  void registerCallbacks(llvm::PassInstrumentationCallbacks& callbacks);

 private:
  struct Snapshot {
    explicit Snapshot(const llvm::Module& module);
    std::string text;
    std::vector<const llvm::BasicBlock*> edges;  // blocks and their successors, nullptr between
  };
  llvm::SmallVector<Snapshot> before_;  // of the passes that run, outermost first
};

}  // namespace lanewise
