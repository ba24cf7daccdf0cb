// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time of one request in the compiler process: its limit, and lines on stderr while it lasts.
#pragma once

#include <cstddef>

namespace lanewise {

struct RequestTimeSettings {
  /// CPU seconds for each kernel.
  int secondsPerKernel;
  /// Wall time for each kernel, for a process that waits for something.
  int wallSeconds;
  /// When kCompilerStillRuns is reported first.
  int firstReportSeconds;
  size_t (*kernelCount)();
  /// Writes an event to stderr with what the compiler does.
  void (*report)(const char* event);
};

/// While it lives: beyond the limit, reports kCompilerTimeLimit and ends the process. Reports
/// kCompilerStillRuns, and again each time that twice as much has passed. Uses SIGPROF and
/// SIGALRM. \pre Only one lives, and other threads than that of its constructor and those that end
/// before its destructor block these signals.
class RequestTime {
 public:
  /// \pre `settings` are async-signal-safe functions.
  explicit RequestTime(const RequestTimeSettings& settings);
  ~RequestTime();
  RequestTime(const RequestTime&) = delete;
  RequestTime& operator=(const RequestTime&) = delete;
};

}  // namespace lanewise
