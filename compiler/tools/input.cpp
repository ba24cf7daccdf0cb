// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a file, or of the standard input: --from, or SPIR-V by its magic number, assembly, IR
// and source by the name.
#include "compiler/tools/input.h"

#include "compiler/driver/build.h"
#include "compiler/target/vector_registers.h"
#include "compiler/tools/arguments.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/bit.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
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

bool readIr(const std::string& name, llvm::StringRef bytes, const Arguments& arguments,
            Build& build) {
  llvm::SMDiagnostic problem;
  build.module = llvm::parseIR(llvm::MemoryBufferRef(bytes, name), problem, build.context);
  if (!build.module) {
    problem.print("lanewise-cc", llvm::errs());
    return false;
  }
  // The first stage behind translate sets it.
  if (arguments.from.empty() && arguments.passes.empty() && hasTarget(*build.module))
    return fail(name + ": the output of a stage behind 'translate'; --from=<stage> names it");
  return true;
}

/// Diagnostics name the file as the command line does. Quoted includes are searched beside it.
bool readSource(const std::string& name, llvm::StringRef text, Arguments& arguments, Build& build) {
  if (arguments.inputs.size() != 1) return fail(name + ": one source file is compiled at a time");
  std::string quoted;
  llvm::raw_string_ostream(quoted).write_escaped(name);
  // Clang skips a byte order mark at the start of the text only.
  text.consume_front("\xef\xbb\xbf");
  build.request.source.text = "#line 1 \"" + quoted + "\"\n" + text.str();
  llvm::SmallString<128> path(name == "-" ? "" : name);
  llvm::sys::fs::make_absolute(path);
  build.request.source.folder =
      (name == "-" ? path.str() : llvm::sys::path::parent_path(path)).str();
  arguments.from = "source";
  return true;
}

bool isSource(llvm::StringRef name) { return name.ends_with(".cl"); }

bool isSpirv(llvm::StringRef name, llvm::StringRef bytes) {
  return name.ends_with(".spv") || name.ends_with(".spvasm") ||
         startsWithWord(bytes, spv::MagicNumber) ||
         startsWithWord(bytes, llvm::byteswap(uint32_t(spv::MagicNumber)));
}

bool isIr(llvm::StringRef name, llvm::StringRef bytes) {
  return name.ends_with(".ll") || bytes.starts_with("BC") || bytes.starts_with("; ModuleID") ||
         (name == "-" && !isSpirv(name, bytes));
}

bool readFile(const std::string& name, llvm::StringRef bytes, Arguments& arguments, Build& build) {
  const std::string& from = arguments.from;
  const bool byType = from.empty();
  if (from == "source" || (byType && isSource(name)))
    return readSource(name, bytes, arguments, build);
  if (!byType && isSource(name)) return fail(name + ": --from=" + from + " does not take source");
  if (isIr(name, bytes) && (from == "spirv" || from == "admit"))
    return fail(name + ": --from=" + from + " takes SPIR-V");
  if (isIr(name, bytes)) return readIr(name, bytes, arguments, build);
  if (!byType || isSpirv(name, bytes)) return readModule(name, bytes, build);
  return fail(name +
              ": unknown type of input: neither OpenCL C (.cl), SPIR-V (.spv, .spvasm) nor LLVM IR "
              "(.ll, .bc); --from=source takes any name");
}

}  // namespace

bool readInput(Arguments& arguments, Build& build) {
  for (const std::string& name : arguments.inputs) {
    auto file = llvm::MemoryBuffer::getFileOrSTDIN(name);
    if (!file) return fail(name + ": " + file.getError().message());
    const llvm::StringRef bytes = (*file)->getBuffer();
    if (!readFile(name, bytes, arguments, build)) return false;
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
