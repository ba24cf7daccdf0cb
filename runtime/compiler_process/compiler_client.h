// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompilerClient: bytes of a CompileRequest in, a CompileReply out. Behind it are a few helper
// processes, started when a request finds none idle and kept while builds go on, or, with
// LANEWISE_COMPILER=inprocess, the compiler library in this process. Whatever goes wrong there is a
// reply with Outcome::Failed and a log in plain words.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "runtime/base/mutex.h"
#include "runtime/compiler_process/compiler_helper.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// How the log of a build begins whose helper ended, or was ended as it took too long.
inline constexpr std::string_view kHelperDied = "the compiler process ended before it answered";
inline constexpr std::string_view kHelperLate = "the compiler process did not finish within ";

class CompilerClient {
 public:
  struct Settings {
    HelperSettings helper;
    /// The library that the helper opens, as far as that can be told from here.
    std::string helperLibrary;
    /// Non-empty: open this library here instead of starting the helper.
    std::string library;
    unsigned maxHelpers = 1;
    /// Why there is neither of the two, if so.
    std::string problem;
  };

  /// This process' client, set up from the environment table and from where this library lies.
  static CompilerClient& get();
  static Settings settingsFromConfig();

  explicit CompilerClient(Settings settings);

  /// Any thread; several at once use several helpers.
  CompileReply compile(std::span<const uint8_t> encodedRequest) EXCLUDES(mutex_);
  /// The build id of the compiler, read without starting it; empty if it is not known.
  std::string buildId() const;
  /// Ends the helpers that have nothing to do; the next build starts new ones.
  void unload() EXCLUDES(mutex_);

 private:
  using Helper = std::unique_ptr<CompilerHelper>;
  class Lease;
  CompileReply compileHere(std::span<const uint8_t> encodedRequest);
  /// Counts a lease; returns an idle helper, or null where a new one is to be started.
  Helper takeIdle() EXCLUDES(mutex_);
  /// Ends a lease; null for a helper that is of no use any more.
  void giveBack(Helper helper) EXCLUDES(mutex_);
  CompileReply failure(CompilerHelper::Outcome outcome, const std::string& lastWords) const;

  const Settings settings_;
  Mutex mutex_;
  Condition freed_;
  std::vector<Helper> idle_ GUARDED_BY(mutex_);
  unsigned leased_ GUARDED_BY(mutex_) = 0;
};

}  // namespace lanewise
