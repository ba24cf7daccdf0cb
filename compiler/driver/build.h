// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build is the state that the stages of a build share. lanewiseCompile() and lanewise-cc run the
// stages with runStages(). compiler.cpp defines the stages.
#pragma once

#include "compiler/codegen/link_object.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/pipeline.h"
#include "compiler/target/target.h"
#include "interface/compile_reply.h"
#include "interface/compile_request.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <optional>
#include <vector>

namespace lanewise {

struct Build {
  CompileRequest request;
  CompileReply reply;
  /// Debug information is for the places of diagnostics, and the code is that of a build without.
  bool hasLinesForDiagnostics = false;
  /// The modules have lines of the source, which a build without debug information drops.
  bool lostLines = false;

  Target target;
  DiagnosticList diagnostics;
  std::vector<uint32_t> words;  // the admitted module
  llvm::LLVMContext context;    // below the list, to which its handler adds
  Machine machine;
  std::unique_ptr<llvm::Module> module;
  std::vector<ObjectBytes> objects;
  /// Neither an option nor the limit of time forbids it.
  bool isOptimized() const;
  /// Most applications launch few kernels of such a program.
  bool hasManyKernels() const;
  /// Threads that generate code, at most.
  unsigned threads = 1;
  /// A code generator for `target`.
  llvm::Expected<Machine> takeMachine() const;

  PassTests passTests;
  PassRun passRun() const;
};

/// Compiles request.source: the front end, then the stages up to `last` if it is given. If an error
/// of the program, or an explanation, has no place in the source, compiles once more with lines,
/// for the diagnostics only: few programs have errors after the front end, and lines cost time.
void runSource(Build& build, std::optional<size_t> last);

/// Compiles request.modules with the stages up to `last`. If explanations have no places, compiles
/// once more with the lines of the modules, for the diagnostics only.
void runModules(Build& build, size_t last);

/// One for each processor that the process may use, at most 8. One if stages are dumped, which
/// shows the whole module, and where the limits of the process leave less than 4 GiB of memory.
unsigned codeThreads(const CompileRequest& request);

/// Runs what request.goal asks for: the front end, the stages, or both, with codeThreads().
void runRequest(Build& build);

/// Names of the stages in order: admit, translate, ..., code.
llvm::ArrayRef<llvm::StringRef> stageNames();

/// Runs the stages from `first` to `last` (indices into stageNames(), both included), dumps and
/// times each, and stops after the first that reports an error. What `first` reads must be there;
/// module and machine are made by the stages before it or by the caller.
void runStages(Build& build, size_t first, size_t last);

/// Fills in reply.outcome and reply.diagnostics: the last step of a build.
void finish(Build& build);

/// Target and code generator for request.level; runStages() does it unless it is done.
llvm::Error prepareTarget(Build& build);

}  // namespace lanewise
