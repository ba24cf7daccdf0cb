// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spirv-compile-mutants <corpus> <first> <count>: sends mutants through the whole compiler, in
// child processes with limited memory and time, like the compiler process. Prints the share of
// legalized mutants that killed the child, and fails if it is 1 % or more.
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "interface/compiler.h"
#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "tests/spirv/mutate/mutator.h"

namespace lanewise::test {
namespace {

using Count = unsigned long long;

constexpr long kSecondsPerMutant = 20;              // CPU time
constexpr unsigned kWaitingSecondsPerMutant = 300;  // wall time: the machine may be busy
constexpr rlim_t kAddressBytes = rlim_t(4) << 30;
constexpr uint64_t kMutantsPerChild = 500;  // a new process at intervals, because memory fragments
constexpr size_t kShownDeaths = 20;
constexpr uint64_t kProgressEvery = 5000;

/// Shared with the child: its current mutant, and the outcomes of the previous ones.
struct Progress {
  std::atomic<uint64_t> number;
  std::atomic<uint64_t> notAdmitted, compiled, refused, failed;
};

void compileOne(const Corpus& corpus, uint64_t number, Progress& progress) {
  CompileRequest request;
  request.modules.push_back(mutant(corpus, number));
  request.level = "x86-64-v3";
  const std::vector<uint8_t> bytes = encode(request);
  CompileReply reply;
  lanewiseCompile(
      bytes.data(), bytes.size(),
      [](void* user, const uint8_t* data, size_t count) {
        if (auto decoded = decodeReply({data, count}))
          *static_cast<CompileReply*>(user) = std::move(*decoded);
      },
      &reply);
  // The first two stages prepare and validate.
  if (reply.stages.size() <= 2) return void(++progress.notAdmitted);
  switch (reply.outcome) {
    case Outcome::Ok: ++progress.compiled; break;
    case Outcome::Rejected: ++progress.refused; break;
    default:
      if (std::getenv("SHOW_FAILURES"))
        std::printf("mutant %llu: %s\n", Count(number), buildLog(reply.diagnostics).c_str());
      ++progress.failed;
      break;
  }
}

[[noreturn]] void child(const Corpus& corpus, uint64_t first, uint64_t end, Progress& progress) {
  const rlimit memory{kAddressBytes, kAddressBytes}, noCore{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &noCore);
  if (!std::getenv("SHOW_DEATHS") && !std::freopen("/dev/null", "w", stderr)) _exit(3);
  for (uint64_t number = first; number < end; ++number) {
    progress.number = number;
    const itimerval limit{{0, 0}, {kSecondsPerMutant, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    alarm(kWaitingSecondsPerMutant);
    compileOne(corpus, number, progress);
    std::fflush(stdout);
  }
  _exit(0);
}

int run(const Corpus& corpus, uint64_t first, uint64_t count) {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 2;
  auto& progress = *new (page) Progress{};
  const uint64_t end = first + count;
  uint64_t deaths = 0, hangs = 0, next = first;
  while (next < end) {
    const uint64_t stop = std::min(end, next + kMutantsPerChild);
    progress.number = next;
    std::fflush(stdout);
    const pid_t process = fork();
    if (process == 0) child(corpus, next, stop, progress);
    int status = 0;
    if (process < 0 || waitpid(process, &status, 0) != process) return 2;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
      next = stop;
      if ((next - first) % kProgressEvery == 0 && next < end)
        std::printf("%llu so far: %llu admitted, %llu killed the child or took too long\n",
                    Count(next - first), Count(next - first - progress.notAdmitted),
                    Count(deaths + hangs));
      continue;
    }
    const bool late =
        WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF);
    ++(late ? hangs : deaths);
    if (deaths + hangs <= kShownDeaths)
      std::printf("mutant %llu: %s\n", Count(progress.number),
                  late ? "too slow" : "killed the child");
    next = progress.number + 1;
  }
  const uint64_t admitted = count - progress.notAdmitted;
  const double share = admitted ? 100.0 * double(deaths + hangs) / double(admitted) : 0;
  std::printf(
      "%llu mutants: %llu admitted, of which %llu compiled, %llu refused later, %llu failed, "
      "%llu killed the child, %llu took too long (together %.3f %%)\n",
      Count(count), Count(admitted), Count(progress.compiled), Count(progress.refused),
      Count(progress.failed), Count(deaths), Count(hangs), share);
  return admitted > 0 && share < 1 ? 0 : 1;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  return lanewise::test::judgeMutants(argc, argv, lanewise::test::run);
}
