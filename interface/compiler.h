// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of liblanewise-compiler.so: an encoded CompileRequest in, an encoded CompileReply
// out. lanewise-compiler serves it over a socket; the in-process mode calls it directly. Any thread
// may call: a lock protects libraries that are not reentrant (lld).
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <cstdint>
namespace lanewise {
/// The start of what a compiler process that has no memory left writes to stderr. The host gives
/// the limit.
inline constexpr char kCompilerOutOfMemory[] = "the compiler ran out of memory";
/// The start of what a compiler process that exceeded its limit of time writes to stderr.
inline constexpr char kCompilerTimeLimit[] = "the compiler exceeded its limit of time";
/// The start of a line that reports how long a build takes: seconds, " s while ..." follow.
inline constexpr char kCompilerStillRuns[] = "the compiler still runs after ";
}  // namespace lanewise

extern "C" {
#endif

/// Compiles one encoded CompileRequest and passes the encoded CompileReply to `reply`, once, before
/// it returns. The reply to a request that cannot be decoded has the outcome BadRequest.
__attribute__((visibility("default"))) void lanewiseCompile(
    const uint8_t* request, size_t requestBytes,
    void (*reply)(void* user, const uint8_t* bytes, size_t count), void* user);

/// Identifies compiler, LLVM and device library: with equal ids, the same request leads to the same
/// code. Begins with interfaceVersion() and a space, so that callers can detect another version.
__attribute__((visibility("default"))) const char* lanewiseCompilerBuildId(void);

/// The current activity as a phrase that follows "while" ("translating SPIR-V to LLVM IR"), or
/// null. Async-signal-safe: handlers of fatal signals print it. If several threads compile, it is
/// the activity that began last.
__attribute__((visibility("default"))) const char* lanewiseCompilerActivity(void);

/// The function that the activity is about, or null. Async-signal-safe; valid while the process
/// lives.
__attribute__((visibility("default"))) const char* lanewiseCompilerFunction(void);

/// How many kernels the program has that is compiled: at least 1, and 1 until it is known.
/// Async-signal-safe.
__attribute__((visibility("default"))) size_t lanewiseCompilerKernelCount(void);

/// Runs the offline compiler with the arguments of a main function, and returns its exit status.
/// For the process of lanewise-cc: it sets LLVM's options, and uses the standard streams.
__attribute__((visibility("default"))) int lanewiseCommandLine(int count, char** values);

#ifdef __cplusplus
}
#endif
