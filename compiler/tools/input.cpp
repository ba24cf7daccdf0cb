// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a file: SPIR-V by its magic number, assembly and source by the name.
#include "compiler/tools/input.h"

#include "compiler/driver/build.h"
#include "compiler/tools/arguments.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.hpp11>

#include <cstring>

namespace lanewise::cc {
namespace {

bool fail(const llvm::Twine& sentence) {
  llvm::errs() << "lanewise-cc: " << sentence << '\n';
  return false;
}

bool startsWithWord(llvm::StringRef bytes, uint32_t word) {
  return bytes.size() >= sizeof word && std::memcmp(bytes.data(), &word, sizeof word) == 0;
}

bool assemble(llvm::StringRef name, llvm::StringRef text, std::vector<uint8_t>& bytes) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_binary binary = nullptr;
  spv_diagnostic problem = nullptr;
  const auto release = llvm::make_scope_exit([&] {
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(problem);
    spvContextDestroy(context);
  });
  if (spvTextToBinaryWithOptions(context, text.data(), text.size(),
                                 SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary,
                                 &problem) != SPV_SUCCESS)
    return fail(name + ":" + llvm::Twine(problem->position.line + 1) + ": " + problem->error);
  const auto* first = reinterpret_cast<const uint8_t*>(binary->code);
  bytes.assign(first, first + binary->wordCount * sizeof(uint32_t));
  return true;
}

bool readModule(const std::string& name, llvm::StringRef bytes, Build& build) {
  std::vector<uint8_t> module(bytes.bytes_begin(), bytes.bytes_end());
  if (!startsWithWord(bytes, spv::MagicNumber) && llvm::StringRef(name).ends_with(".spvasm") &&
      !assemble(name, bytes, module))
    return false;
  build.request.modules.push_back(std::move(module));
  return true;
}

bool readIr(const std::string& name, Build& build) {
  llvm::SMDiagnostic problem;
  build.module = llvm::parseIRFile(name, problem, build.context);
  if (!build.module) problem.print("lanewise-cc", llvm::errs());
  return build.module != nullptr;
}

bool isSource(llvm::StringRef name) { return name.ends_with(".cl"); }

bool isIr(llvm::StringRef name, llvm::StringRef bytes) {
  return name.ends_with(".ll") || bytes.starts_with("BC") || bytes.starts_with("; ModuleID") ||
         name == "-";
}

}  // namespace

bool readInput(Arguments& arguments, Build& build) {
  for (const std::string& name : arguments.inputs) {
    if (name == "-") {
      if (!readIr(name, build)) return false;
      continue;
    }
    auto file = llvm::MemoryBuffer::getFile(name);
    if (!file) return fail(name + ": " + file.getError().message());
    const llvm::StringRef bytes = (*file)->getBuffer();
    if (isSource(name)) {
      if (arguments.inputs.size() != 1) return fail(name + ": source is compiled alone");
      build.request.source.text = bytes.str();
      arguments.from = "source";
      continue;
    }
    if (!(isIr(name, bytes) ? readIr(name, build) : readModule(name, bytes, build))) return false;
  }
  if (arguments.from.empty()) arguments.from = build.module ? "translate" : "spirv";
  if (!build.module && arguments.from != "spirv" && arguments.from != "source") {
    if (arguments.from != "admit") return fail("--from=" + arguments.from + " takes LLVM IR");
    const std::vector<uint8_t>& bytes = build.request.modules.front();
    build.words.resize(bytes.size() / sizeof(uint32_t));
    std::memcpy(build.words.data(), bytes.data(), build.words.size() * sizeof(uint32_t));
  }
  return true;
}

}  // namespace lanewise::cc
