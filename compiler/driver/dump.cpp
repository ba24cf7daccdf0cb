// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files are named <hash of the module>-<number of the stage>-<stage>.<kind>.
#include "compiler/driver/dump.h"

#include "compiler/codegen/generate.h"
#include "compiler/driver/build.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise {
namespace {

std::string dumpPath(const Build& build, llvm::StringRef stage, llvm::StringRef kind) {
  uint64_t hash = 0;
  for (const auto& module : build.request.modules) hash ^= llvm::xxh3_64bits(module);
  const auto names = stageNames();
  const auto number = llvm::find(names, stage) - names.begin();
  llvm::SmallString<128> path(build.request.dumpFolder.empty() ? "." : build.request.dumpFolder);
  llvm::sys::path::append(
      path, llvm::utohexstr(hash, true, 16) + "-" + llvm::Twine(number) + "-" + stage + "." + kind);
  return path.str().str();
}

template <class Write>
void writeFile(Build& build, const std::string& path, Write write) {
  if (!build.request.dumpFolder.empty())
    llvm::sys::fs::create_directories(build.request.dumpFolder);
  std::error_code status;
  llvm::raw_fd_ostream stream(path, status);
  if (!status) {
    write(stream);
    stream.close();
    status = stream.error();
    stream.clear_error();
  }
  if (status)
    build.diagnostics.add(
        Diagnostic{.kind = DiagnosticKind::Warning,
                   .text = "stage dump not written to '" + path + "': " + status.message()});
}

void writeAssembly(Build& build, llvm::raw_ostream& stream) {
  const auto copy = llvm::CloneModule(*build.module);
  if (auto text = emitCode(*copy, *build.machine, CodeForm::Assembly))
    stream.write(text->data(), text->size());
  else
    llvm::consumeError(text.takeError());
}

bool wants(const CompileRequest& request, llvm::StringRef stage) {
  return llvm::any_of(request.dumpStages,
                      [&](llvm::StringRef name) { return name == stage || name == "all"; });
}

}  // namespace

void dumpStage(Build& build, llvm::StringRef stage) {
  if (!wants(build.request, stage)) return;
  if (stage == "admit") {
    writeFile(build, dumpPath(build, stage, "spv"), [&](llvm::raw_ostream& stream) {
      stream.write(reinterpret_cast<const char*>(build.words.data()), build.words.size() * 4);
    });
  } else if (stage == "object") {
    if (build.module && !build.diagnostics.hasErrors())
      writeFile(build, dumpPath(build, stage, "s"),
                [&](llvm::raw_ostream& stream) { writeAssembly(build, stream); });
  } else if (stage == "code") {
    writeFile(build, dumpPath(build, stage, "so"), [&](llvm::raw_ostream& stream) {
      stream.write(reinterpret_cast<const char*>(build.reply.code.data()), build.reply.code.size());
    });
  } else if (build.module) {
    writeFile(build, dumpPath(build, stage, "ll"),
              [&](llvm::raw_ostream& stream) { build.module->print(stream, nullptr); });
  }
}

bool wantsNames(const CompileRequest& request) { return !request.dumpStages.empty(); }

}  // namespace lanewise
