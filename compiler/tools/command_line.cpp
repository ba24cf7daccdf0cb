// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The offline compiler: any stage in, any stage out. arguments.cpp parses the command line. This
// file reads an input into a Build, runs the stages, and writes the state to a file.
#include "compiler/codegen/generate.h"
#include "compiler/driver/build.h"
#include "compiler/driver/dump.h"
#include "compiler/tools/arguments.h"
#include "compiler/tools/input.h"
#include "compiler/tools/print_metadata.h"
#include "interface/compiler.h"
#include "interface/program_binary.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Pass.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise::cc {
namespace {

size_t stageIndex(llvm::StringRef name) {
  return llvm::find(stageNames(), name) - stageNames().begin();
}

bool fail(const llvm::Twine& sentence) {
  llvm::errs() << "lanewise-cc: " << sentence << '\n';
  return false;
}

// Prints the build log, and remarks where they are asked for.
void report(const Arguments& arguments, const Build& build) {
  llvm::errs() << buildLog(build.diagnostics.all(), arguments.remarks);
}

// Passes by name instead of stages.
bool runNamedPasses(const Arguments& arguments, Build& build) {
  collectDiagnostics(build.context, build.diagnostics);
  if (!arguments.level.empty())
    if (llvm::Error error = prepareTarget(build)) return fail(llvm::toString(std::move(error)));
  if (!build.module) return fail("--passes takes LLVM IR");
  if (llvm::Error error = runPasses(arguments.passes, *build.module, build.passRun()))
    return fail(llvm::toString(std::move(error)));
  return !build.diagnostics.hasErrors() && !llvm::verifyModule(*build.module, &llvm::errs());
}

bool isValid(const Build& build) {
  if (build.diagnostics.hasErrors()) return false;
  return !build.module || !llvm::verifyModule(*build.module, &llvm::errs());
}

bool runSelectedStages(const Arguments& arguments, Build& build) {
  const bool whole = arguments.from == "source" || arguments.from == "spirv";
  const bool toSpirv = arguments.to == "spirv";
  if (toSpirv && !whole)
    return fail("--to=spirv takes source or SPIR-V, not the output of '" + arguments.from + "'");
  if (arguments.isBinary && !whole)
    return fail("--to=binary takes source or SPIR-V, not the output of '" + arguments.from + "'");
  llvm::TimePassesIsEnabled = arguments.timePasses;
  const size_t last = stageIndex(arguments.to);
  if (arguments.from == "source") {
    runSource(build, toSpirv ? std::nullopt : std::optional(last));
    return isValid(build);
  }
  if (toSpirv) return true;
  const size_t start = whole ? 0 : stageIndex(arguments.from) + 1;
  // Nothing to do for IR that stays IR.
  if (arguments.to == arguments.from && build.module && arguments.to != "object") return true;
  if (start > last)
    return fail("--to=" + arguments.to + " needs a stage before '" + arguments.from +
                "', which made the input");
  if (whole)
    runModules(build, last);
  else
    runStages(build, start, last);
  return isValid(build);
}

bool writeBytes(llvm::raw_ostream& stream, const void* bytes, size_t count) {
  stream.write(static_cast<const char*>(bytes), count);
  return true;
}

/// What stage object does before it generates code.
bool runObjectPasses(Build& build) {
  if (llvm::Error error = prepareTarget(build)) return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = runStage(Stage::Object, *build.module, build.passRun()))
    return fail(llvm::toString(std::move(error)));
  return isValid(build);
}

bool writeAssembly(Build& build, llvm::raw_ostream& stream) {
  if (llvm::Error error = prepareTarget(build)) return fail(llvm::toString(std::move(error)));
  auto text = emitCode(*build.module, *build.machine, CodeForm::Assembly);
  if (!text) return fail(llvm::toString(text.takeError()));
  return writeBytes(stream, text->data(), text->size());
}

