// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes lld. The output is a pipe: lld builds the file in memory and writes
// it once, and a thread here reads the other end.
#include "compiler/codegen/link_object.h"

#include "builtins/functions.h"
#include "compiler/codegen/link_files.h"
#include "compiler/diagnostics/diagnostics.h"
#include "threads/blocked_signals.h"

#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Object/ELF.h>
#include <llvm/Support/raw_ostream.h>

#include <errno.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <thread>
#include <tuple>

LLD_HAS_DRIVER(elf)

namespace lanewise {
namespace {

void readAll(int descriptor, std::vector<uint8_t>& bytes) {
  uint8_t buffer[1 << 16];
  for (;;) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
}

std::thread startReading(int descriptor, std::vector<uint8_t>& bytes) {
  // In the application's process, its signal handlers do not run on the reading thread.
  const BlockedSignals inherited;
  return std::thread([descriptor, &bytes] { readAll(descriptor, bytes); });
}

// Most kernels call nothing, and the archives are many times as long as their objects.
struct Calls {
  bool runtimeLibrary = false, vectorVariants = false;
};

// Adds the names of symbols to those that are defined, or to those that are not.
llvm::Error readSymbols(const ObjectBytes& object, llvm::StringSet<>& defined,
                        llvm::StringSet<>& undefined) {
  auto file = llvm::object::ELF64LEFile::create({object.data(), object.size()});
  if (!file) return file.takeError();
  const auto sections = llvm::cantFail(file->sections());
  const auto table = llvm::find_if(
      sections, [](const auto& section) { return section.sh_type == llvm::ELF::SHT_SYMTAB; });
  if (table == sections.end()) return llvm::Error::success();
  const auto symbols = llvm::cantFail(file->symbols(&*table));
  const llvm::StringRef names = llvm::cantFail(file->getStringTableForSymtab(*table));
  // The first one stands for none.
  for (const auto& symbol : llvm::drop_begin(symbols))
    (symbol.st_shndx == llvm::ELF::SHN_UNDEF ? undefined : defined)
        .insert(llvm::cantFail(symbol.getName(names)));
  return llvm::Error::success();
}

llvm::Expected<Calls> callsOf(llvm::ArrayRef<ObjectBytes> objects) {
  llvm::StringSet<> defined, undefined;
  for (const ObjectBytes& object : objects)
    if (llvm::Error error = readSymbols(object, defined, undefined)) return error;
  Calls calls;
  for (const auto& symbol : undefined) {
    if (defined.contains(symbol.getKey())) continue;
    // A vector variant calls the runtime library on its slow path.
    calls.runtimeLibrary = true;
    calls.vectorVariants |= builtins::isVectorVariant(symbol.getKey());
  }
  return calls;
}

// lld keeps its state in globals.
std::mutex& linkerLock() {
  static auto* lock = new std::mutex;
  return *lock;
}

bool runLinker(const char* output, llvm::ArrayRef<const char*> objects,
               llvm::ArrayRef<const char*> archives, std::string& messages) {
  std::vector<const char*> arguments = {"ld.lld",
                                        "-shared",
                                        "-z",
                                        "defs",
                                        "-z",
                                        "now",
                                        "-z",
                                        "norelro",
                                        "-z",
                                        "noseparate-code",
                                        "-z",
                                        "noexecstack",
                                        "--no-rosegment",
                                        "--threads=1",
                                        "--build-id=none",
                                        "--hash-style=gnu",
                                        "-o",
                                        output};
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  if (!archives.empty()) arguments.push_back("--gc-sections");  // a member is a family
  arguments.insert(arguments.end(), archives.begin(), archives.end());
  llvm::raw_string_ostream stream(messages);
  const bool linked = lld::elf::link(arguments, stream, stream, /*exitEarly=*/false,
                                     /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return linked;
}

}  // namespace

llvm::Expected<std::vector<uint8_t>> linkObjects(llvm::ArrayRef<ObjectBytes> objects,
                                                 const Archives& archives) {
  LinkFiles files;
  if (llvm::Error error = files.open()) return error;
  std::vector<const char*> objectFiles, archiveFiles;
  for (const ObjectBytes& object : objects) {
    const std::string name = "kernels-" + std::to_string(objectFiles.size()) + ".o";
    const auto* bytes = reinterpret_cast<const uint8_t*>(object.data());
    auto made = files.add(name.c_str(), {bytes, object.size()});
    if (!made) return made.takeError();
    objectFiles.push_back(*made);
  }
  auto calls = callsOf(objects);
  if (!calls) return calls.takeError();
  for (const auto& [isCalled, name, bytes] :
       {std::tuple(calls->vectorVariants, "vector-variants.a", archives.vectorVariants),
        std::tuple(calls->runtimeLibrary, "runtime-library.a", archives.runtimeLibrary)}) {
    if (!isCalled || bytes.empty()) continue;
    auto made = files.add(name, bytes);
    if (!made) return made.takeError();
    archiveFiles.push_back(*made);
  }

  std::vector<uint8_t> bytes;
  std::thread reader = startReading(files.outputReader(), bytes);
  std::string messages;
  bool linked;
  {
    std::lock_guard guard(linkerLock());
    linked = runLinker(files.outputPath(), objectFiles, archiveFiles, messages);
  }
  files.closeOutput();
  reader.join();
  if (!linked || bytes.empty())
    return makeError(DiagnosticKind::InternalError, "linking failed: " + messages);
  return bytes;
}

}  // namespace lanewise
