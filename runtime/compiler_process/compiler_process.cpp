// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Start of a compiler process (by posix_spawn, so that no code of ours runs between fork and exec),
// exchange of messages, end. The compiler process detaches itself: the process started here, its
// starter, forks it and ends at once. The shutdown of the socket, which it watches, ends it.
#include "runtime/compiler_process/compiler_process.h"

#include "interface/compiler.h"
#include "runtime/base/log.h"
#include "runtime/base/thread.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

extern char** environ;

namespace lanewise {
namespace {

/// The socket's number in the compiler process, where all higher ones are closed.
constexpr int kSocketNumber = 3;
constexpr size_t kCapturedBytes = 16 * 1024;
constexpr size_t kMaxGreetingBytes = 512;  // more is cut off
Deadline after(int seconds) {
  return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
}

constexpr auto kTimeToEnd = std::chrono::milliseconds(200);

std::string errorText(int error) { return std::strerror(error); }

/// Moves a descriptor above the numbers that the compiler process uses, closed at exec.
Descriptor movedUp(int number) {
  Descriptor low(number);
  return Descriptor(number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, kSocketNumber + 1));
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

/// Neither end blocks: a compiler process that writes more than the pipe holds loses output.
Pair makeErrorPipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return {};
  return {movedUp(ends[0]), movedUp(ends[1])};
}

/// The two argument objects of posix_spawn.
class SpawnPlan {
 public:
  SpawnPlan(int socket, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, socket, kSocketNumber);
    posix_spawn_file_actions_addclosefrom_np(&actions_, kSocketNumber + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    // A process group of its own: see reapAdopted().
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int spawn(std::vector<std::string> words, pid_t& child) {
    std::vector<char*> values;
    values.reserve(words.size() + 1);
    for (std::string& word : words) values.push_back(word.data());
    values.push_back(nullptr);
    return posix_spawn(&child, values[0], &actions_, &attributes_, values.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Whether orphans of this process become its children: process 1 of a container, a subreaper.
bool adoptsOrphans() {
  int isSubreaper = 0;
  return getpid() == 1 || (prctl(PR_GET_CHILD_SUBREAPER, &isSubreaper) == 0 && isSubreaper);
}

/// A host that adopts orphans adopts the compiler process and may never wait for it: a thread reaps
/// it, so that it is no zombie. The starter's process group contains nothing else.
void reapAdopted(pid_t group) {
  // Without a thread, the zombie stays.
  (void)startThread("lanewise-reap", [group] {
    while (waitpid(-group, nullptr, 0) > 0 || errno == EINTR) {
    }
  });
}

/// The arguments that compiler/driver/server.cpp expects.
std::vector<std::string> commandLine(const CompilerProcessSettings& settings,
                                     const std::vector<std::string>& folders) {
  std::vector<std::string> words = {
      settings.program,
      std::to_string(kSocketNumber),
      std::to_string(getpid()),
      std::to_string(settings.idleSeconds),
      std::to_string(settings.memoryMebibytes),
      std::to_string(settings.secondsPerKernel),
      std::to_string(settings.wallSeconds),
      std::to_string(settings.firstReportSeconds),
      settings.sandbox ? "on" : "off",
  };
  if (!settings.sandbox) return words;
  words.push_back(settings.writableFolder);
  words.insert(words.end(), folders.begin(), folders.end());
  return words;
}

}  // namespace

std::expected<std::unique_ptr<CompilerProcess>, std::string> CompilerProcess::start(
    const CompilerProcessSettings& settings, const std::vector<std::string>& folders) {
  Pair socket = makeSocketPair();
  Pair errors = makeErrorPipe();
  if (!socket || !errors)
    return std::unexpected("cannot connect to a compiler process: " + errorText(errno));
  pid_t starter = 0;
  const int error = SpawnPlan(socket.theirs.get(), errors.theirs.get())
                        .spawn(commandLine(settings, folders), starter);
  if (error)
    return std::unexpected("cannot start the compiler program '" + settings.program +
                           "': " + errorText(error) + " (LANEWISE_COMPILER selects the program)");
  return std::unique_ptr<CompilerProcess>(new CompilerProcess(
      settings, folders, std::move(socket.ours), std::move(errors.ours), starter));
}

CompilerProcess::CompilerProcess(const CompilerProcessSettings& settings,
                                 std::vector<std::string> folders, Descriptor socket,
                                 Descriptor errors, pid_t starter)
    : wallSeconds_(settings.wallSeconds),
      startSeconds_(settings.startSeconds),
      folders_(std::move(folders)),
      socket_(LastingDescriptor(std::move(socket))),
      errors_(LastingDescriptor(std::move(errors))),
      group_(starter),
      starter_(starter) {}

CompilerProcess::~CompilerProcess() {
  // Closing is not enough: a forked child of the host may have a copy of the descriptor.
  shutdown(socket_.get(), SHUT_RDWR);
  reapStarter(true);
}

void CompilerProcess::end() {
  shutdown(socket_.get(), SHUT_RDWR);
  // The process has the only other end of the pipe.
  const auto deadline = std::chrono::steady_clock::now() + kTimeToEnd;
  pollfd entry{errors_.get(), 0, 0};
  bool hasEnded = false;
  while (!hasEnded && std::chrono::steady_clock::now() < deadline)
    hasEnded = poll(&entry, 1, 10) > 0;
  // A stopped process does not see that the socket is closed. As long as it lives, its group does,
  // and the number is that of no other one.
  if (!hasEnded) kill(-group_, SIGKILL);
}

/// The starter ends as soon as it has forked. Another program may not end: with `wait` it is killed
/// after about 50 ms.
void CompilerProcess::reapStarter(bool wait) {
  constexpr int kTries = 50;
  for (int tries = 0; starter_; ++tries) {
    const pid_t reaped = waitpid(starter_, nullptr, WNOHANG);
    if (reaped == starter_ || (reaped < 0 && errno != EINTR)) {
      // Reaped here, or by a wait() of the host (ECHILD).
      if (adoptsOrphans()) reapAdopted(starter_);
      starter_ = 0;
    } else if (!wait) {
      return;
    } else if (tries == kTries) {
      kill(starter_, SIGKILL);
      while (waitpid(starter_, nullptr, 0) < 0 && errno == EINTR) {
      }
      starter_ = 0;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

CompilerProcess::Outcome CompilerProcess::exchange(std::span<const uint8_t> request,
                                                   std::vector<uint8_t>& reply) {
  const bool fresh = greeting_.empty();
  const auto outcomeOf = [&](ChannelResult result) {
    switch (result) {
      case ChannelResult::Ok: return Outcome::Replied;
      case ChannelResult::Reset: return fresh ? Outcome::Died : Outcome::WasGone;
      case ChannelResult::TimedOut: end(); return Outcome::TimedOut;
      case ChannelResult::TooLong: return Outcome::Malformed;
      case ChannelResult::Lost: return Outcome::ConnectionLost;
      case ChannelResult::Closed:
      case ChannelResult::Failed: break;
    }
    return Outcome::Died;
  };
  const Deadline startDeadline = after(startSeconds_);
  const ChannelResult sent = sendMessage(socket_, request, startDeadline);
  if (fresh && sent == ChannelResult::TimedOut) return end(), Outcome::NoGreeting;
  // A program that is no compiler may have ended already. What it wrote shows it.
  if (sent != ChannelResult::Ok && !(fresh && sent == ChannelResult::Reset)) return outcomeOf(sent);
  if (fresh) {
    std::vector<uint8_t> greeting;
    const ChannelResult received = receiveMessage(socket_, greeting, startDeadline);
    if (received == ChannelResult::TimedOut) return end(), Outcome::NoGreeting;
    if (received != ChannelResult::Ok) return outcomeOf(received);
    const Greeting kind = readGreeting(greeting);
    if (kind == Greeting::Nonsense) return Outcome::Malformed;
    noteGreeting({reinterpret_cast<const char*>(greeting.data()), greeting.size()});
    if (kind == Greeting::OtherVersion) return Outcome::OtherVersion;
    reapStarter(false);
    if (sent != ChannelResult::Ok) return outcomeOf(sent);
  }
  const ChannelResult result = receiveMessage(socket_, reply, awaitReply());
  // It has ended long ago, unless the machine is busy.
  reapStarter(result == ChannelResult::Ok);
  return outcomeOf(result);
}

void CompilerProcess::noteGreeting(std::string_view text) {
  text = text.substr(0, kMaxGreetingBytes);
  const size_t end = std::min(text.find('\n'), text.size());
  greeting_ = text.substr(0, end);
  sandbox_ = text.substr(std::min(end + 1, text.size()));
}

bool CompilerProcess::alive() const {
  pollfd entry{socket_.get(), POLLRDHUP, 0};
  return entry.fd >= 0 && errors_.isOurs() && poll(&entry, 1, 0) == 0;
}

Deadline CompilerProcess::awaitReply() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::chrono::seconds silence(wallSeconds_);
  Clock::time_point deadline = start + silence;
  bool canReport = true;
  while (Clock::now() < deadline) {
    // The application may close both.
    pollfd entries[2] = {{socket_.get(), POLLIN, 0}, {canReport ? errors_.get() : -1, POLLIN, 0}};
    if (entries[0].fd < 0) break;
    constexpr int kMilliseconds = 1000;  // a deadline is missed by no more
    if (poll(entries, 2, kMilliseconds) < 0 && errno != EINTR) break;
    if (entries[0].revents) break;
    canReport = canReport && (!entries[1].revents || (entries[1].revents & POLLIN));
    // The next report comes when twice as much has passed.
    if (canReport && entries[1].revents && takeOutput())
      deadline = Clock::now() + (Clock::now() - start) + silence;
  }
  return deadline;
}

bool CompilerProcess::takeOutput() {
  char piece[4096];
  // The limit is for a process that goes on writing.
  for (size_t read = 0; read < 16 * kCapturedBytes;) {
    const ssize_t got = ::read(errors_.get(), piece, sizeof(piece));
    if (got <= 0) break;
    read += size_t(got);
    captured_.append(piece, size_t(got));
    // The cause of a failure is at the end.
    if (captured_.size() > kCapturedBytes) captured_.erase(0, captured_.size() - kCapturedBytes);
  }
  // Such a line is written by one call, between newlines.
  bool reported = false;
  for (size_t begin; (begin = captured_.find(kCompilerStillRuns)) != captured_.npos;) {
    reported = true;
    const size_t end = std::min(captured_.find('\n', begin), captured_.size() - 1);
    log(LogGroup::Build, "%.*s", int(end - begin), captured_.c_str() + begin);
    captured_.erase(begin, end + 1 - begin);
  }
  return reported;
}

std::string CompilerProcess::capturedStderr() {
  takeOutput();
  const std::string text = std::exchange(captured_, {});
  const size_t begin = text.find_first_not_of('\n');
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

}  // namespace lanewise
