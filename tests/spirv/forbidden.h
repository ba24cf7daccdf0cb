// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One module for a rule of the environment specification, and how it is refused or admitted.
#pragma once

#include "tests/spirv/assemble.h"

namespace lanewise::test {

inline constexpr char kAdmitted[] = "admitted";
inline constexpr char kRefused[] = "";  // the validator's message, which depends on its version

struct Case {
  std::string section, what;
  KernelText kernel;
  std::string reason;  // or a part of it
  spv_target_env environment = SPV_ENV_UNIVERSAL_1_6;
};

inline void check(const Case& one) {
  const auto admitted = admitBytes(assemble(one.kernel.text(), one.environment));
  const std::string reason = admitted ? kAdmitted : admitted.error();
  const std::string title = one.section + ": " + one.what;
  if (one.reason == kRefused)
    EXPECT_NE(reason, kAdmitted) << title;
  else
    EXPECT_NE(reason.find(one.reason), reason.npos) << title << "\nactual: " << reason;
  // Every message names a place.
  if (!admitted) EXPECT_TRUE(reason.starts_with("word ")) << title << "\nactual: " << reason;
}

inline void checkAll(const std::vector<Case>& cases) {
  for (const Case& one : cases) check(one);
}

inline KernelText types(std::string text, std::string capabilities = "") {
  return {.capabilities = std::move(capabilities), .types = std::move(text)};
}

inline KernelText body(std::string text, std::string types = "", std::string capabilities = "") {
  return {
      .capabilities = std::move(capabilities), .types = std::move(types), .body = std::move(text)};
}

/// A kernel `g(x)`.
inline KernelText argument(const std::string& type, const std::string& types,
                           const std::string& capabilities = "", const std::string& body = "",
                           const std::string& declarations = "") {
  return {.capabilities = capabilities,
          .declarations = declarations,
          .types = types + "%gt = OpTypeFunction %void " + type + "\n",
          .functions = "%g = OpFunction %void None %gt\n%x = OpFunctionParameter " + type +
                       "\n%ge = OpLabel\n" + body + "OpReturn\nOpFunctionEnd\n",
          .entryPoints = "OpEntryPoint Kernel %k \"k\"\nOpEntryPoint Kernel %g \"g\"\n"};
}

}  // namespace lanewise::test
