// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompilerClient: sends encoded CompileRequests to a compiler and returns its CompileReplies. The
// compiler runs in up to `maxProcesses` compiler processes. One is started if a request finds none
// idle, and ends when it has been idle for some seconds. A process may read the folders that it was
// started with (include_folders.h), so that it serves only builds with the same. With
// LANEWISE_COMPILER=inprocess the compiler library runs in this process. Every error is a reply
// with Outcome::Failed and a log.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "runtime/base/mutex.h"
#include "runtime/compiler_process/compiler_process.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// What the log contains if the compiler process ended, or was ended because of a limit.
inline constexpr std::string_view kCompilerProcessDied = "the compiler process ended unexpectedly";
inline constexpr std::string_view kCompilerProcessLimit = "the compiler process exceeded its limit";

class CompilerClient {
 public:
  struct Settings {
    CompilerProcessSettings process;
    /// What the sandbox lets compilations read besides the folders of their include directives.
    std::vector<std::string> readableFolders;
    /// The library that settings.process.program opens; empty if it is not known.
    std::string processLibrary;
    /// Not empty: open this library in this process instead of starting a compiler process.
    std::string library;
    unsigned maxProcesses = 1;
    /// Not empty: no compiler was found, and why.
    std::string problem;
  };

  /// This process' client. Its settings follow from the environment and the path of this library.
  static CompilerClient& get();
  static Settings settingsFromConfig();

  explicit CompilerClient(Settings settings);

  /// Any thread. Several at once use several compiler processes.
  CompileReply compile(std::span<const uint8_t> encodedRequest) EXCLUDES(mutex_);
  /// The build id of the compiler, read without starting it; empty if it is not known.
  std::string buildId() const;
  /// Ends the idle compiler processes. The next build starts a new one.
  void unload() EXCLUDES(mutex_);

 private:
  using Process = std::unique_ptr<CompilerProcess>;
  class Lease;
  /// What the sandbox of a process for this request lets it read.
  std::vector<std::string> foldersFor(std::span<const uint8_t> request) const EXCLUDES(mutex_);
  /// Adds the files that a reply reports as refused and that the program may include: symbolic
  /// links below `folders` that lead elsewhere, which whoever owns the folder has made, and source
  /// files. False if there is none.
  bool allowRefusedFiles(std::span<const uint8_t> request, const CompileReply& reply,
                         std::vector<std::string>& folders) EXCLUDES(mutex_);
  CompileReply compileHere(std::span<const uint8_t> encodedRequest);
  /// Counts a lease. Returns an idle process with this sandbox, or null if the caller must start
  /// one.
  Process takeIdle(const std::vector<std::string>& folders) EXCLUDES(mutex_);
  /// Ends a lease; null for a process that cannot be used again.
  void giveBack(Process process) EXCLUDES(mutex_);
  CompileReply failure(CompilerProcess::Outcome outcome, const std::string& captured) const;
  std::string memoryLimitText() const;
  std::string timeLimitText(const std::string& captured) const;

  const Settings settings_;
  mutable Mutex mutex_;
  Condition freed_;
  std::vector<Process> idle_ GUARDED_BY(mutex_);
  unsigned leased_ GUARDED_BY(mutex_) = 0;
  /// The linked files of all folders: later builds have them from the start.
  std::vector<std::string> linkedFiles_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
