// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generates the language header from extensions.def. Clang's header defines every feature that a
// SPIR-V target may have, so the generated header undefines each one that the table does not have.
#include "compiler/frontend/embedded_headers.h"

#include "compiler/frontend/own_overloads.h"

#include <algorithm>
#include <vector>

extern "C" const char opencl_c_base_begin[];
extern "C" const char opencl_c_base_end[];

// Files of this folder, which lanewise_embed() puts into the library.
#define OWN_HEADERS            \
  OWN_HEADER(async_copies)     \
  OWN_HEADER(device_barriers)  \
  OWN_HEADER(intel_sub_groups) \
  OWN_HEADER(named_barriers)   \
  OWN_HEADER(split_barriers)   \
  OWN_HEADER(work_group_arithmetic)

#define OWN_HEADER(name)                \
  extern "C" const char name##_begin[]; \
  extern "C" const char name##_end[];
OWN_HEADERS
#undef OWN_HEADER

namespace lanewise {
namespace {

struct Macro {
  std::string_view name;
  bool have;
};

constexpr bool isMacro(std::string_view where) { return where == "OPENCL_C"; }

/// What this device has, in OpenCL C.
constexpr Macro kOurs[] = {
#define EXTENSION(name, major, minor, patch, where, condition, ...) \
  {#name, isMacro(#where) && (condition)},
#define FEATURE(name, major, minor, patch, condition, ...) {#name, condition},
#include "interface/extensions.def"
};

/// What Clang switches by -cl-ext.
constexpr std::string_view kClangSwitches[] = {
#define OPENCL_GENERIC_EXTENSION(name, ...) #name,
#include <clang/Basic/OpenCLExtensions.def>
};

/// The macros of a device that does not have some of them.
class Offered {
 public:
  explicit Offered(std::span<const std::string> without) {
    for (Macro macro : kOurs) {
      macro.have &= std::ranges::find(without, macro.name) == without.end();
      macros_.push_back(macro);
    }
  }

  std::span<const Macro> macros() const { return macros_; }
  bool have(std::string_view name) const {
    return std::ranges::any_of(macros_, [&](const Macro& m) { return m.have && m.name == name; });
  }

 private:
  std::vector<Macro> macros_;
};

template <size_t n>
bool contains(const std::string_view (&names)[n], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

std::string_view clangHeader() {
  return {opencl_c_base_begin, size_t(opencl_c_base_end - opencl_c_base_begin)};
}

bool isFeature(std::string_view name) { return name.starts_with("__opencl_c_"); }

bool isExtensionOrFeature(std::string_view name) {
  // Clang's own switch between two sets of declarations.
  if (name == "__opencl_c_named_address_space_builtins") return false;
  return name.starts_with("cl_") || isFeature(name);
}

/// The extensions and features that Clang's header defines for every SPIR-V target.
std::vector<std::string_view> definedByHeader() {
  constexpr std::string_view kDefine = "#define ";
  std::vector<std::string_view> names;
  std::string_view rest = clangHeader();
  for (size_t at; (at = rest.find(kDefine)) != rest.npos;) {
    rest.remove_prefix(at + kDefine.size());
    const std::string_view name = rest.substr(0, rest.find_first_of(" (\n"));
    if (isExtensionOrFeature(name) && std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

void undefine(std::string& text, std::string_view name) {
  text.append("#undef ").append(name).append("\n");
}

void defineAs(std::string& text, std::string_view name, std::string_view value) {
  text.append("#ifndef ").append(name).append("\n#define ").append(name).append(" ");
  text.append(value).append("\n#endif\n");
}

/// Clang warns of pragmas that enable what it does not know.
void acceptPragma(std::string& text, std::string_view extension) {
  for (const char* bracket : {"begin", "end"})
    text.append("#pragma OPENCL EXTENSION ").append(extension).append(" : ").append(bracket) +=
        "\n";
}

/// Languages newer than those Clang knows: the version's macros are ours.
void addNewerLanguages(std::string& text) {
  const std::string version(kLanguageVersionMacro);
  text += "#if " + version + " > 300\n#undef __OPENCL_C_VERSION__\n" +
          "#define __OPENCL_C_VERSION__ " + version + "\n#define CL_VERSION_3_1 310\n#endif\n";
}

/// Definitions that are valid in more places than those of Clang's header.
void addConstants(std::string& text, const Offered& offered) {
  // Clang's NAN is no constant expression, so it cannot initialize variables of program scope.
  text += "#undef NAN\n#define NAN (__builtin_nanf(\"\"))\n";
  // Clang 19 gives it the type bool in OpenCL.
  text += "#define __builtin_assume_aligned(pointer, ...) (pointer)\n";
  // Integers of 128 bits are an extension that Clang has for other targets.
  text +=
      "#define __int128 _BitInt(128)\n#define __SIZEOF_INT128__ 16\n"
      "typedef _BitInt(128) __int128_t;\ntypedef unsigned _BitInt(128) __uint128_t;\n";
  // Languages before these types were part of them need no pragma.
  for (const char* extension : {"cl_khr_fp16", "cl_khr_fp64"})
    if (offered.have(extension))
      text.append("#pragma OPENCL EXTENSION ").append(extension).append(" : enable\n");
}

std::string writeLanguageHeader(const Offered& offered) {
  std::string text;
  // Clang's macros of its switches end with the language that first had them; its header asks for
  // some.
  for (const Macro& macro : offered.macros())
    if (macro.have && contains(kClangSwitches, macro.name) && !isFeature(macro.name))
      defineAs(text, macro.name, "1");
  text += "#include \"opencl-c-base.h\"\n";
  for (std::string_view name : definedByHeader())
    if (!offered.have(name)) undefine(text, name);
  for (const Macro& macro : offered.macros()) {
    if (!macro.have || contains(kClangSwitches, macro.name)) continue;
    // Features are macros of OpenCL C 3.0 and C++ for OpenCL 2021 only; Clang's declarations of
    // OpenCL C 2.0 and C++ for OpenCL 1.0 look at some of them.
    const bool feature = isFeature(macro.name);
    if (feature) text += "#if __OPENCL_C_VERSION__ >= 300 || __OPENCL_CPP_VERSION__ >= 202100\n";
    defineAs(text, macro.name, "1");
    if (!feature) {
      acceptPragma(text, macro.name);
      continue;
    }
    text += "#elif !defined(__OPENCL_CPP_VERSION__) && __OPENCL_C_VERSION__ < 200\n";
    undefine(text, macro.name);
    text += "#endif\n";
  }
  // Clang takes it for granted that a SPIR-V device has images.
  if (!offered.have("__opencl_c_images")) undefine(text, "__IMAGE_SUPPORT__");
  if (offered.have("__opencl_c_ext_image_unorm_int_2_101010"))
    defineAs(text, "CLK_UNORM_INT_2_101010_EXT", "0x10E5");
  if (offered.have("__opencl_c_ext_image_unsigned_10x6_12x4_14x2")) {
    defineAs(text, "CLK_UNORM_INT10X6_EXT", "0x10E1");
    defineAs(text, "CLK_UNORM_INT12X4_EXT", "0x10E9");
    defineAs(text, "CLK_UNORM_INT14X2_EXT", "0x10EA");
    defineAs(text, "CLK_UNSIGNED_INT10X6_EXT", "0x10E6");
    defineAs(text, "CLK_UNSIGNED_INT12X4_EXT", "0x10E7");
    defineAs(text, "CLK_UNSIGNED_INT14X2_EXT", "0x10E8");
  }
  defineAs(text, "__ROUNDING_MODE__", "rte");
  addConstants(text, offered);
  addNewerLanguages(text);
  text += "typedef int " + std::string(kEndOfLanguageHeader) + ";\n";
  return text;
}

struct Headers {
  std::string language = writeLanguageHeader(Offered({}));
  std::vector<EmbeddedHeader> files{{kLanguageHeader, language},
                                    {"opencl-c-base.h", clangHeader()},
#define OWN_HEADER(name) {#name ".cl", {name##_begin, size_t(name##_end - name##_begin)}},
                                    OWN_HEADERS
#undef OWN_HEADER
  };
};

}  // namespace

std::span<const EmbeddedHeader> embeddedHeaders() {
  // Never destroyed: builds may run while the process exits.
  static const Headers& headers = *new Headers;
  return headers.files;
}

std::string languageHeader(std::span<const std::string> without) {
  return writeLanguageHeader(Offered(without));
}

std::string clangExtensionList(std::span<const std::string> without) {
  std::string list;
  const Offered offered(without);
  for (const Macro& macro : offered.macros())
    if (macro.have && contains(kClangSwitches, macro.name)) list += ",+" + std::string(macro.name);
  return list;
}

}  // namespace lanewise
