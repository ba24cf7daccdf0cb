// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program of the offline compiler. It opens the compiler, liblanewise-compiler.so
// (command_line.cpp), as lanewise-compiler does, along its run path.
#include "interface/compiler.h"

#include <dlfcn.h>
#include <cstdio>

int main(int count, char** values) {
  void* library = dlopen("liblanewise-compiler.so", RTLD_NOW | RTLD_LOCAL);
  auto* run =
      library
          ? reinterpret_cast<decltype(&lanewiseCommandLine)>(dlsym(library, "lanewiseCommandLine"))
          : nullptr;
  if (run) return run(count, values);
  std::fprintf(stderr, "lanewise-cc: cannot open the compiler library: %s\n", dlerror());
  return 1;
}
