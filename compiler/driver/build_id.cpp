// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifies this compiler by the build ids of this library, of LLVM and of the translator, as
// mapped in memory.
#include "compiler/driver/build_id.h"

#include "interface/compile_reply.h"
#include "interface/compiler.h"
#include "interface/dependency.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Verifier.h>

#include <link.h>
#include <string>

namespace lanewise {
namespace {

struct Search {
  uintptr_t address;  // of the object to find
  std::string path, id;
};

int visit(dl_phdr_info* info, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    inside |= segment.p_type == PT_LOAD && search.address - begin < segment.p_memsz;
  }
  if (!inside) return 0;
  search.path = info->dlpi_name;
  for (int i = 0; i < info->dlpi_phnum && search.id.empty(); ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_NOTE)
      search.id = buildIdInNote(
          {reinterpret_cast<const uint8_t*>(info->dlpi_addr + segment.p_vaddr), segment.p_memsz});
  }
  return 1;
}

Dependency objectWith(DependencyKind kind, const void* address) {
  Search search{reinterpret_cast<uintptr_t>(address), {}, {}};
  dl_iterate_phdr(visit, &search);
  return {kind, std::move(search.path), std::move(search.id)};
}

std::vector<Dependency> findObjects() {
  using Write = bool (*)(llvm::Module*, std::ostream&, std::string&);
  return {objectWith(DependencyKind::Compiler, reinterpret_cast<const void*>(&lanewiseCompile)),
          objectWith(DependencyKind::Library, reinterpret_cast<const void*>(&llvm::verifyModule)),
          objectWith(DependencyKind::Library,
                     reinterpret_cast<const void*>(static_cast<Write>(&llvm::writeSpirv)))};
}

}  // namespace

const std::vector<Dependency>& compilerDependencies() {
  // Never destroyed: builds may run while the process exits.
  static const auto& found = *new std::vector<Dependency>(findObjects());
  return found;
}

}  // namespace lanewise

const char* lanewiseCompilerBuildId(void) {
  static const auto& text = *[] {
    auto* made =
        new std::string(lanewise::interfaceVersion() + " lanewise LLVM " LLVM_VERSION_STRING);
    for (const auto& object : lanewise::compilerDependencies()) *made += " " + object.state;
    return made;
  }();
  return text.c_str();
}