/// A program binary: the modules, and code that every CPU with the level may use.
bool writeBinary(Build& build, llvm::raw_ostream& stream) {
  finish(build);
  CompileReply reply = portable(codeOnly(withoutTimes(build.reply)));
  const std::string identity = portableIdentityOf(build.request, build.request.level);
  const std::vector<uint8_t> bytes =
      encode(ProgramBinary{lastingProgram(build.request), {{identity, std::move(reply)}}});
  return writeBytes(stream, bytes.data(), bytes.size());
}

bool writeState(const Arguments& arguments, Build& build, llvm::raw_ostream& stream) {
  const llvm::StringRef output = arguments.output;
  if (arguments.assembly) return writeAssembly(build, stream);
  if (arguments.isBinary) return writeBinary(build, stream);
  if (arguments.to == "code")
    return writeBytes(stream, build.reply.code.data(), build.reply.code.size());
  if (arguments.to == "object") {
    const ObjectBytes& object = build.objects.front();
    return writeBytes(stream, object.data(), object.size());
  }
  if (arguments.to == "spirv") {
    const std::vector<uint8_t>& module = build.request.modules.front();
    return writeBytes(stream, module.data(), module.size());
  }
  if (arguments.to == "admit")
    return writeBytes(stream, build.words.data(), build.words.size() * sizeof(uint32_t));
  if (output.ends_with(".bc"))
    llvm::WriteBitcodeToFile(*build.module, stream);
  else
    build.module->print(stream, nullptr);
  return true;
}

bool writeOutput(const Arguments& arguments, Build& build) {
  if (arguments.output.empty()) return true;
  std::error_code status;
  llvm::raw_fd_ostream stream(arguments.output, status);
  if (status) return fail(arguments.output + ": " + status.message());
  if (!writeState(arguments, build, stream)) return false;
  stream.flush();
  if (!stream.has_error()) return true;
  status = stream.error();
  stream.clear_error();
  return fail(arguments.output + ": " + status.message());
}

void printTimes(const CompileReply& reply) {
  StageTime total{.name = "total"};
  const auto print = [](const StageTime& stage) {
    llvm::errs() << llvm::formatv("{0,-10} {1,8} us wall {2,8} us CPU\n", stage.name,
                                  stage.wallMicroseconds, stage.cpuMicroseconds);
  };
  for (const StageTime& stage : reply.stages) {
    print(stage);
    total.wallMicroseconds += stage.wallMicroseconds;
    total.cpuMicroseconds += stage.cpuMicroseconds;
  }
  print(total);
}

bool run(Arguments arguments) {
  Build build;
  if (!readInput(arguments, build)) return false;
  if (const std::string option = unusedOption(arguments); !option.empty())
    return fail("option '" + option + "' applies to source input only");
  fillRequest(arguments, build.request);
  if (arguments.to == "code" && !arguments.timePasses && arguments.dumpStages.empty())
    build.threads = arguments.threads ? arguments.threads : codeThreads(build.request);
  build.passTests = arguments.passTests;
  bool done = arguments.passes.empty() ? runSelectedStages(arguments, build)
                                       : runNamedPasses(arguments, build);
  if (done && arguments.assembly && arguments.passes.empty()) done = runObjectPasses(build);
  report(arguments, build);
  if (arguments.time) printTimes(build.reply);
  if (!done) return false;
  if (arguments.metadata) printMetadata(build.reply, llvm::outs());
  return writeOutput(arguments, build);
}

}  // namespace
}  // namespace lanewise::cc

int lanewiseCommandLine(int count, char** values) {
  const auto arguments = lanewise::cc::parseArguments(count, values);
  if (!arguments) return 2;
  if (arguments->help) return 0;
  for (unsigned i = 1; i < arguments->repeat; ++i)
    if (!lanewise::cc::run(*arguments)) return 1;
  return lanewise::cc::run(*arguments) ? 0 : 1;
}
