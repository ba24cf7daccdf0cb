// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program of the compiler process: serves lanewiseCompile over a socket, one request after
// another, until the host has ended or has sent nothing for some seconds. Started by
// runtime/compiler_process/compiler_process.cpp.
//
//   lanewise-compiler <socket> <host pid> <idle seconds> <memory MiB> <CPU seconds per kernel>
//       <seconds per kernel> <seconds until the first report> (off | on <folder that may be written
//       or nothing> <folder that may be read>...)
//
// The process that the host starts only forks and ends, so that the host has no child that its own
// wait() calls could return. Two threads remain: the main thread watches the host, the other one
// compiles on a stack that is large enough for deep recursion.
//
// Handlers of fatal signals write the event to stderr, which the host appends to the build log.
#include "compiler/driver/request_time.h"
#include "compiler/driver/sandbox.h"
#include "interface/channel.h"
#include "interface/compile_reply.h"
#include "interface/compiler.h"
#include "threads/deep_thread.h"

#include <dlfcn.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <optional>

#ifndef LANEWISE_COMPILER_LIBRARY
#define LANEWISE_COMPILER_LIBRARY "liblanewise-compiler.so"
#endif
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LANEWISE_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LANEWISE_SANITIZED 1
#endif

namespace lanewise {
namespace {

constexpr size_t kCompileStackBytes = size_t(256) << 20;
constexpr size_t kLeastStackBytes = size_t(8) << 20;

struct Options {
  int socket;
  int hostPid;
  int idleSeconds;
  int memoryMebibytes;
  int secondsPerKernel;
  int wallSeconds;
  int firstReportSeconds;
  bool sandbox;
  SandboxFolders folders;
};

struct Library {
  decltype(&lanewiseCompile) compile;
  decltype(&lanewiseCompilerBuildId) buildId;
  decltype(&lanewiseCompilerActivity) activity;
  decltype(&lanewiseCompilerFunction) function;
  decltype(&lanewiseCompilerKernelCount) kernelCount;
};

/// The functions that report() asks for what the compiler does.
constinit std::atomic<decltype(&lanewiseCompilerActivity)> theActivity = nullptr;
constinit std::atomic<decltype(&lanewiseCompilerFunction)> theFunction = nullptr;

struct Server {
  Options options;
  LastingDescriptor socket;
  Library library;
  std::string sandbox;  // what is in force, for the log of the host
};

std::optional<Options> parse(int count, char** values) {
  int numbers[7];
  constexpr int kMode = 1 + int(std::size(numbers));
  if (count <= kMode) return std::nullopt;
  for (size_t i = 0; i < std::size(numbers); ++i) {
    const char* text = values[i + 1];
    const char* end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, numbers[i]);
    if (error != std::errc() || stop != end || numbers[i] < 0) return std::nullopt;
  }
  const bool sandbox = std::strcmp(values[kMode], "on") == 0;
  if (!sandbox && std::strcmp(values[kMode], "off") != 0) return std::nullopt;
  SandboxFolders folders;
  if (count > kMode + 1) {
    folders.writable = values[kMode + 1];
    folders.readable.assign(values + kMode + 2, values + count);
  }
  return Options{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                 numbers[5], numbers[6], sandbox,    folders};
}

/// Writes "<event> while <activity>, function '<name>'" to stderr, in a line of its own by one
/// write(). Async-signal-safe.
void report(const char* event) {
  const auto activity = theActivity.load();
  const auto function = theFunction.load();
  const char* doing = activity ? activity() : nullptr;
  const char* name = doing && function ? function() : nullptr;
  char text[512];
  size_t length = 0;
  const auto add = [&](const char* part) {
    for (; *part && length < sizeof(text) - 1; ++part) text[length++] = *part;
  };
  add("\n"), add(event);
  if (doing) add(" while "), add(doing);
  if (name) add(", function '"), add(name), add("'");
  text[length++] = '\n';
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, length);
}

void onFatalSignal(int signal) {
  switch (signal) {
    case SIGSEGV: report("the compiler crashed (segmentation fault)"); break;
    case SIGBUS: report("the compiler crashed (bus error)"); break;
    case SIGILL: report("the compiler crashed (illegal instruction)"); break;
    case SIGFPE: report("the compiler crashed (arithmetic fault)"); break;
    case SIGABRT: report("the compiler called abort"); break;
  }
  // Not raised again: a core dump of this process may be large and is of no use.
  _exit(128 + signal);
}

