// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the passes of a stage, or passes by name, over a module. Only passes.def defines their
// order.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <string>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace lanewise {

class DiagnosticList;

/// Stages that are made of passes.
enum class Stage { Lower, Link, Lanes, Group, Object };

/// How hard the optimizer works; -cl-opt-disable is None.
enum class Effort { None, Normal };

/// What tests of the pipeline ask for.
struct PassTests {
  /// A pass of ours, or "<stage>:<text>" of a row of LLVM's passes, that is left out.
  std::string without;
  /// An analysis of lanes (lanes/known/print_facts.h), or "plan": printed before kernels are
  /// widened.
  std::string print = {};
  /// Verify the module after each pass, and the analyses that it claims to preserve.
  bool verifyEach = false;
};

struct PassRun {
  llvm::TargetMachine* machine = nullptr;       // may be null: passes know no costs
  const DiagnosticList* diagnostics = nullptr;  // passes stop once it has errors
  Effort effort = Effort::Normal;
  PassTests tests = {};
};

/// Runs the rows of passes.def of that stage.
llvm::Error runStage(Stage stage, llvm::Module& module, const PassRun& run);

/// Runs a pipeline as text: our names and LLVM's, as opt understands them.
llvm::Error runPasses(llvm::StringRef pipeline, llvm::Module& module, const PassRun& run);

/// Names of our passes in order.
llvm::ArrayRef<llvm::StringRef> passNames();

}  // namespace lanewise
