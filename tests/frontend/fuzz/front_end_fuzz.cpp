// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes cases made from seeds to the front end (front-end-fuzz), and accepted cases also to the
// stages after it (source-build-fuzz). Each batch runs in a process of its own, so that a crash
// ends a batch and not the run. A crash is printed with its seed, which determines the case. At the
// end crashes at the same place are counted together; `addr2line -Cfie PROGRAM ADDRESS` names it:
//
//   front-end-fuzz [--first=SEED] [--seconds=N] [--cases=N] [--batch=N]
//   front-end-fuzz --show=SEED        prints the case
//   front-end-fuzz --one=SEED         runs it in this process, for a debugger
//
// Sanitizers: ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0, because Debian's
// LLVM is not instrumented.
#include "interface/compiler.h"
#include "compiler/frontend/opencl_c.h"
#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "tests/frontend/fuzz/case.h"

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <map>
#include <pthread.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

namespace lanewise::fuzz {
namespace {

struct Options {
  uint64_t first = 1, seconds = 60, cases = UINT64_MAX, batch = 200, show = 0, one = 0;
};

/// Shared with the process of a batch.
struct Progress {
  uint64_t seed;
  uint64_t cases, accepted, built;
  char crash[512];  // the signal and the calls that led to it
};

Progress* shared = nullptr;

void notePlace(void* instruction) {
  Dl_info place;
  const size_t length = std::strlen(shared->crash);
  if (!dladdr(instruction, &place) || std::strstr(place.dli_fname, "libc.so")) return;
  const char* slash = std::strrchr(place.dli_fname, '/');
  std::snprintf(shared->crash + length, sizeof shared->crash - length, " %s+%#lx",
                slash ? slash + 1 : place.dli_fname,
                reinterpret_cast<unsigned long>(instruction) -
                    reinterpret_cast<unsigned long>(place.dli_fbase));
}

// dladdr(), snprintf() and backtrace() are not for signal handlers, but the process ends here. If
// the stack is unusable, backtrace() crashes, which ends it, too.
void noteCrash(int signal, siginfo_t*, void* context) {
  std::snprintf(shared->crash, sizeof shared->crash, "%s", strsignal(signal));
  notePlace(reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]));
  void* calls[8];
  const int count = backtrace(calls, 8);
  // After this function, the frame of the signal, and the place.
  for (int index = 3; index < count; ++index) notePlace(calls[index]);
  std::raise(signal);
}

/// On the thread that runs a batch, whose stack may have overflowed.
void noteCrashes() {
  static char stack[size_t{1} << 18];
  stack_t alternate = {};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  void* first[1];
  backtrace(first, 1);  // loads libgcc
  struct sigaction action = {};
  action.sa_sigaction = noteCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | int(SA_NODEFER | SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF})
    sigaction(signal, &action, nullptr);
}

bool take(std::string_view argument, std::string_view name, uint64_t& value) {
  if (!argument.starts_with(name)) return false;
  argument.remove_prefix(name.size());
  return std::from_chars(argument.data(), argument.data() + argument.size(), value).ec ==
         std::errc();
}

void run(const Case& input, Progress& progress) {
  SourceProgram program{input.source, {}, input.options};
  for (const auto& [name, text] : input.headers) program.headers.push_back({name, text});
  const FrontEndResult result = compileSource(program);
  ++progress.cases;
  if (result.spirv.empty()) {
    if (!hasErrors(result.diagnostics)) {
      std::fprintf(stderr, "seed %llu: rejected without a log\n",
                   static_cast<unsigned long long>(progress.seed));
      std::abort();
    }
    return;
  }
  ++progress.accepted;
#ifdef FUZZ_WHOLE_BUILD
  CompileRequest request;
  request.modules.push_back(result.spirv);
  for (const std::string& option : input.options) {
    request.options.optDisable |= option == "-cl-opt-disable";
    request.options.debugInfo |= option == "-g";
    request.options.fastRelaxedMath |= option == "-cl-fast-relaxed-math";
  }
  const std::vector<uint8_t> bytes = encode(request);
  lanewiseCompile(
      bytes.data(), bytes.size(),
      [](void* user, const uint8_t* reply, size_t count) {
        const auto decoded = decodeReply({reply, count});
        if (decoded && decoded->outcome == Outcome::Ok) ++static_cast<Progress*>(user)->built;
      },
      &progress);
#endif
}

struct Batch {
  const CaseMaker& maker;
  Progress& progress;
  uint64_t first, end;
};

void* runBatch(void* argument) {
  const Batch& batch = *static_cast<Batch*>(argument);
  noteCrashes();
  for (uint64_t seed = batch.first; seed < batch.end; ++seed) {
    batch.progress.seed = seed;
    // CPU time, because a busy machine is not a hang.
    const itimerval limit = {{0, 0}, {20, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    run(batch.maker.make(seed), batch.progress);
  }
  return nullptr;
}

/// On a stack as large as that of the compiler process.
void runOnLargeStack(Batch& batch) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t(256) << 20);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, runBatch, &batch) != 0) std::abort();
  pthread_join(thread, nullptr);
}

int main(int count, char** values) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = values[i];
    if (!take(argument, "--first=", options.first) &&
        !take(argument, "--seconds=", options.seconds) &&
        !take(argument, "--batch=", options.batch) && !take(argument, "--cases=", options.cases) &&
        !take(argument, "--show=", options.show) && !take(argument, "--one=", options.one)) {
      std::fprintf(stderr, "front-end-fuzz: unknown argument %s\n", values[i]);
      return 2;
    }
  }
  const CaseMaker maker(readCorpus(FUZZ_CORPUS));
  if (options.show) {
    const Case shown = maker.make(options.show);
    for (const std::string& option : shown.options) std::printf("// option %s\n", option.c_str());
    for (const auto& [name, text] : shown.headers)
      std::printf("// header %s\n%s\n// end of header\n", name.c_str(), text.c_str());
    std::fwrite(shown.source.data(), 1, shown.source.size(), stdout);
    return 0;
  }
  void* memory =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  shared = new (memory) Progress();
  Progress& progress = *shared;
  if (options.one) {
    Batch batch{maker, progress, options.one, options.one + 1};
    runOnLargeStack(batch);
    return 0;
  }
  std::map<std::string, std::vector<uint64_t>> crashes;
  const auto start = std::chrono::steady_clock::now();
  uint64_t seed = options.first;
  while (progress.cases < options.cases &&
         std::chrono::steady_clock::now() - start < std::chrono::seconds(options.seconds)) {
    progress.crash[0] = 0;
    const pid_t child = fork();
    if (child == 0) {
      Batch batch{maker, progress, seed, seed + options.batch};
      runOnLargeStack(batch);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    seed = progress.seed + 1;
    if (status == 0) continue;
    const std::string how = progress.crash[0]     ? progress.crash
                            : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                                  : "exit " + std::to_string(WEXITSTATUS(status));
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(progress.seed), how.c_str());
    std::fflush(stdout);
    crashes[how].push_back(progress.seed);
  }
  std::printf("%llu cases, %llu accepted, %llu built to code\n",
              static_cast<unsigned long long>(progress.cases),
              static_cast<unsigned long long>(progress.accepted),
              static_cast<unsigned long long>(progress.built));
  for (const auto& [how, seeds] : crashes)
    std::printf("%zu times, first with seed %llu: %s\n", seeds.size(),
                static_cast<unsigned long long>(seeds.front()), how.c_str());
  return crashes.empty() ? 0 : 1;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int count, char** values) { return lanewise::fuzz::main(count, values); }
