// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that the platform makes: they block the signals of the application and have names.
#include "tests/api/enqueue_commands.h"
#include "tests/api/program_fixture.h"

#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

using namespace lanewise::test;

namespace {

class OwnThreadsTest : public ProgramTest {
 protected:
  struct Thread {
    std::string name;
    uint64_t blocked;  // bit n - 1: signal n
    bool blocks(int signal) const { return blocked >> (signal - 1) & 1; }
  };
  static Thread read(const std::filesystem::path& folder) {
    Thread thread{};
    std::ifstream file(folder / "status");
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string label;
      words >> label;
      if (label == "Name:") words >> thread.name;
      if (label == "SigBlk:") words >> std::hex >> thread.blocked;
    }
    return thread;
  }
  /// All threads of this process except the calling one.
  static std::vector<Thread> otherThreads() {
    std::vector<Thread> threads;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task"))
      if (task.path().filename() != std::to_string(gettid())) threads.push_back(read(task));
    // A thread that ended meanwhile has no name.
    std::erase_if(threads, [](const Thread& thread) { return thread.name.empty(); });
    return threads;
  }
  static Thread thisThread() { return read("/proc/thread-self"); }

  struct Seen {
    std::promise<Thread> thread;
    Thread get() { return thread.get_future().get(); }
  };
  static void CL_CALLBACK inNativeKernel(void* arguments) {
    (*static_cast<Seen**>(arguments))->thread.set_value(thisThread());
  }
  static void CL_CALLBACK inEventCallback(cl_event, cl_int, void* user) {
    static_cast<Seen*>(user)->thread.set_value(thisThread());
  }
  static void CL_CALLBACK inBuildCallback(cl_program, void* user) {
    static_cast<Seen*>(user)->thread.set_value(thisThread());
  }

  Thread inKernel() {
    Seen seen, *address = &seen;
    EXPECT_EQ(clEnqueueNativeKernel(queue(), inNativeKernel, &address, sizeof address, 0, nullptr,
                                    nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    return seen.get();
  }
  Thread inCallback() {
    const Event event = userEvent(context());
    Seen seen;
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, inEventCallback, &seen), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
    return seen.get();
  }
  Thread inBuild() {
    const OwnedProgram program = makeProgram();
    Seen seen;
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, inBuildCallback, &seen), CL_SUCCESS);
    return seen.get();
  }
  /// Shared with helpers, unless there is one processor.
  void copyMuch() {
    const Buffer source = makeBuffer(64 << 20), target = makeBuffer(64 << 20);
    EXPECT_EQ(clEnqueueCopyBuffer(queue(), source, target, 0, 0, 64 << 20, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  }
};

}  // namespace

TEST_F(OwnThreadsTest, SignalHandlersOfTheApplicationDoNotRunOnThem) {
  inKernel();
  inCallback();
  inBuild();
  copyMuch();
  for (const Thread& thread : otherThreads())
    for (const int signal : {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGUSR1, SIGPROF, SIGRTMIN})
      EXPECT_TRUE(thread.blocks(signal)) << thread.name << ", signal " << signal;
}

TEST_F(OwnThreadsTest, TheSignalsOfTheCallingThreadAreAsBefore) {
  const uint64_t before = thisThread().blocked;
  inKernel();
  inCallback();
  inBuild();
  copyMuch();
  EXPECT_EQ(thisThread().blocked, before);
}

// Such as the access to a page that the application protects and handles.
TEST_F(OwnThreadsTest, AFaultOfAThreadReachesTheHandlerOfTheApplication) {
  const Thread thread = inKernel();
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPIPE})
    EXPECT_FALSE(thread.blocks(signal)) << "signal " << signal;
}

TEST_F(OwnThreadsTest, TheyHaveNames) {
  EXPECT_EQ(inKernel().name, "lanewise-queue");
  EXPECT_EQ(inCallback().name, "lanewise-notify");
  EXPECT_EQ(inBuild().name, "lanewise-build");
}
