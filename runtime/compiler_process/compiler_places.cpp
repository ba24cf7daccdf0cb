// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the compiler: at LANEWISE_COMPILER, else relative to the file that contains this code, in
// the build tree and in the installed tree.
#include "runtime/base/config.h"
#include "runtime/base/own_folder.h"
#include "runtime/base/paths.h"
#include "runtime/compiler_process/compiler_client.h"
#include "runtime/device/platform.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {
namespace {

/// The folders of a list with colons between them.
std::vector<std::string> foldersIn(std::string_view list) {
  std::vector<std::string> folders;
  while (!list.empty()) {
    const std::string_view folder = list.substr(0, list.find(':'));
    list.remove_prefix(std::min(list.size(), folder.size() + 1));
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

}  // namespace

CompilerClient::Settings CompilerClient::settingsFromConfig() {
  const Config& environment = config();
  Settings settings;
  constexpr uint64_t kDay = 86'400;
  const uint64_t seconds = environment.compilerSeconds;
  settings.process.secondsPerKernel = int(seconds ? std::min(seconds, kDay) : kDay);
  // A loaded machine takes longer than the CPU time. So long takes only a compiler that waits.
  settings.process.wallSeconds = 10 * settings.process.secondsPerKernel;
  settings.process.firstReportSeconds = std::min(10, settings.process.wallSeconds / 2);
  settings.process.memoryMebibytes =
      int(std::min<uint64_t>(environment.compilerMegabytes, 1 << 30));
  settings.maxProcesses = Platform::get().device().facts().cores;
  settings.process.sandbox = environment.sandbox != "off";
  if (environment.sandbox.starts_with('/'))
    settings.readableFolders = foldersIn(environment.sandbox);
  if (!environment.dump.empty())
    settings.process.writableFolder = absolutePath(environment.dumpFolder);
  if (environment.compiler == "inprocess") {
    settings.library = findBeside(ownFolder(), {LANEWISE_LIBRARY_PLACES});
    if (settings.library.empty())
      settings.problem = "compiler library liblanewise-compiler.so not found (searched from '" +
                         ownFolder() + "')";
  } else if (!environment.compiler.empty()) {
    settings.process.program = absolutePath(environment.compiler);
  } else {
    settings.process.program = findBeside(ownFolder(), {LANEWISE_PROGRAM_PLACES});
    if (settings.process.program.empty())
      settings.problem = "compiler program 'lanewise-compiler' not found (searched from '" +
                         ownFolder() + "'; LANEWISE_COMPILER can name it)";
  }
  if (!settings.process.program.empty())
    settings.processLibrary =
        findBeside(parentFolder(settings.process.program), {LANEWISE_LIBRARY_FROM_PROGRAM_PLACES});
  return settings;
}

}  // namespace lanewise
