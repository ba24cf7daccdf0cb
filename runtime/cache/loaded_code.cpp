// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From bytes to entries: a look at the ELF headers, a file, dlopen, dlsym.
#include "runtime/cache/loaded_code.h"

#include "interface/access_word.h"
#include "runtime/base/config.h"
#include "runtime/base/log.h"
#include "runtime/faults/code_image.h"
#include "runtime/host/cpu.h"
#include "runtime/launch/run_alone.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <algorithm>
#include <cstring>
#include <exception>

namespace lanewise {
namespace {

/// The dynamic loader maps what the headers say and touches it: a file that is cut would be SIGBUS.
/// Code that asks for memory both writable and executable (the stacks of all threads, even) gets
/// none.
bool isWholeSharedObject(std::span<const uint8_t> code) {
  Elf64_Ehdr header;
  if (code.size() < sizeof(header)) return false;
  std::memcpy(&header, code.data(), sizeof(header));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_DYN ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != kElfMachine ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return false;
  const uint64_t tableBytes = uint64_t(header.e_phnum) * sizeof(Elf64_Phdr);
  if (header.e_phoff > code.size() || tableBytes > code.size() - header.e_phoff) return false;
  bool hasCode = false, hasPlainStack = false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, code.data() + header.e_phoff + i * sizeof(segment), sizeof(segment));
    if (segment.p_offset > code.size() || segment.p_filesz > code.size() - segment.p_offset)
      return false;
    const bool executable = segment.p_flags & PF_X;
    if (segment.p_type == PT_LOAD && executable && (segment.p_flags & PF_W)) return false;
    hasCode |= segment.p_type == PT_LOAD && executable;
    hasPlainStack |= segment.p_type == PT_GNU_STACK && !executable;
  }
  return hasCode && hasPlainStack;
}

/// \pre isWholeSharedObject(code).
CodeImage imageOf(std::span<const uint8_t> code, void* handle) {
  CodeImage image;
  const link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return image;
  image.loadAddress = map->l_addr;
  image.file = code;
  Elf64_Ehdr header;
  std::memcpy(&header, code.data(), sizeof(header));
  image.code.begin = ~uintptr_t{0};
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, code.data() + header.e_phoff + i * sizeof(segment), sizeof(segment));
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
    const uintptr_t begin = image.loadAddress + segment.p_vaddr;
    image.code.begin = std::min(image.code.begin, begin);
    image.code.end = std::max(image.code.end, begin + segment.p_memsz);
  }
  return image;
}

/// The size of the function, or of the variable, that the loader has found; 0 if the code does not
/// tell.
uint64_t sizeOf(const void* function) {
  Dl_info info;
  void* symbol = nullptr;
  if (!dladdr1(function, &info, &symbol, RTLD_DL_SYMENT) || !symbol || info.dli_saddr != function)
    return 0;
  return static_cast<const Elf64_Sym*>(symbol)->st_size;
}

}  // namespace

Result<std::shared_ptr<LoadedCode>> LoadedCode::load(std::shared_ptr<const CompileReply> reply,
                                                     const CodeFile::Places& places) {
  if (!isWholeSharedObject(reply->code))
    return fail(CL_OUT_OF_RESOURCES,
                "malformed code from the compiler: no shared object for this machine (" +
                    std::to_string(reply->code.size()) + " bytes)");
  std::string reasons;
  for (size_t place = 0; place < places.count(); ++place) {
    auto file = CodeFile::write(reply->code, places, place);
    if (!file) {
      reasons += "\n  " + file.error();
      continue;
    }
    void* handle = dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      reasons += "\n  " + std::string(dlerror());
      continue;
    }
    log(LogGroup::Jit, "mapped %zu bytes of code from %s", reply->code.size(),
        file->path().c_str());
    auto code =
        std::shared_ptr<LoadedCode>(new LoadedCode(std::move(reply), std::move(*file), handle));
    code->hideFile();
    TRY_STATUS(code->findEntries());
    TRY_STATUS(code->runInitializers());
    return code;
  }
  log(LogGroup::Jit, "cannot map code:%s", reasons.c_str());
  return fail(CL_OUT_OF_RESOURCES, "cannot map the code from any place:" + reasons);
}

