// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an attacker who runs code in the compiler process might try.
#pragma once

#include <string>

namespace lanewise::test {

/// One line "<name>: <errno, or 0>" per row of attempts.def. `path` is "<folder>" for all rows, or
/// "<folder>?" for those that have no consequences outside of the sandbox.
std::string makeAttempts(const std::string& path);

/// Calls the kernel by the entry of 32-bit programs, and ends the process; by a signal if the
/// kernel has no such entry. Writes "the call was answered" to stderr unless the call fails with
/// EPERM.
[[noreturn]] void makeCallOf32BitPrograms();

}  // namespace lanewise::test
