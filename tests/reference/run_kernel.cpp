// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels live until the end of the process: their libraries take long to compile.
#include "tests/reference/run_kernel.h"

#include <map>
#include <memory>

namespace lanewise::fuzz {
namespace {

uint64_t generated = 0;

std::string runInterpreted(const CompiledKernel& kernel, const KernelRun& how,
                           bool& isUnsupported) {
  const InterpretedEntry entry(kernel.entry(), how.memory, how.mostSteps);
  std::string wrong = how.launch(entry.function());
  isUnsupported = entry.result().isUnsupported;
  if (!entry.result().error.empty()) return entry.result().error;
  return entry.result().stopped ? "too many steps" : wrong;
}

}  // namespace

Level::Level(const std::string& name)
    : target(orDie(chooseTarget(name))),
      runsHere(target.triple == orDie(chooseTarget("native")).triple),
      libraryTarget(runsHere ? target : orDie(chooseTarget(levels().front()))) {}

Level& levelOf(const std::string& name) {
  static auto* levels = new std::map<std::string, std::unique_ptr<Level>>;
  std::unique_ptr<Level>& level = (*levels)[name];
  if (!level) level = std::make_unique<Level>(name);
  return *level;
}

const std::vector<std::string>& levels() {
  static const auto* names = [] {
    auto* found = new std::vector<std::string>{"x86-64-v2"};
    if (__builtin_cpu_supports("x86-64-v3")) found->push_back("x86-64-v3");
    if (__builtin_cpu_supports("x86-64-v4")) found->push_back("x86-64-v4");
    found->push_back("native");
    return found;
  }();
  return *names;
}

std::string runKernel(CompiledKernel& kernel, LibraryCode& library, const KernelRun& how) {
  if (!kernel.error().empty()) return kernel.error();
  if (!how.compile || !how.runsHere) {
    bool isUnsupported = false;
    std::string wrong = runInterpreted(kernel, how, isUnsupported);
    if (!isUnsupported) return wrong;
    if (!how.runsHere) return kCannotRun;
    how.restore();
  }
  kernel.generateCode(library);
  if (!kernel.error().empty()) return kernel.error();
  ++generated;
  return how.launch(kernel.code());
}

uint64_t generatedKernels() { return generated; }

}  // namespace lanewise::fuzz
