// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole face of liblanewise-compiler.so: bytes in and bytes out. The bytes are
// the messages of interface/message.h. The helper program serves this function over a socket; the
// in-process mode and lanewise-cc call it directly. Not reentrant-safe libraries below it (lld) are
// locked inside: any thread may call.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Compiles one encoded CompileRequest and hands the encoded CompileReply to `reply`, once, before
/// it returns; to a request that cannot be decoded, one with outcome BadRequest.
__attribute__((visibility("default"))) void lanewiseCompile(
    const uint8_t* request, size_t requestBytes,
    void (*reply)(void* user, const uint8_t* bytes, size_t count), void* user);

/// Identifies compiler, LLVM and device library: the same text, the same code for the same request.
/// Begins with interfaceVersion() and a space, so that nobody talks to a library of another
/// version.
__attribute__((visibility("default"))) const char* lanewiseCompilerBuildId(void);

/// What is being done, in words that follow "while" ("translating SPIR-V to LLVM IR"), or null: the
/// last word of a process that a library below ends. For signal handlers; of several threads that
/// compile, the last one to begin something.
__attribute__((visibility("default"))) const char* lanewiseCompilerActivity(void);

#ifdef __cplusplus
}
#endif
