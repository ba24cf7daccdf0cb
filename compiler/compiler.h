// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole face of liblanewise-compiler.so: one function, bytes in and bytes out. The bytes are
// the messages of compiler/message.h. The helper program serves this function over a socket; the
// in-process mode and lanewise-cc call it directly. Not reentrant-safe libraries below it (lld) are
// locked inside: any thread may call.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Compiles one encoded CompileRequest and hands the encoded CompileReply to `reply`, once, before
/// it returns. Returns 0; a request that cannot be decoded is a reply with outcome BadRequest.
__attribute__((visibility("default"))) int lanewiseCompile(
    const uint8_t* request, size_t requestBytes,
    void (*reply)(void* user, const uint8_t* bytes, size_t count), void* user);

/// Identifies compiler, LLVM and device library: the same text, the same code for the same request.
__attribute__((visibility("default"))) const char* lanewiseCompilerBuildId(void);

#ifdef __cplusplus
}
#endif
