// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per language option of clBuildProgram and clCompileProgram. Options that only change code
// generation are rows of runtime/program/build_options.def; options with both effects are in both
// tables. The values of -cl-std are rows of interface/languages.def.
#include "compiler/frontend/cc1_arguments.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/embedded_headers.h"

#include <cstdint>
#include <string_view>

namespace lanewise {
namespace {

enum class Form {
  Same,     // passed to Clang unchanged
  Joined,   // -Dname, -Idir: the value may be joined or the next word
  Prefix,   // -cl-std=...: ends in '='
  Rename,   // passed under another name
  Nothing,  // no effect here
};

struct Row {
  std::string_view option;
  Form form;
  std::string_view clang;  // of Rename
};

constexpr Row kRows[] = {
    {"-D", Form::Joined, {}},
    {"-I", Form::Joined, {}},
    {"-U", Form::Joined, {}},
    {"-w", Form::Same, {}},
    {"-Werror", Form::Same, {}},
    {"-g", Form::Rename, "-debug-info-kind=constructor"},
    {"-cl-single-precision-constant", Form::Same, {}},
    {"-cl-lanewise-explain", Form::Nothing, {}},             // CodeOptions::explain
    {"-cl-lanewise-initialize-local", Form::Nothing, {}},    // CodeOptions::initializeLocal
    {"-cl-lanewise-initialize-private", Form::Nothing, {}},  // CodeOptions::initializePrivate
#define CHECK(name, member, isDefault) {"-cl-lanewise-check=" name, Form::Nothing, {}},
#include "interface/checks.def"
    {"-cl-denorms-are-zero", Form::Nothing, {}},  // KernelMetadata::flushesDenormals
    {"-cl-fp32-correctly-rounded-divide-sqrt", Form::Same, {}},
    {"-cl-opt-disable", Form::Same, {}},
    {"-cl-mad-enable", Form::Same, {}},
    {"-cl-no-signed-zeros", Form::Same, {}},
    {"-cl-no-signed-zeroes", Form::Rename, "-cl-no-signed-zeros"},
    {"-cl-unsafe-math-optimizations", Form::Same, {}},
    {"-cl-finite-math-only", Form::Same, {}},
    {"-cl-fast-relaxed-math", Form::Same, {}},
    {"-cl-uniform-work-group-size", Form::Same, {}},
    {"-cl-no-subgroup-ifp", Form::Nothing, {}},  // none of them wait for another
    {"-cl-kernel-arg-info", Form::Same, {}},
    {"-cl-strict-aliasing", Form::Nothing, {}},  // Clang always does, and warns about the option
};

enum class Family : uint8_t { OpenCL_C, CXX_for_OpenCL };

struct Language {
  std::string_view option;  // after -cl-std=
  Family family;
  uint32_t major, minor;
  const char* clang;
};

constexpr Language kLanguages[] = {
#define LANGUAGE(option, family, major, minor, clang) {option, Family::family, major, minor, clang},
#include "interface/languages.def"
};

std::string languageOptions() {
  std::string all;
  for (const Language& language : kLanguages)
    all.append(all.empty() ? "" : ", ").append(language.option);
  return all;
}

const Row* findRow(std::string_view word) {
  for (const Row& row : kRows)
    if (row.form == Form::Joined ? word.starts_with(row.option) : word == row.option) return &row;
  return nullptr;
}

const Language* findLanguage(std::string_view name) {
  for (const Language& language : kLanguages)
    if (language.option == name) return &language;
  return nullptr;
}

/// The arguments that do not depend on options.
void addFixedWords(std::vector<std::string>& words, const Language& language,
                   llvm::ArrayRef<llvm::StringRef> headers, std::span<const std::string> without) {
  for (const char* word :
       {"-triple", "spir64-unknown-unknown", "-O2", "-disable-llvm-passes", "-emit-llvm-only",
        "-fdeclare-opencl-builtins", "-cl-kernel-arg-info", "-nostdsysteminc", "-fno-builtin",
        "-ffp-contract=on", "-fmessage-length=0", "-main-file-name", kSourceName})
    words.emplace_back(word);
  words.push_back(std::string("-cl-std=") + language.clang);
  words.push_back(std::string("-cl-ext=-all") + clangExtensionList(without));
  const bool cxx = language.family == Family::CXX_for_OpenCL;
  if (!cxx) {
    // `inline` without `static` has an external definition, as authors of kernels expect.
    words.emplace_back("-fgnu89-inline");
    // The language header reads this macro, because Clang's macro has the version of a language
    // that Clang knows.
    words.push_back("-D" + std::string(kLanguageVersionMacro) + "=" +
                    std::to_string(language.major * 100 + language.minor * 10));
  }
  words.insert(words.end(), {"-internal-isystem", kResourceFolder, "-include", kLanguageHeader,
                             "-I", kHeaderFolder, "-x", cxx ? "clcpp" : "cl"});
  for (llvm::StringRef header : headers) words.insert(words.end(), {"-include", header.str()});
}

}  // namespace

llvm::Expected<std::vector<std::string>> makeCc1Arguments(std::span<const std::string> options,
                                                          llvm::ArrayRef<llvm::StringRef> headers,
                                                          const std::string& folder,
                                                          std::span<const std::string> without) {
  // OpenCL C 1.2 is the language of a program that is built without -cl-std.
  const Language* language = findLanguage("CL1.2");
  std::vector<std::string> chosen;
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string_view word = options[i];
    if (constexpr std::string_view kStd = "-cl-std="; word.starts_with(kStd)) {
      language = findLanguage(word.substr(kStd.size()));
      if (!language)
        return makeError(
            DiagnosticKind::InvalidInput,
            "unknown language version in option '" + options[i] + "'; known: " + languageOptions());
      continue;
    }
    const Row* row = findRow(word);
    if (!row) return makeError(DiagnosticKind::InvalidInput, "unknown option '" + options[i] + "'");
    if (row->form == Form::Nothing) continue;
    if (row->form == Form::Rename) {
      chosen.emplace_back(row->clang);
      continue;
    }
    chosen.push_back(options[i]);
    if (row->form == Form::Joined && word.size() == row->option.size()) {
      if (++i == options.size())
        return makeError(DiagnosticKind::InvalidInput,
                         "option '" + options[i - 1] + "' has no value");
      chosen.push_back(options[i]);
    }
  }
  std::vector<std::string> words;
  addFixedWords(words, *language, headers, without);
  // The headers of clCompileProgram come first. Not by a path of the program's name: the compiler
  // process works in another folder.
  if (!folder.empty()) words.insert(words.end(), {"-iquote", kHeaderFolder, "-iquote", folder});
  words.insert(words.end(), chosen.begin(), chosen.end());
  words.emplace_back(kSourceName);
  return words;
}

}  // namespace lanewise
