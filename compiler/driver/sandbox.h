// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sandbox of the compiler process: what its threads may ask of the kernel from now on. It is in
// force until the process ends, also for code that an attacker runs in it. Only server.cpp uses it;
// an application that compiles in its own process has no sandbox. docs/security.md describes it.
#pragma once

#include <string>
#include <vector>

namespace lanewise {

struct SandboxFolders {
  /// Folders and files that may be read. One that does not exist is ignored.
  std::vector<std::string> readable;
  /// Where files may be created, read and replaced; created if it does not exist. Empty: nowhere.
  std::string writable;
};

/// Restricts the calling thread and the threads that it starts. \pre The process has no other
/// thread, and everything that it needs is open. Returns what is in force, and why the rest is not,
/// as one line for the log: each part depends on the kernel.
std::string enterSandbox(const SandboxFolders& folders);

}  // namespace lanewise
