// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V text to a CompileRequest, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "compiler/admit/admit.h"

namespace lanewise::test {

/// Assembles; ids keep their numbers if the text uses numbers.
inline std::vector<uint8_t> assemble(const std::string& text,
                                     spv_target_env environment = SPV_ENV_UNIVERSAL_1_6) {
  spvtools::SpirvTools tools(environment);
  std::string messages;
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
        messages += std::to_string(at.line + 1) + ": " + message + "\n";
      });
  std::vector<uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS))
      << messages;
  std::vector<uint8_t> bytes(words.size() * 4);
  if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

inline std::string disassembly(const std::vector<uint32_t>& words) {
  std::string text;
  spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_6)
      .Disassemble(words, &text,
                   SPV_BINARY_TO_TEXT_OPTION_NO_HEADER | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
  return text;
}

/// "a.cl:7:9: unsupported: text", or "word 13: OpFoo %7: unsupported: text".
inline std::string textOf(const Diagnostic& diagnostic) {
  std::string text = diagnostic.kind == DiagnosticKind::Unsupported ? "unsupported: " : "";
  text += diagnostic.text;
  const ModulePlace& module = diagnostic.module;
  if (!diagnostic.source.file.empty()) return placeText(diagnostic) + ": " + text;
  if (!module.instruction.empty()) text = module.instruction + ": " + text;
  if (module.wordOffset) text = "word " + std::to_string(module.wordOffset) + ": " + text;
  return module.number ? "module " + std::to_string(module.number) + ": " + text : text;
}

/// admit::admit() with the diagnostic as text.
inline std::expected<Admitted, std::string> admitRequest(const CompileRequest& request) {
  auto admitted = admit::admit(request);
  if (!admitted) return std::unexpected(textOf(admitted.error()));
  return std::move(*admitted);
}

/// A request for a device without a feature, whose capabilities are not supported.
inline CompileRequest requestWithout(const std::string& feature) {
  CompileRequest request;
  request.device.without = {feature};
  return request;
}

inline std::expected<Admitted, std::string> admitBytes(std::vector<uint8_t> bytes,
                                                       CompileRequest request = {}) {
  request.modules.push_back(std::move(bytes));
  return admitRequest(request);
}

inline std::expected<Admitted, std::string> admitText(const std::string& text,
                                                      const CompileRequest& request = {}) {
  return admitBytes(assemble(text), request);
}

/// A module with one kernel `k(global int* data)`: `declarations` are among the annotations,
/// `types` after %void, %bool, %i8, %i32, %i64, %f32, %pointer (to %i32 in CrossWorkgroup), %zero,
/// %one, and `body` before the kernel's return.
struct KernelText {
  std::string capabilities = "";
  std::string declarations = "";
  std::string types = "";
  std::string body = "";
  std::string functions = "";
  std::string entryPoints = "OpEntryPoint Kernel %k \"k\"\n";

  std::string text() const {
    return "OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\nOpCapability Int8\n" +
           capabilities +
           "%std = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\n" +
           entryPoints + declarations +
           "%void = OpTypeVoid\n%bool = OpTypeBool\n%i8 = OpTypeInt 8 0\n%i32 = OpTypeInt 32 0\n"
           "%i64 = OpTypeInt 64 0\n%f32 = OpTypeFloat 32\n"
           "%pointer = OpTypePointer CrossWorkgroup %i32\n"
           "%zero = OpConstant %i32 0\n%one = OpConstant %i32 1\n"
           "%type = OpTypeFunction %void %pointer\n" +
           types +
           "%k = OpFunction %void None %type\n%data = OpFunctionParameter %pointer\n"
           "%entry = OpLabel\n" +
           body + "OpReturn\nOpFunctionEnd\n" + functions;
  }
};

/// The diagnostic for a module, or "admitted".
inline std::string diagnosticOf(const std::string& text, const CompileRequest& request = {}) {
  auto admitted = admitText(text, request);
  return admitted ? "admitted" : admitted.error();
}

/// The diagnostic for a kernel module, without "word N: ".
inline std::string reasonOf(const KernelText& kernel, const CompileRequest& request = {}) {
  const std::string all = diagnosticOf(kernel.text(), request);
  return all.starts_with("word ") ? all.substr(all.find(": ") + 2) : all;
}

}  // namespace lanewise::test
