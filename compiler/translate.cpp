// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes SPIRV-LLVM-Translator.
#include "compiler/translate.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <LLVMSPIRVLib/LLVMSPIRVOpts.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <istream>
#include <streambuf>

namespace lanewise {
namespace {

// Reads from the words where they stand.
class WordsBuffer final : public std::streambuf {
 public:
  explicit WordsBuffer(std::span<const uint32_t> words) {
    auto* begin = reinterpret_cast<char*>(const_cast<uint32_t*>(words.data()));
    setg(begin, begin, begin + words.size_bytes());
  }
};

SPIRV::TranslatorOpts options() {
  SPIRV::TranslatorOpts result(SPIRV::VersionNumber::MaximumVersion);
  // What a module may use was decided by admission.
  result.enableAllExtensions();
  result.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::SPIRVFriendlyIR);
  return result;
}

}  // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> translate(std::span<const uint32_t> words,
                                                        llvm::LLVMContext& context) {
  WordsBuffer buffer(words);
  std::istream stream(&buffer);
  llvm::Module* translated = nullptr;
  std::string problem;
  if (!llvm::readSpirv(context, options(), stream, translated, problem) || !translated)
    return llvm::createStringError("translation of SPIR-V failed: " + problem);
  std::unique_ptr<llvm::Module> module(translated);
  std::string report;
  llvm::raw_string_ostream reportStream(report);
  if (llvm::verifyModule(*module, &reportStream))
    return llvm::createStringError("translation of SPIR-V gave invalid IR: " + report);
  return module;
}

}  // namespace lanewise
