// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end: compiles OpenCL C and C++ for OpenCL to SPIR-V with Clang. Only this folder
// includes Clang. The resulting module takes the same way as a module of the application (admit/).
#pragma once

#include "compiler/frontend/unwritten_slots.h"
#include "interface/compile_reply.h"
#include "interface/compile_request.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanewise {

struct FrontEndResult {
  /// Empty if the diagnostics have an error.
  std::vector<uint8_t> spirv;
  /// Names of files are as the user gave them.
  std::vector<Diagnostic> diagnostics;
  /// Files and absent files that the compilation looked for in folders of -I.
  std::vector<Dependency> files;
  /// See CompileReply.
  bool passing = false;
};

/// What the module has of the places in the source, besides the debug information of -g. All of it
/// is for diagnostics of later stages, and costs time.
enum class SourceLines {
  None,
  Lines,           // OpLine: for stages that read SPIR-V
  LinesAndScopes,  // debug information of functions and lines: for all stages
};

struct FrontEndOptions {
  SourceLines lines = SourceLines::None;
  /// The program is not linked with others: functions that no kernel reaches are removed, and
  /// cannot make the build fail.
  bool isWhole = false;
  /// Clang has crashed for this program: misspelt names are not corrected, and `notePlace` gets
  /// each place "a.cl:1:2" that Clang has reached.
  bool hasCrashed = false;
  std::function<void(const std::string& place)> notePlace = {};
  /// Extensions and features that the device does not have (DeviceLimits::without).
  std::vector<std::string> without = {};
  /// CodeOptions::initializePrivate and checkUninitialized, for variables that the front end makes
  /// values of.
  UnwrittenSlots unwritten = UnwrittenSlots::AnyValue;
};

/// Any thread; compilations share no state.
FrontEndResult compileSource(const SourceProgram& program, const FrontEndOptions& options = {});

}  // namespace lanewise
