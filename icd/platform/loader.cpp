// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognizes loaders whose table of functions moves, by a word in the constants of their libraries.
// The ICD cannot ask the loader for its name: clGetExtensionFunctionAddress, which returns the
// function for it (clGetICDLoaderInfoOCLICD), waits for the end of the loader's initialization, and
// the ICD is called during this initialization.
#include "icd/platform/loader.h"

#include <link.h>

#include <span>
#include <string_view>

namespace lanewise::icd {
namespace {

/// Loaders that support cl_khr_icd 2.0 and do not keep their table.
constexpr struct {
  std::string_view library;  // part of its file name
  std::string_view word;
} kLoadersWithMovingTable[] = {
    // ocl-icd passes an address inside an array, which it moves when it adds the next platform.
    // With
    // two installed platforms the first call through that address would crash. The word is the name
    // of an environment variable.
    {"libOpenCL.so", "OCL_ICD_PLATFORM_SORT"},
};

bool containsWord(const dl_phdr_info& library, std::string_view word) {
  for (const auto& segment : std::span(library.dlpi_phdr, library.dlpi_phnum)) {
    const bool isConstant = (segment.p_flags & PF_R) && !(segment.p_flags & PF_W);
    if (segment.p_type != PT_LOAD || !isConstant) continue;
    const auto* begin = reinterpret_cast<const char*>(library.dlpi_addr + segment.p_vaddr);
    if (std::string_view(begin, segment.p_filesz).contains(word)) return true;
  }
  return false;
}

int isLoaderWithMovingTable(dl_phdr_info* library, size_t, void*) {
  for (const auto& loader : kLoadersWithMovingTable)
    if (std::string_view(library->dlpi_name).contains(loader.library) &&
        containsWord(*library, loader.word))
      return 1;
  return 0;
}

}  // namespace

bool loaderKeepsTable() { return dl_iterate_phdr(isLoaderWithMovingTable, nullptr) == 0; }

}  // namespace lanewise::icd