void LoadedCode::hideFile() {
  const std::vector<uint8_t>& code = reply_->code;
  constexpr char kDebugSection[] = ".debug_info";  // with its end, as the table of names has it
  if (config().keepCode) return file_.leaveName();
  if (!memmem(code.data(), code.size(), kDebugSection, sizeof(kDebugSection)))
    return file_.removeName();
  file_.removeLeftovers();
}

Status LoadedCode::findEntries() {
  kernels_.reserve(reply_->kernels.size());
  const CodeImage image = imageOf(reply_->code, handle_);
  std::shared_ptr<const std::string> raceSites;
  if (const auto* texts = static_cast<const char*>(dlsym(handle_, abi::kSitesSymbol)))
    raceSites = std::make_shared<const std::string>(texts, sizeOf(texts));
  for (const KernelMetadata& kernel : reply_->kernels) {
    void* symbol = dlsym(handle_, kernel.symbol.c_str());
    if (!symbol)
      return {CL_OUT_OF_RESOURCES,
              "the code of kernel '" + kernel.name + "' has no symbol '" + kernel.symbol + "'"};
    auto& kind = kernel.role == KernelRole::Kernel        ? kernels_
                 : kernel.role == KernelRole::Block       ? blocks_
                 : kernel.role == KernelRole::Initializer ? initializers_
                                                          : finalizers_;
    kind.push_back({kernel, reinterpret_cast<abi::Entry>(symbol), image, sizeOf(symbol)});
    if (kernel.checksRaces) kind.back().raceSites = raceSites;
  }
  for (auto* kernels : {&kernels_, &blocks_})
    for (CompiledKernel& kernel : *kernels) kernel.blocks = &blocks_;
  return {};
}

void LoadedCode::allowKinds(uint64_t moduleBytes, const LaunchKinds::Maker& maker) {
  if (globalVariableBytes() != 0 || hasInitializers() || hasFinalizers()) return;
  std::call_once(kindsAllowed_, [&] {
    // Functions that are no kernels may belong to any of them.
    uint64_t entryBytes = 0;
    for (const auto* kernels : {&kernels_, &blocks_})
      for (const CompiledKernel& kernel : *kernels) entryBytes += kernel.codeBytes;
    for (auto* kernels : {&kernels_, &blocks_})
      for (CompiledKernel& kernel : *kernels) {
        const uint64_t allBytes = kernel.image.code.end - kernel.image.code.begin;
        const CompileCost cost({
            .codeBytes = kernel.codeBytes + (allBytes - std::min(allBytes, entryBytes)),
            .moduleBytes = moduleBytes,
            .hasImages = std::ranges::count(kernel.metadata.arguments, ArgumentKind::Image,
                                            &KernelArgument::kind) != 0,
        });
        kernel.kinds = LaunchKinds::of(kernel.metadata, cost, maker);
      }
  });
}

Status LoadedCode::runInitializers() {
  for (const CompiledKernel& initializer : initializers_) TRY_STATUS(runAlone(initializer));
  initialized_ = true;
  return {};
}

// Code that was never initialized needs nothing here, and a destructor may not throw.
void LoadedCode::runFinalizers() noexcept {
  if (!initialized_) return;
  try {
    for (const CompiledKernel& finalizer : finalizers_)
      if (const Status status = runAlone(finalizer); !status.ok())
        log(LogGroup::Jit, "%s", status.message().data());
  } catch (const std::exception&) {
    log(LogGroup::Jit, "finalizers did not run: out of host memory");
  }
}

LoadedCode::~LoadedCode() {
  runFinalizers();
  // Before the file: a memory file's name may be taken again once its descriptor is closed.
  dlclose(handle_);
}

}  // namespace lanewise
