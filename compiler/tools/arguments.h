// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of lanewise-cc.
#pragma once

#include "compiler/driver/pipeline.h"
#include "interface/compile_request.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewise::cc {

struct Arguments {
  std::vector<std::string> inputs;
  std::string output;       // empty: write nothing
  std::string from;         // the stage that made the input; empty: by its kind
  std::string to = "code";  // the stage to stop after
  bool isBinary = false;    // write a program binary with the code
  std::string passes;       // run these instead of stages
  std::string target;       // a triple; empty: that of the level
  std::string level;        // empty: native, and no target for --passes
  unsigned threads = 0;     // that generate code; 0: codeThreads() of driver/build.h
  unsigned lanes = 0;       // as CompileRequest has it
  Tier tier = Tier::First;
  std::string dumpStages;
  std::string dumpFolder;
  std::vector<SpecializationConstant> specConstants;
  std::vector<LaunchKind> kinds;     // as CompileRequest has them
  std::vector<std::string> options;  // as clBuildProgram takes them
  bool assembly = false, time = false, timePasses = false, metadata = false, help = false;
  bool remarks = false;
  PassTests passTests;
  unsigned repeat = 1;
};

/// Nothing after an error, which has been printed.
std::optional<Arguments> parseArguments(int count, char** values);

/// The first option that applies to source input only, if the input is not source; otherwise empty.
std::string unusedOption(const Arguments& arguments);

/// What goes into the request: options (of the source as well), level, constants, dump.
void fillRequest(const Arguments& arguments, CompileRequest& request);

}  // namespace lanewise::cc
