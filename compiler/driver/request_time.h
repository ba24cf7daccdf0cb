// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time of one request in the compiler process: its limit, and lines on stderr while it lasts.
#pragma once

#include <cstddef>

namespace lanewise {

struct RequestTimeSettings {
  /// CPU seconds for each kernel.
  int secondsPerKernel;
  /// Limits the time of a process that waits for something.
  int wallSeconds;
  size_t (*kernelCount)();
  /// Writes an event to stderr with what the compiler does.
  void (*report)(const char* event);
};

/// While it lives: beyond the limit, reports kCompilerTimeLimit and ends the process. Reports
/// kCompilerStillRuns after 10 s, and each time that twice as much has passed. Uses SIGPROF and
/// SIGALRM. \pre Only one lives.
class RequestTime {
 public:
  /// \pre `settings` are async-signal-safe functions.
  explicit RequestTime(const RequestTimeSettings& settings);
  ~RequestTime();
  RequestTime(const RequestTime&) = delete;
  RequestTime& operator=(const RequestTime&) = delete;
};

}  // namespace lanewise
