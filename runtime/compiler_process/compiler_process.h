// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompilerProcess: one running compiler process and the socket to it. Used by one thread at a time.
// compiler_client.h owns the compiler processes and assigns them to threads.
#pragma once

#include "interface/channel.h"
#include "interface/descriptor.h"

#include <sys/types.h>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

struct CompilerProcessSettings {
  std::string program;          // absolute path
  int idleSeconds = 10;         // after which the process ends
  int memoryMebibytes = 0;      // limit of its memory; 0: no limit
  int secondsPerKernel = 120;   // of CPU time; a build that takes more is ended
  int wallSeconds = 1200;       // for each kernel, of a build that waits
  int firstReportSeconds = 10;  // after which the log says that a build takes long
  int startSeconds = 120;       // until the process must have read a request and greeted
  bool sandbox = true;          // compiler/driver/sandbox.h
  std::string writableFolder;   // where the sandbox lets it write; empty: nowhere
};

class CompilerProcess {
 public:
  /// A process whose sandbox lets it read `folders`. The error is a message for the build log.
  /// Signal handlers, signal masks and other children of the host stay unchanged.
  static std::expected<std::unique_ptr<CompilerProcess>, std::string> start(
      const CompilerProcessSettings& settings, const std::vector<std::string>& folders);
  /// Ends the process if it still runs.
  ~CompilerProcess();
  CompilerProcess(const CompilerProcess&) = delete;
  CompilerProcess& operator=(const CompilerProcess&) = delete;

  enum class Outcome : uint8_t {
    Replied,
    WasGone,  // it had ended before it read the request, so another process may be asked
    Died,
    TimedOut,
    NoGreeting,      // within CompilerProcessSettings::startSeconds
    ConnectionLost,  // the application closed the socket during the exchange
    OtherVersion,    // a compiler process, but not of this runtime's version: see greeting()
    Malformed,       // the program is no compiler process
  };
  /// After any outcome but Replied the process cannot be used again.
  Outcome exchange(std::span<const uint8_t> request, std::vector<uint8_t>& reply);
  /// False once the process has ended, or the application has closed the socket.
  bool alive() const;
  /// The last 16 KiB that the process wrote to stdout and stderr since the last call, without
  /// newlines at both ends and without the lines of kCompilerStillRuns, which are logged.
  std::string capturedStderr();
  /// The version of the process, from its first message.
  const std::string& greeting() const { return greeting_; }
  /// What the process says of its sandbox in that message.
  const std::string& sandbox() const { return sandbox_; }
  /// As given to start().
  const std::vector<std::string>& folders() const { return folders_; }

 private:
  CompilerProcess(const CompilerProcessSettings& settings, std::vector<std::string> folders,
                  Descriptor socket, Descriptor errors, pid_t starter);
  void noteGreeting(std::string_view text);
  void reapStarter(bool wait);
  /// Waits for the reply's first byte, or for the process to end. Logs what it reports meanwhile.
  /// Returns the deadline for the reply: a process that reports may go on, since it limits its time
  /// itself.
  Deadline awaitReply();
  /// Moves what the process has written to captured_, or to the log. Returns whether it reported.
  bool takeOutput();
  /// Ends the process and waits up to 200 ms for what it writes to stderr then.
  void end();

  const int wallSeconds_;
  const int startSeconds_;
  const std::vector<std::string> folders_;
  const LastingDescriptor socket_;
  const LastingDescriptor errors_;
  const pid_t group_;     // of the starter and the compiler process
  pid_t starter_;         // forks the compiler process and ends; 0 once it is reaped
  std::string greeting_;  // empty until the first exchange
  std::string sandbox_;
  std::string captured_;
};

}  // namespace lanewise
