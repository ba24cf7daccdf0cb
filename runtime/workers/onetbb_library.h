// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens libtbb.so.12 for liblanewise-onetbb.so, which does not name it as a library that it needs:
// a system without oneTBB lacks nothing that a package of Lanewise depends on. Functions of oneTBB
// that onetbb_arenas.cpp calls are entries that onetbb_entries.py writes. Each jumps to an address
// that openOneTbb() looks up.
#pragma once

#include <cstddef>

namespace lanewise {

/// Null, or why it failed. As OneTbbCalls::open.
const char* openOneTbb();
/// As OneTbbCalls::library.
const char* pathOfOneTbb();

}  // namespace lanewise

extern "C" {
/// Names of the entries, and where they jump to. Written by onetbb_entries.py.
extern const char* const lanewiseOneTbbNames[];
extern void* lanewiseOneTbbAddresses[];
extern const std::size_t lanewiseOneTbbCount;
}
