// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes lld. Inputs are memory files named by /proc/self/fd; the output goes
// into a pipe, for which lld assembles the file in memory and writes it once, with a thread of ours
// at the other end.
#include "compiler/link_object.h"

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
#include <optional>
#include <string>
#include <thread>

LLD_HAS_DRIVER(elf)

namespace lanewise {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }

 private:
  int number_;
};

llvm::Error systemError(const char* what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), "linking: %s: %s",
                                 what, strerror(errno));
}

llvm::Expected<Descriptor> memoryFile(const char* name, std::span<const uint8_t> bytes) {
  Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (file.number() < 0) return systemError("memfd_create");
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(file.number(), bytes.data() + done, bytes.size() - done);
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

// Most kernels call nothing, and the archive is many times as long as their objects.
llvm::Expected<bool> callsOthers(std::span<const uint8_t> object) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(object.data()), object.size());
  auto file = llvm::object::ELF64LEFile::create(bytes);
  if (!file) return file.takeError();
  const auto sections = llvm::cantFail(file->sections());
  const auto table = llvm::find_if(
      sections, [](const auto& section) { return section.sh_type == llvm::ELF::SHT_SYMTAB; });
  if (table == sections.end()) return false;
  const auto symbols = llvm::cantFail(file->symbols(&*table));
  // The first one stands for none.
  return llvm::any_of(llvm::drop_begin(symbols),
                      [](const auto& symbol) { return symbol.st_shndx == llvm::ELF::SHN_UNDEF; });
}

// lld keeps its state in globals.
std::mutex& linkerLock() {
  static auto* lock = new std::mutex;
  return *lock;
}

bool runLinker(const std::string& output, const std::string& object,
               const std::optional<std::string>& archive, std::string& messages) {
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
  if (archive) arguments.push_back(archive->c_str());
  llvm::raw_string_ostream stream(messages);
  const bool linked = lld::elf::link(arguments, stream, stream, /*exitEarly=*/false,
                                     /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return linked;
}

}  // namespace

llvm::Expected<std::vector<uint8_t>> linkObject(std::span<const uint8_t> object,
                                                std::span<const uint8_t> supportArchive) {
  auto objectFile = memoryFile("kernel.o", object);
  if (!objectFile) return objectFile.takeError();
  Descriptor archiveFile;
  std::optional<std::string> archivePath;
  auto wantsArchive = callsOthers(object);
  if (!wantsArchive) return wantsArchive.takeError();
  if (*wantsArchive && !supportArchive.empty()) {
    auto made = memoryFile("support.a", supportArchive);
    if (!made) return made.takeError();
    archiveFile = std::move(*made);
    archivePath = archiveFile.path();
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return systemError("pipe");
  Descriptor readEnd(ends[0]), writeEnd(ends[1]);

  std::vector<uint8_t> bytes;
  std::thread reader([&] { readAll(readEnd.number(), bytes); });
  std::string messages;
  bool linked;
  {
    std::lock_guard guard(linkerLock());
    linked = runLinker(writeEnd.path(), objectFile->path(), archivePath, messages);
  }
  writeEnd.close();
  reader.join();
  if (!linked || bytes.empty()) return llvm::createStringError("linking failed: " + messages);
  return bytes;
}

}  // namespace lanewise
