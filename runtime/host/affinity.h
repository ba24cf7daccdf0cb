// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LANEWISE_AFFINITY: the processors that the threads of the device run on. Used by host/cpu.cpp,
// which counts them, and by the device.
#pragma once

#include "runtime/host/topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise {

/// Chooses processors for `count` threads. `all` are ordered so that neighbours are adjacent: close
/// are the first ones, spread are at equal distances. A list has its own number, and leaves out
/// what is not among `all`. None of an empty text, and of one that is neither close, spread nor a
/// list like "0-2,8": the system decides.
std::vector<Processor> chooseProcessors(const std::string& text, std::vector<Processor> all,
                                        uint32_t count);

}  // namespace lanewise
