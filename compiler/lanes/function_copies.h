// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes copies of functions for the lanes of their callers, when a plan or a writer asks for them:
// one for each number of lanes and each list of parameters. After a few lists, further ones share a
// copy whose parameters are varying.
#pragma once

#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/plan/lane_functions.h"
#include "compiler/lanes/plan/plan.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <utility>

namespace llvm {
class Module;
}

namespace lanewise {

class FunctionCopies final : public LaneFunctions {
 public:
  /// \pre prepare-lanes has prepared the functions with "lanewise-for-lanes".
  FunctionCopies(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);
  ~FunctionCopies() override;

  const LaneFunction* find(const llvm::CallInst& call, const LaneFacts& facts) override;
  llvm::Function& write(const LaneFunction& function) override;

  /// Erases what nobody calls: what copies were made from, copies of callers that were not kept,
  /// and functions whose calls are all for lanes. Returns whether there was anything.
  bool eraseUnused();

 private:
  struct Copy;
  using Copies = llvm::SmallVector<std::unique_ptr<Copy>, 2>;

  Copy& copyFor(llvm::Function& source, llvm::ArrayRef<Step> parameters, unsigned lanes);
  std::unique_ptr<Copy> make(llvm::Function& source, llvm::ArrayRef<Step> parameters,
                             unsigned lanes);
  void erase(llvm::Function& function);

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  llvm::SmallVector<llvm::Function*> calleesFirst_;  // of the scalar code
  llvm::MapVector<const llvm::Function*, llvm::Function*> sources_;
  llvm::MapVector<std::pair<llvm::Function*, unsigned>, Copies> copies_;
  llvm::SmallVector<llvm::Function*> written_;
};

}  // namespace lanewise
