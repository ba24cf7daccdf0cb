// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Non-blocking sends and receives with poll() in between. Every step observes the deadline, whether
// or not the socket is in blocking mode.
#include "interface/channel.h"

#include "interface/compile_reply.h"

#include <poll.h>
#include <sys/socket.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace lanewise {
namespace {

/// The buffer of an incoming message grows by at most this much ahead of the bytes.
constexpr size_t kStepBytes = size_t(1) << 20;

int millisecondsUntil(Deadline deadline) {
  using std::chrono::ceil, std::chrono::milliseconds;
  const auto left = ceil<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return int(std::clamp<long long>(left, 0, 60'000));
}

ChannelResult waitFor(const LastingDescriptor& socket, short events, Deadline deadline) {
  for (;;) {
    pollfd entry{socket.get(), events, 0};
    if (entry.fd < 0) return ChannelResult::Lost;
    const int ready = poll(&entry, 1, millisecondsUntil(deadline));
    // The send or receive that follows reports errors and hang-ups.
    if (ready > 0) return ChannelResult::Ok;
    if (ready < 0 && errno != EINTR) return ChannelResult::Failed;
    if (std::chrono::steady_clock::now() >= deadline) return ChannelResult::TimedOut;
  }
}

ChannelResult sendBytes(const LastingDescriptor& socket, std::span<const uint8_t> bytes,
                        Deadline deadline) {
  while (!bytes.empty()) {
    const int number = socket.get();
    if (number < 0) return ChannelResult::Lost;
    const ssize_t sent = send(number, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes = bytes.subspan(size_t(sent));
    } else if (errno == EPIPE || errno == ECONNRESET) {
      return ChannelResult::Reset;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      const ChannelResult waited = waitFor(socket, POLLOUT, deadline);
      if (waited != ChannelResult::Ok) return waited;
    } else if (errno != EINTR) {
      return ChannelResult::Failed;
    }
  }
  return ChannelResult::Ok;
}

ChannelResult receiveBytes(const LastingDescriptor& socket, std::span<uint8_t> bytes,
                           Deadline deadline) {
  while (!bytes.empty()) {
    const int number = socket.get();
    if (number < 0) return ChannelResult::Lost;
    const ssize_t got = recv(number, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got > 0) {
      bytes = bytes.subspan(size_t(got));
    } else if (got == 0) {
      return ChannelResult::Closed;
    } else if (errno == ECONNRESET) {
      // What Linux says when the other end closed with bytes of ours unread.
      return ChannelResult::Reset;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      const ChannelResult waited = waitFor(socket, POLLIN, deadline);
      if (waited != ChannelResult::Ok) return waited;
    } else if (errno != EINTR) {
      return ChannelResult::Failed;
    }
  }
  return ChannelResult::Ok;
}

constexpr std::string_view kGreetingStart = "lanewise-compiler ";

}  // namespace

ChannelResult sendMessage(const LastingDescriptor& socket, std::span<const uint8_t> message,
                          Deadline deadline) {
  if (message.size() > kMaxMessageBytes) return ChannelResult::TooLong;
  const uint64_t sizeBytes = message.size();
  uint8_t length[sizeof(sizeBytes)];
  std::memcpy(length, &sizeBytes, sizeof(length));
  const ChannelResult sent = sendBytes(socket, length, deadline);
  return sent == ChannelResult::Ok ? sendBytes(socket, message, deadline) : sent;
}

ChannelResult receiveMessage(const LastingDescriptor& socket, std::vector<uint8_t>& message,
                             Deadline deadline) {
  message.clear();
  uint64_t sizeBytes = 0;
  uint8_t length[sizeof(sizeBytes)];
  ChannelResult got = receiveBytes(socket, length, deadline);
  if (got != ChannelResult::Ok) return got;
  std::memcpy(&sizeBytes, length, sizeof(length));
  if (sizeBytes > kMaxMessageBytes) return ChannelResult::TooLong;
  while (got == ChannelResult::Ok && message.size() < sizeBytes) {
    const size_t begin = message.size();
    message.resize(begin + std::min<size_t>(kStepBytes, sizeBytes - begin));
    got = receiveBytes(socket, std::span(message).subspan(begin), deadline);
  }
  return got;
}

std::string compilerGreeting(const char* buildId, const std::string& sandbox) {
  return std::string(kGreetingStart) + buildId + "\n" + sandbox;
}

Greeting readGreeting(std::span<const uint8_t> message) {
  const std::string_view text(reinterpret_cast<const char*>(message.data()), message.size());
  if (!text.starts_with(kGreetingStart)) return Greeting::Nonsense;
  const bool same = text.substr(kGreetingStart.size()).starts_with(interfaceVersion() + " ");
  return same ? Greeting::Understood : Greeting::OtherVersion;
}

}  // namespace lanewise
