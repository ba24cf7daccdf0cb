// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompilerHelper: one running helper program and the socket to it. Used by one thread at a time;
// compiler_client.h owns the helpers and decides who gets which.
#pragma once

#include "interface/channel.h"
#include "runtime/base/descriptor.h"

#include <sys/types.h>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

struct HelperSettings {
  std::string program;          // absolute path
  int idleSeconds = 10;         // after which the helper leaves
  int memoryMebibytes = 0;      // it may allocate; 0: no limit
  int secondsPerRequest = 120;  // after which a build has failed
};

class CompilerHelper {
 public:
  /// The error is a sentence for the build log. Async-signal state, handlers and other children of
  /// the host are not touched.
  static std::expected<std::unique_ptr<CompilerHelper>, std::string> start(
      const HelperSettings& settings);
  /// Ends the helper if it still runs.
  ~CompilerHelper();
  CompilerHelper(const CompilerHelper&) = delete;
  CompilerHelper& operator=(const CompilerHelper&) = delete;

  enum class Outcome : uint8_t {
    Replied,
    WasGone,  // it had left before it read the request: another one may be asked
    Died,
    TimedOut,
    OtherVersion,  // a helper, but of another build than this runtime: see greeting()
    Garbled,       // what came is not from a helper
  };
  /// After anything but Replied the helper is of no use any more.
  Outcome exchange(std::span<const uint8_t> request, std::vector<uint8_t>& reply);
  /// False once the other end of the socket is closed.
  bool alive() const;
  /// The end of what the helper wrote to its standard error since the last call, without newlines
  /// around it.
  std::string lastWords();
  /// What the helper said first: who it is.
  const std::string& greeting() const { return greeting_; }

 private:
  CompilerHelper(const HelperSettings& settings, Descriptor socket, Descriptor errors,
                 pid_t starter);
  void reapStarter(bool wait);
  /// Ends the helper and gives it a moment for its last words.
  void end();

  int secondsPerRequest_;
  Descriptor socket_;
  Descriptor errors_;
  pid_t starter_;         // the process that forks the helper and ends; 0 once it is reaped
  std::string greeting_;  // empty until the first exchange
};

}  // namespace lanewise
