// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the compiler: at LANEWISE_COMPILER, else relative to the file that contains this code, in
// the build tree and in the installed tree.
#include "runtime/base/config.h"
#include "runtime/compiler_process/compiler_client.h"
#include "runtime/device/platform.h"

#include <dlfcn.h>
#include <algorithm>
#include <filesystem>
#include <initializer_list>

namespace lanewise {
namespace {

namespace fs = std::filesystem;

/// The folder of liblanewise.so (of the program, where the runtime is linked into one).
fs::path ownFolder() {
  Dl_info facts = {};
  if (!dladdr(reinterpret_cast<void*>(&ownFolder), &facts) || !facts.dli_fname) return {};
  std::error_code error;
  const fs::path file = fs::canonical(facts.dli_fname, error);
  return error ? fs::path() : file.parent_path();
}

/// The first of `places`, relative to `folder`, that exists; else an empty text.
std::string findBeside(const fs::path& folder, std::initializer_list<const char*> places) {
  for (const char* place : places) {
    std::error_code error;
    const fs::path file = fs::weakly_canonical(folder / place, error);
    if (!error && fs::is_regular_file(file, error)) return file;
  }
  return {};
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error);
  return error ? path : full.string();
}

}  // namespace

CompilerClient::Settings CompilerClient::settingsFromConfig() {
  const Config& environment = config();
  Settings settings;
  constexpr uint64_t kDay = 86'400;
  const uint64_t seconds = environment.compilerSeconds;
  settings.process.secondsPerRequest = int(seconds ? std::min(seconds, kDay) : kDay);
  settings.process.memoryMebibytes =
      int(std::min<uint64_t>(environment.compilerMegabytes, 1 << 30));
  settings.maxProcesses = Platform::get().device().facts().cores;
  if (environment.compiler == "inprocess") {
    settings.library = findBeside(ownFolder(), {LANEWISE_LIBRARY_PLACES});
    if (settings.library.empty())
      settings.problem = "compiler library liblanewise-compiler.so not found (searched from '" +
                         ownFolder().string() + "')";
  } else if (!environment.compiler.empty()) {
    settings.process.program = absolute(environment.compiler);
  } else {
    settings.process.program = findBeside(ownFolder(), {LANEWISE_PROGRAM_PLACES});
    if (settings.process.program.empty())
      settings.problem = "compiler program 'lanewise-compiler' not found (searched from '" +
                         ownFolder().string() + "'; LANEWISE_COMPILER can name it)";
  }
  if (!settings.process.program.empty())
    settings.processLibrary = findBeside(fs::path(settings.process.program).parent_path(),
                                         {LANEWISE_LIBRARY_FROM_PROGRAM_PLACES});
  return settings;
}

}  // namespace lanewise