[[noreturn]] void onOutOfMemory() {
  report(kCompilerOutOfMemory);
  _exit(127);
}

bool canMapAStack() {
  constexpr size_t kThreadStackBytes = size_t(8) << 20;
  void* stack = mmap(nullptr, kThreadStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack != MAP_FAILED) munmap(stack, kThreadStackBytes);
  return stack != MAP_FAILED;
}

/// Handles an exception that nothing catches: a thread that does not start throws one.
[[noreturn]] void onTerminate() {
  if (!canMapAStack()) onOutOfMemory();
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    report(error.what());
  } catch (...) {
  }
  std::abort();
}

/// Only a library that the compiler uses calls exit() during a compilation. The remaining exit
/// handlers must not run while other threads run.
void onExit() {
  if (!theActivity.load()()) return;
  report("the compiler called exit");
  _exit(1);
}

void installFatalSignals() {
  struct sigaction action = {};
  action.sa_handler = onFatalSignal;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) sigaction(signal, &action, nullptr);
  // A terminal's signals are for the host. Writing beyond a limit of the host's on file sizes fails
  // with EFBIG instead of SIGXFSZ.
  action.sa_handler = SIG_IGN;
  for (int signal : {SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE, SIGXFSZ})
    sigaction(signal, &action, nullptr);
}

void limitResources(const Options& options) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifndef LANEWISE_SANITIZED  // sanitizers reserve terabytes
  if (!options.memoryMebibytes) return;
  const rlim_t bytes = (rlim_t(options.memoryMebibytes) << 20) + kCompileStackBytes;
  rlimit data;
  // A lower limit of the host's stays. RLIM_INFINITY is the largest number.
  if (getrlimit(RLIMIT_DATA, &data) != 0) return;
  data.rlim_cur = std::min(data.rlim_cur, bytes);
  data.rlim_max = std::min(data.rlim_max, bytes);
  setrlimit(RLIMIT_DATA, &data);
#endif
}

std::optional<Library> openLibrary() {
  void* handle = dlopen(LANEWISE_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    std::fprintf(stderr, "cannot open the compiler library: %s\n", dlerror());
    return std::nullopt;
  }
  const Library library{
      reinterpret_cast<decltype(&lanewiseCompile)>(dlsym(handle, "lanewiseCompile")),
      reinterpret_cast<decltype(&lanewiseCompilerBuildId)>(
          dlsym(handle, "lanewiseCompilerBuildId")),
      reinterpret_cast<decltype(&lanewiseCompilerActivity)>(
          dlsym(handle, "lanewiseCompilerActivity")),
      reinterpret_cast<decltype(&lanewiseCompilerFunction)>(
          dlsym(handle, "lanewiseCompilerFunction")),
      reinterpret_cast<decltype(&lanewiseCompilerKernelCount)>(
          dlsym(handle, "lanewiseCompilerKernelCount"))};
  if (library.compile && library.buildId && library.activity && library.function &&
      library.kernelCount)
    return library;
  std::fprintf(stderr, "the compiler library %s has another version\n", LANEWISE_COMPILER_LIBRARY);
  return std::nullopt;
}

Deadline after(int seconds) {
  return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
}

/// A request has begun to arrive.
bool awaitRequest(const Options& options) {
  pollfd entry{options.socket, POLLIN, 0};
  int ready;
  do ready = poll(&entry, 1, options.idleSeconds * 1000);
  while (ready < 0 && errno == EINTR);
  return ready > 0;
}

/// What the host gets instead of a reply that is too long for a message.
std::vector<uint8_t> tooLongReply(size_t sizeBytes) {
  CompileReply reply;
  reply.outcome = Outcome::Failed;
  reply.diagnostics = {{.kind = DiagnosticKind::InvalidInput,
                        .text = "the compiled program is too large: the compiler's reply has " +
                                std::to_string(sizeBytes) + " bytes (limit " +
                                std::to_string(kMaxMessageBytes) + ")"}};
  return encode(reply);
}

