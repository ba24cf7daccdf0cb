// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lanewiseCompilerBuildId(): the version of the interface, then the linker's hashes of this library and of LLVM's.
#include "compiler/compiler.h"
#include "compiler/message.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Verifier.h>

#include <elf.h>
#include <link.h>

#include <string>

namespace {

struct Search {
  uintptr_t address;  // in the object that is looked for
  std::string hash;
};

std::string buildIdNote(const char* note, size_t bytes) {
  const char* end = note + bytes;
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    const auto* header = reinterpret_cast<const ElfW(Nhdr)*>(note);
    const char* name = note + sizeof *header;
    const char* content = name + ((header->n_namesz + 3) & ~3u);
    if (header->n_type == NT_GNU_BUILD_ID && header->n_namesz == 4)
      return llvm::toHex(llvm::StringRef(content, header->n_descsz), /*LowerCase=*/true);
    note = content + ((header->n_descsz + 3) & ~3u);
  }
  return {};
}

int visit(dl_phdr_info* info, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    inside |= segment.p_type == PT_LOAD && search.address - begin < segment.p_memsz;
  }
  if (!inside) return 0;
  for (int i = 0; i < info->dlpi_phnum && search.hash.empty(); ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_NOTE)
      search.hash = buildIdNote(reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr),
                                segment.p_memsz);
  }
  return 1;
}

std::string hashOfObjectWith(const void* address) {
  Search search{reinterpret_cast<uintptr_t>(address), {}};
  dl_iterate_phdr(visit, &search);
  return search.hash;
}

}  // namespace

const char* lanewiseCompilerBuildId(void) {
  static const auto* text = new std::string(
      lanewise::interfaceVersion() + " lanewise " +
      hashOfObjectWith(reinterpret_cast<const void*>(&lanewiseCompilerBuildId)) +
      " LLVM " LLVM_VERSION_STRING " " +
      hashOfObjectWith(reinterpret_cast<const void*>(&llvm::verifyModule)));
  return text->c_str();
}
