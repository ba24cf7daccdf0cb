// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The offline compiler: runs named passes over a module of LLVM IR.
#include "compiler/diagnostics.h"
#include "compiler/pipeline.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace {

struct Arguments {
  std::string input;
  std::string output = "-";
  std::string passes;
};

bool takeValue(llvm::StringRef argument, llvm::StringRef name, std::string& value) {
  if (!argument.consume_front(name) || !argument.consume_front("=")) return false;
  value = argument.str();
  return true;
}

Arguments parse(int count, char** values) {
  Arguments result;
  for (int i = 1; i < count; ++i) {
    const llvm::StringRef argument = values[i];
    if (takeValue(argument, "--passes", result.passes)) continue;
    if (argument == "-o" && i + 1 < count) result.output = values[++i];
    else result.input = argument.str();
  }
  return result;
}

int run(const Arguments& arguments) {
  lanewise::DiagnosticLog log;
  llvm::LLVMContext context;
  lanewise::collectDiagnostics(context, log);
  llvm::SMDiagnostic parseError;
  auto module = llvm::parseIRFile(arguments.input, parseError, context);
  if (!module) {
    parseError.print("lanewise-cc", llvm::errs());
    return 1;
  }
  if (llvm::Error error = lanewise::runPasses(arguments.passes, *module, {.log = &log})) {
    llvm::errs() << "lanewise-cc: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  llvm::errs() << log.text;
  if (!log.ok()) return 1;
  if (llvm::verifyModule(*module, &llvm::errs())) return 1;
  std::error_code status;
  llvm::raw_fd_ostream stream(arguments.output, status, llvm::sys::fs::OF_Text);
  if (status) {
    llvm::errs() << "lanewise-cc: " << arguments.output << ": " << status.message() << '\n';
    return 1;
  }
  module->print(stream, nullptr);
  return 0;
}

}  // namespace

int main(int count, char** values) { return run(parse(count, values)); }
