// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes lld. Inputs are memory files, named by /proc/self/fd. The output is a
// pipe: lld builds the file in memory and writes it once, and a thread here reads the other end.
#include "compiler/codegen/link_object.h"

#include "builtins/functions.h"
#include "compiler/ir/diagnostics.h"
#include "interface/descriptor.h"

#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Object/ELF.h>
#include <llvm/Support/raw_ostream.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>

LLD_HAS_DRIVER(elf)

namespace lanewise {
namespace {

std::string pathOf(const Descriptor& file) { return "/proc/self/fd/" + std::to_string(file.get()); }

llvm::Error systemError(const char* what) {
  return makeError(DiagnosticKind::InternalError,
                   llvm::Twine("linking failed: ") + what + ": " + strerror(errno));
}

llvm::Expected<Descriptor> memoryFile(const char* name, std::span<const uint8_t> bytes) {
  Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (!file) return systemError("memfd_create");
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return systemError("write");
    done += static_cast<size_t>(count);
  }
  return file;
}

void readAll(int descriptor, std::vector<uint8_t>& bytes) {
  uint8_t buffer[1 << 16];
  for (;;) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
}

// Most kernels call nothing, and the archives are many times as long as their objects.
struct Calls {
  bool runtimeLibrary = false, vectorVariants = false;
};

llvm::Expected<Calls> callsOf(std::span<const uint8_t> object) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(object.data()), object.size());
  auto file = llvm::object::ELF64LEFile::create(bytes);
  if (!file) return file.takeError();
  const auto sections = llvm::cantFail(file->sections());
  const auto table = llvm::find_if(
      sections, [](const auto& section) { return section.sh_type == llvm::ELF::SHT_SYMTAB; });
  Calls calls;
  if (table == sections.end()) return calls;
  const auto symbols = llvm::cantFail(file->symbols(&*table));
  const llvm::StringRef names = llvm::cantFail(file->getStringTableForSymtab(*table));
  // The first one stands for none.
  for (const auto& symbol : llvm::drop_begin(symbols)) {
    if (symbol.st_shndx != llvm::ELF::SHN_UNDEF) continue;
    // A vector variant calls the runtime library on its slow path.
    calls.runtimeLibrary = true;
    calls.vectorVariants |= builtins::isVectorVariant(llvm::cantFail(symbol.getName(names)));
  }
  return calls;
}

// lld keeps its state in globals.
std::mutex& linkerLock() {
  static auto* lock = new std::mutex;
  return *lock;
}

bool runLinker(const std::string& output, const std::string& object,
               std::span<const Descriptor> archives, std::string& messages) {
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
                                        output.c_str(),
                                        object.c_str()};
  if (!archives.empty()) arguments.push_back("--gc-sections");  // a member is a family
  std::vector<std::string> paths;
  for (const Descriptor& archive : archives) paths.push_back(pathOf(archive));
  for (const std::string& path : paths) arguments.push_back(path.c_str());
  llvm::raw_string_ostream stream(messages);
  const bool linked = lld::elf::link(arguments, stream, stream, /*exitEarly=*/false,
                                     /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return linked;
}

}  // namespace

llvm::Expected<std::vector<uint8_t>> linkObject(std::span<const uint8_t> object,
                                                const Archives& archives) {
  auto objectFile = memoryFile("kernel.o", object);
  if (!objectFile) return objectFile.takeError();
  auto calls = callsOf(object);
  if (!calls) return calls.takeError();
  std::vector<Descriptor> archiveFiles;
  for (const auto& [isCalled, name, bytes] :
       {std::tuple(calls->vectorVariants, "vector-variants.a", archives.vectorVariants),
        std::tuple(calls->runtimeLibrary, "runtime-library.a", archives.runtimeLibrary)}) {
    if (!isCalled || bytes.empty()) continue;
    auto made = memoryFile(name, bytes);
    if (!made) return made.takeError();
    archiveFiles.push_back(std::move(*made));
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return systemError("pipe");
  Descriptor readEnd(ends[0]), writeEnd(ends[1]);

  std::vector<uint8_t> bytes;
  std::thread reader([&] { readAll(readEnd.get(), bytes); });
  std::string messages;
  bool linked;
  {
    std::lock_guard guard(linkerLock());
    linked = runLinker(pathOf(writeEnd), pathOf(*objectFile), archiveFiles, messages);
  }
  writeEnd = Descriptor();
  reader.join();
  if (!linked || bytes.empty())
    return makeError(DiagnosticKind::InternalError, "linking failed: " + messages);
  return bytes;
}

}  // namespace lanewise
