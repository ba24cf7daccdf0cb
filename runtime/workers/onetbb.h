// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the helpers of loops are threads of oneTBB (LANEWISE_HELPERS), for Device and Workers.
//
// oneTBB ends the process where it lacks a thread or memory (docs/design/threads.md). So `Auto`
// takes it only where the limits of the process leave enough, and asks them again, at most once
// per second, when a loop calls helpers.
#pragma once

#include "runtime/workers/onetbb_calls.h"

#include <string_view>

namespace lanewise {

enum class HelperChoice : uint8_t { Auto, OneTbb, Own };
/// The choice for a value of LANEWISE_HELPERS: "auto", "onetbb" or "own".
HelperChoice helperChoice(std::string_view value);

/// Decides at the first call in a process, and again in a forked child, and logs the decision:
/// loads liblanewise-onetbb.so, and with it the libtbb.so.12 that the process has, or the system's.
/// `threads` is the number of the whole device.
///
/// On a thread of the application, not on one of the runtime: an application that waits for a
/// command in a constructor or destructor of a library holds the loader's lock.
/// \throws std::bad_alloc
void decideOnOneTbb(HelperChoice choice, uint32_t threads);

/// Null if helpers are threads of the runtime.
const OneTbbCalls* oneTbb();
/// Returns oneTbb() for a call of helpers: asks the limits again where `Auto` has decided.
const OneTbbCalls* oneTbbWithinLimits() noexcept;
/// Loops call it no more. What it has, it keeps.
void giveUpOneTbb(const char* reason) noexcept;
/// Returns what oneTbb() does, also after it was given up, to release what it has.
const OneTbbCalls* loadedOneTbb();

}  // namespace lanewise