bool serveOne(const Server& server) {
  std::vector<uint8_t> request;
  if (receiveMessage(server.socket, request, after(60)) != ChannelResult::Ok) return false;
  struct Answer {
    const LastingDescriptor& socket;
    bool sent;
  } answer{server.socket, false};
  const RequestTime time({.secondsPerKernel = server.options.secondsPerKernel,
                          .wallSeconds = server.options.wallSeconds,
                          .firstReportSeconds = server.options.firstReportSeconds,
                          .kernelCount = server.library.kernelCount,
                          .report = report});
  server.library.compile(
      request.data(), request.size(),
      [](void* user, const uint8_t* bytes, size_t count) {
        auto* answer = static_cast<Answer*>(user);
        const std::vector<uint8_t> shorter =
            count > kMaxMessageBytes ? tooLongReply(count) : std::vector<uint8_t>();
        const std::span message = shorter.empty() ? std::span(bytes, count) : std::span(shorter);
        answer->sent = sendMessage(answer->socket, message, after(60)) == ChannelResult::Ok;
      },
      &answer);
  return answer.sent;
}

/// The thread that compiles and those that it starts handle the signals of RequestTime. So no
/// handler runs while a request begins or ends.
void maskTimers(int how) {
  sigset_t timers;
  sigemptyset(&timers);
  sigaddset(&timers, SIGALRM);
  sigaddset(&timers, SIGPROF);
  pthread_sigmask(how, &timers, nullptr);
}

void serve(void* user) {
  const Server& server = *static_cast<const Server*>(user);
  maskTimers(SIG_UNBLOCK);
  const std::string greeting = compilerGreeting(server.library.buildId(), server.sandbox);
  const auto* bytes = reinterpret_cast<const uint8_t*>(greeting.data());
  if (sendMessage(server.socket, {bytes, greeting.size()}, after(60)) == ChannelResult::Ok)
    while (awaitRequest(server.options) && serveOne(server)) {
    }
  _exit(0);
}

/// Starts the thread that serves requests, with as much stack as the host's limits leave.
bool startServing(Server& server) {
  for (size_t bytes = kCompileStackBytes; bytes >= kLeastStackBytes; bytes /= 2)
    if (startDeepThread(bytes, serve, &server)) return true;
  return false;
}

struct Host {
  int process;  // a descriptor, negative if there is none
  bool wasGone;
};

Host findHost(const Options& options) {
  const int process = int(syscall(SYS_pidfd_open, options.hostPid, 0));
  return {process, process < 0 && errno == ESRCH};
}

std::string restrictProcess(const Options& options) {
  if (!options.sandbox) return "off";
#ifdef LANEWISE_SANITIZED  // reports start a program and read /proc
  return "off in a build with a sanitizer";
#else
  tzset();  // reads a file, for __TIME__
  return enterSandbox(options.folders);
#endif
}

/// Ends the process when the host is gone: its end of the socket is closed, or, where a forked
/// child of the host still has a copy of that, the host's process has ended.
[[noreturn]] void watchHost(const Options& options, const Host& host) {
  pollfd entries[2] = {{options.socket, POLLRDHUP, 0}, {host.process, POLLIN, 0}};
  int ready = host.wasGone ? 1 : 0;
  while (ready <= 0) ready = poll(entries, host.process < 0 ? 1 : 2, -1);
  // The host reads this after a time-out.
  if (theActivity.load()()) report("the host ended the compiler");
  _exit(0);
}

int run(const Options& options) {
  installFatalSignals();
  std::set_new_handler(onOutOfMemory);
  std::set_terminate(onTerminate);
  limitResources(options);
  const auto library = openLibrary();
  if (!library) return 1;
  theActivity = library->activity;
  theFunction = library->function;
  if (std::atexit(onExit) != 0) return 1;
  // Relative paths of the host were made absolute by it; do not keep its folder busy.
  if (chdir("/") != 0) return 1;
  const Host host = findHost(options);
  Server server{options, LastingDescriptor(Descriptor(options.socket)), *library,
                restrictProcess(options)};
  maskTimers(SIG_BLOCK);
  if (!startServing(server)) {
    std::fprintf(stderr, "cannot start the thread of the compiler\n");
    return 1;
  }
  watchHost(options, host);
}

}  // namespace
}  // namespace lanewise

int main(int count, char** values) {
  const auto options = lanewise::parse(count, values);
  if (!options) {
    std::fprintf(stderr,
                 "lanewise-compiler is started by the Lanewise runtime; "
                 "to compile from the command line use lanewise-cc\n");
    return 2;
  }
  const pid_t served = fork();
  if (served < 0)
    std::fprintf(stderr, "cannot fork the compiler process: %s\n", std::strerror(errno));
  if (served != 0) _exit(served < 0 ? 1 : 0);
  return lanewise::run(*options);
}
