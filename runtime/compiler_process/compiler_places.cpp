// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the compiler is: what LANEWISE_COMPILER says, else beside the file that this code is in, as
// the build tree and the installed tree have it.
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
  settings.helper.secondsPerRequest = int(seconds ? std::min(seconds, kDay) : kDay);
  settings.helper.memoryMebibytes = int(std::min<uint64_t>(environment.compilerMegabytes, 1 << 30));
  settings.maxHelpers = Platform::get().device().facts().cores;
  if (environment.compiler == "inprocess") {
    settings.library = findBeside(ownFolder(), {LANEWISE_LIBRARY_PLACES});
    if (settings.library.empty())
      settings.problem = "liblanewise-compiler.so is not found near '" + ownFolder().string() + "'";
  } else if (!environment.compiler.empty()) {
    settings.helper.program = absolute(environment.compiler);
  } else {
    settings.helper.program = findBeside(ownFolder(), {LANEWISE_HELPER_PLACES});
    if (settings.helper.program.empty())
      settings.problem = "the compiler program 'lanewise-compiler' is not found near '" +
                         ownFolder().string() + "' (LANEWISE_COMPILER can name it)";
  }
  if (!settings.helper.program.empty())
    settings.helperLibrary = findBeside(fs::path(settings.helper.program).parent_path(),
                                        {LANEWISE_LIBRARY_FROM_HELPER_PLACES});
  return settings;
}

}  // namespace lanewise
