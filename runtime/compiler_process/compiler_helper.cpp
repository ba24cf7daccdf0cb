// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting the helper (posix_spawn, so no code of ours runs between fork and exec), talking to it,
// and ending it. The helper detaches itself: the process started here is only its starter and is
// reaped at once, and a helper is ended by shutting the socket down, which it watches.
#include "runtime/compiler_process/compiler_helper.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;

namespace lanewise {
namespace {

/// The socket's number in the helper; all above it are closed there.
constexpr int kHelperSocket = 3;
constexpr size_t kLastWordsBytes = 16 * 1024;
constexpr size_t kGreetingBytes = 256;  // of it are kept
constexpr auto kMomentForLastWords = std::chrono::milliseconds(200);

std::string errorText(int error) { return std::strerror(error); }

/// Moves a descriptor above those that the helper's are made from, closed at exec.
Descriptor movedUp(int number) {
  Descriptor low(number);
  return Descriptor(number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, kHelperSocket + 1));
}

struct Pair {
  Descriptor ours, theirs;
  explicit operator bool() const { return bool(ours) && bool(theirs); }
};

Pair makeSocketPair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {movedUp(ends[0]), movedUp(ends[1])};
}

/// Neither end blocks: a chatty helper loses words, not time.
Pair makeErrorPipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return {};
  return {movedUp(ends[0]), movedUp(ends[1])};
}

/// posix_spawn's two argument objects, prepared for a helper.
class SpawnPlan {
 public:
  SpawnPlan(int socket, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, socket, kHelperSocket);
    posix_spawn_file_actions_addclosefrom_np(&actions_, kHelperSocket + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int spawn(std::vector<std::string> words, pid_t& child) {
    std::vector<char*> values;
    for (std::string& word : words) values.push_back(word.data());
    values.push_back(nullptr);
    return posix_spawn(&child, values[0], &actions_, &attributes_, values.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

std::expected<std::unique_ptr<CompilerHelper>, std::string> CompilerHelper::start(
    const HelperSettings& settings) {
  Pair socket = makeSocketPair();
  Pair errors = makeErrorPipe();
  if (!socket || !errors)
    return std::unexpected("no socket to a compiler process: " + errorText(errno));
  pid_t starter = 0;
  const int error =
      SpawnPlan(socket.theirs.get(), errors.theirs.get())
          .spawn({settings.program, std::to_string(kHelperSocket), std::to_string(getpid()),
                  std::to_string(settings.idleSeconds), std::to_string(settings.memoryMebibytes),
                  std::to_string(settings.secondsPerRequest)},
                 starter);
  if (error)
    return std::unexpected("the compiler program '" + settings.program +
                           "' cannot be started: " + errorText(error));
  return std::unique_ptr<CompilerHelper>(
      new CompilerHelper(settings, std::move(socket.ours), std::move(errors.ours), starter));
}

CompilerHelper::CompilerHelper(const HelperSettings& settings, Descriptor socket, Descriptor errors,
                               pid_t starter)
    : secondsPerRequest_(settings.secondsPerRequest),
      socket_(std::move(socket)),
      errors_(std::move(errors)),
      starter_(starter) {}

CompilerHelper::~CompilerHelper() {
  // Not just closed: a forked child of the host may hold a copy of the descriptor.
  shutdown(socket_.get(), SHUT_RDWR);
  reapStarter(true);
}

void CompilerHelper::end() {
  shutdown(socket_.get(), SHUT_RDWR);
  // Its end of the pipe is closed with its process.
  const auto deadline = std::chrono::steady_clock::now() + kMomentForLastWords;
  pollfd entry{errors_.get(), 0, 0};
  while (poll(&entry, 1, 10) <= 0 && std::chrono::steady_clock::now() < deadline) {
  }
}

/// The starter ends by itself as soon as it has forked. A program that is no helper of ours may
/// not: with `wait` it gets a moment, then it is killed.
void CompilerHelper::reapStarter(bool wait) {
  constexpr int kMoments = 50;
  for (int moment = 0; starter_; ++moment) {
    const pid_t reaped = waitpid(starter_, nullptr, WNOHANG);
    if (reaped == starter_ || (reaped < 0 && errno != EINTR)) {
      // Reaped here, or by a wait() of the host's own (ECHILD).
      starter_ = 0;
    } else if (!wait) {
      return;
    } else if (moment == kMoments) {
      kill(starter_, SIGKILL);
      while (waitpid(starter_, nullptr, 0) < 0 && errno == EINTR) {
      }
      starter_ = 0;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

CompilerHelper::Outcome CompilerHelper::exchange(std::span<const uint8_t> request,
                                                 std::vector<uint8_t>& reply) {
  const bool fresh = greeting_.empty();
  const auto outcomeOf = [&](ChannelResult result) {
    switch (result) {
      case ChannelResult::Ok: return Outcome::Replied;
      case ChannelResult::Reset: return fresh ? Outcome::Died : Outcome::WasGone;
      case ChannelResult::TimedOut: end(); return Outcome::TimedOut;
      case ChannelResult::TooLong: return Outcome::Garbled;
      case ChannelResult::Closed:
      case ChannelResult::Failed: break;
    }
    return Outcome::Died;
  };
  const Deadline deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(secondsPerRequest_);
  ChannelResult result = sendMessage(socket_.get(), request, deadline);
  if (result != ChannelResult::Ok) return outcomeOf(result);
  if (fresh) {
    std::vector<uint8_t> greeting;
    result = receiveMessage(socket_.get(), greeting, deadline);
    if (result != ChannelResult::Ok) return outcomeOf(result);
    const Greeting kind = readGreeting(greeting);
    if (kind == Greeting::Nonsense) return Outcome::Garbled;
    greeting_.assign(greeting.begin(),
                     greeting.begin() + std::min(greeting.size(), kGreetingBytes));
    if (kind == Greeting::OtherVersion) return Outcome::OtherVersion;
    reapStarter(false);
  }
  result = receiveMessage(socket_.get(), reply, deadline);
  if (starter_) reapStarter(false);
  return outcomeOf(result);
}

bool CompilerHelper::alive() const {
  pollfd entry{socket_.get(), POLLRDHUP, 0};
  return poll(&entry, 1, 0) == 0;
}

std::string CompilerHelper::lastWords() {
  std::string words;
  char piece[4096];
  // A pipe holds a bounded number of bytes; a helper that goes on talking is not waited for.
  for (size_t read = 0; read < 16 * kLastWordsBytes;) {
    const ssize_t got = ::read(errors_.get(), piece, sizeof(piece));
    if (got <= 0) break;
    read += size_t(got);
    words.append(piece, size_t(got));
    // The end says what happened.
    if (words.size() > kLastWordsBytes) words.erase(0, words.size() - kLastWordsBytes);
  }
  const size_t begin = words.find_first_not_of('\n');
  return begin == words.npos ? "" : words.substr(begin, words.find_last_not_of('\n') + 1 - begin);
}

}  // namespace lanewise
