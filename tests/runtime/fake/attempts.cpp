// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of attempts.def. Nothing is closed: the process ends after the test.
#include "tests/runtime/fake/attempts.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lanewise::test {
namespace {

alignas(4096) char page[4096];

/// Valid until the program ends.
const char* at(const char* folder, const char* name) {
  return (new std::string(std::string(folder) + "/" + name))->c_str();
}

int connectTo(int family) {
  const int made = socket(family, SOCK_STREAM, 0);
  if (made < 0) return made;
  sockaddr_in address = {};
  address.sin_family = sa_family_t(family);
  return connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

int forkOnce() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return child < 0 ? child : waitpid(child, nullptr, 0);
}

int vforkOnce() {
  const pid_t child = vfork();
  if (child == 0) _exit(0);
  return child < 0 ? child : waitpid(child, nullptr, 0);
}

int mapped(int protection) {
  void* block = mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? -1 : 0;
}

/// The second argument of the compiler program.
int hostOf() {
  FILE* words = std::fopen("/proc/self/cmdline", "r");
  char text[4096] = {};
  if (!words) return 0;
  const size_t count = std::fread(text, 1, sizeof(text) - 1, words);
  std::fclose(words);
  const char* word = text;
  for (int i = 0; i < 2 && word < text + count; ++i) word += std::strlen(word) + 1;
  return std::atoi(word);
}

/// Read before the sandbox begins.
const int host = hostOf();

}  // namespace

std::string makeAttempts(const std::string& path) {
  const bool inside = !path.ends_with('?');
  const std::string folderText = path.substr(0, path.size() - (inside ? 0 : 1));
  const char* folder = folderText.c_str();
  int pair[2];
  msghdr message = {};
  const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  rlimit limit = unlimited;
  std::string lines = "attempts\n";
  constexpr bool Always = true, Inside = false;
#define ATTEMPT(part, when, name, call)                                 \
  if (when || inside) {                                                 \
    errno = 0;                                                          \
    const int result = call;                                            \
    lines += name ": " + std::to_string(result < 0 ? errno : 0) + "\n"; \
  }
#include "tests/runtime/fake/attempts.def"
#undef ATTEMPT
  return lines;
}

void makeCallOf32BitPrograms() {
  int result = 20;  // getpid
#ifdef __x86_64__
  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
#endif
  constexpr char kText[] = "the call was answered";
  if (result != -EPERM && write(2, kText, sizeof(kText)) < 0) _exit(8);
  _exit(7);
}

}  // namespace lanewise::test
