// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostic: one message of the compiler as a value. Every stage makes them, CompileReply carries
// them to the host, and buildLog() is the only place that turns them into text for people. No LLVM,
// no OpenCL.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

enum class DiagnosticKind : uint8_t {
  Remark,         // what the compiler decided; not part of the build log
  Note,           // the same, for a build that asks for it (CodeOptions::explain)
  Warning,        // the build goes on
  Unsupported,    // valid input that uses a feature which this device lacks
  InvalidInput,   // an error of the source, the module or an option, or a limit that the user set
  InternalError,  // a mistake of the compiler
};

/// The last kinds end a build.
constexpr bool isError(DiagnosticKind kind) { return kind >= DiagnosticKind::Unsupported; }

/// A place in the user's source; `file` is empty if it is not known.
struct SourcePlace {
  std::string file = {};
  uint32_t line = 0, column = 0;  // from 1; 0: not known
  bool operator==(const SourcePlace&) const = default;
};

/// A place in a SPIR-V module of the request; `instruction` is empty if it is not known.
struct ModulePlace {
  uint32_t number = 0;           // of the module, from 1; 0: the request has one module
  uint32_t wordOffset = 0;       // of the instruction in the module as given; 0: not known
  std::string instruction = {};  // "OpLoad %7"
  bool operator==(const ModulePlace&) const = default;
};

struct Diagnostic {
  DiagnosticKind kind = DiagnosticKind::InternalError;
  /// Lower case, no full stop, without kind and place.
  std::string text = {};
  SourcePlace source = {};
  ModulePlace module = {};
  /// The function that contains the place; empty if none does or it has no name.
  std::string function = {};
  /// The kernels that reach the place.
  std::vector<std::string> kernels = {};
  /// Clang's own text with place, source line and notes; empty: buildLog() composes the text.
  std::string rendered = {};
  bool operator==(const Diagnostic&) const = default;
};

/// "a.cl:3:5", "word 13 (OpLoad %7)", or nothing.
std::string placeText(const Diagnostic& diagnostic);

/// "a.cl:3:5: error: unsupported: <text>, used in kernel 'k'", one or more lines, each with its
/// end.
std::string render(const Diagnostic& diagnostic);

/// All, in order; remarks only if asked for. A warning that occurs several times stands there once,
/// with a line that counts the others: an error behind hundreds of warnings would not be found.
std::string buildLog(std::span<const Diagnostic> diagnostics, bool withRemarks = false);

/// Whether an error is among them.
bool hasErrors(std::span<const Diagnostic> diagnostics);

}  // namespace lanewise
