// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sanitizer of this build, for tests that are impossible with one.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define LW_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define LW_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define LW_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__)
#define LW_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define LW_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define LW_THREAD_SANITIZER 0
#endif
