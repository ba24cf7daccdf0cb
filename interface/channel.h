// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfer of messages over the socket between the runtime and the compiler process: a length and
// that many bytes, with a deadline. Both ends use it. Nothing here raises SIGPIPE. A wrong length
// leads to no allocation beyond the bytes that arrive.
//
// The compiler process sends a greeting first, compilerGreeting(). After it, each request is
// answered by one reply, in order.
#pragma once

#include "interface/descriptor.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

using Deadline = std::chrono::steady_clock::time_point;

enum class ChannelResult : uint8_t {
  Ok,
  Closed,  // the other end is gone, having read all that was sent
  Reset,   // the other end is gone and had not read all that was sent
  TimedOut,
  TooLong,  // the length exceeds kMaxMessageBytes
  Lost,     // the application has closed our end of the socket
  Failed,   // another error of the socket
};

inline constexpr uint64_t kMaxMessageBytes = uint64_t(1) << 30;

ChannelResult sendMessage(const LastingDescriptor& socket, std::span<const uint8_t> message,
                          Deadline deadline);
ChannelResult receiveMessage(const LastingDescriptor& socket, std::vector<uint8_t>& message,
                             Deadline deadline);

/// The greeting; `buildId` is lanewiseCompilerBuildId() of the library that the process serves,
/// `sandbox` a line that says what the process may not do.
std::string compilerGreeting(const char* buildId, const std::string& sandbox);

enum class Greeting : uint8_t {
  Understood,
  OtherVersion,  // a greeting with another interface version
  Nonsense,
};
Greeting readGreeting(std::span<const uint8_t> message);

}  // namespace lanewise
