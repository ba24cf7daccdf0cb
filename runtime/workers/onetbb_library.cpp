// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library stays open: threads of oneTBB stay.
#include "runtime/workers/onetbb_library.h"

#include <dlfcn.h>
#include <cstdio>

namespace lanewise {
namespace {

constexpr char kLibrary[] = "libtbb.so.12";

/// What the dynamic loader said, which it keeps until its next error on this thread.
struct Problem {
  bool exists = false;
  char text[512] = "";
};

Problem lastProblem() {
  Problem problem{.exists = true};
  const char* text = dlerror();
  std::snprintf(problem.text, sizeof problem.text, "%s", text ? text : kLibrary);
  return problem;
}

Problem open() {
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) return lastProblem();
  for (std::size_t index = 0; index != lanewiseOneTbbCount; ++index) {
    lanewiseOneTbbAddresses[index] = dlsym(library, lanewiseOneTbbNames[index]);
    if (!lanewiseOneTbbAddresses[index]) return lastProblem();
  }
  return {};
}

}  // namespace

const char* openOneTbb() {
  static const Problem problem = open();
  return problem.exists ? problem.text : nullptr;
}

const char* pathOfOneTbb() {
  Dl_info facts = {};
  return dladdr(lanewiseOneTbbAddresses[0], &facts) && facts.dli_fname ? facts.dli_fname : kLibrary;
}

}  // namespace lanewise
