// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONE ROW PER OPTION of the language that clBuildProgram and clCompileProgram take. Options that
// only change code generation are rows of runtime/build_options.cpp; those with both effects stand
// in both tables.
#include "compiler/frontend/cc1_arguments.h"

#include "compiler/frontend/embedded_headers.h"

#include <array>
#include <optional>
#include <string_view>

namespace lanewise {
namespace {

enum class Form {
  Same,     // handed to Clang as it is
  Joined,   // -Dname, -Idir: the value may be joined or the next word
  Prefix,   // -cl-std=...: ends in '='
  Rename,   // handed on under another name
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
    {"-cl-denorms-are-zero", Form::Same, {}},
    {"-cl-fp32-correctly-rounded-divide-sqrt", Form::Same, {}},
    {"-cl-opt-disable", Form::Same, {}},
    {"-cl-mad-enable", Form::Same, {}},
    {"-cl-no-signed-zeros", Form::Same, {}},
    {"-cl-unsafe-math-optimizations", Form::Same, {}},
    {"-cl-finite-math-only", Form::Same, {}},
    {"-cl-fast-relaxed-math", Form::Same, {}},
    {"-cl-uniform-work-group-size", Form::Same, {}},
    {"-cl-no-subgroup-ifp", Form::Same, {}},
    {"-cl-kernel-arg-info", Form::Same, {}},
    {"-cl-strict-aliasing", Form::Same, {}},
};

struct Standard {
  std::string_view option;  // after -cl-std=
  std::string_view clang;
  bool cxx;
};

constexpr Standard kStandards[] = {
    {"CL1.0", "CL1.0", false}, {"CL1.1", "CL1.1", false},    {"CL1.2", "CL1.2", false},
    {"CL2.0", "CL2.0", false}, {"CL3.0", "CL3.0", false},    {"CLC++", "CLC++1.0", true},
    {"CLC++1.0", "CLC++1.0", true}, {"CLC++2021", "CLC++2021", true},
};

const Row* findRow(std::string_view word) {
  for (const Row& row : kRows)
    if (row.form == Form::Joined ? word.starts_with(row.option) : word == row.option) return &row;
  return nullptr;
}

const Standard* findStandard(std::string_view name) {
  for (const Standard& standard : kStandards)
    if (standard.option == name) return &standard;
  return nullptr;
}

/// Everything that no option changes.
void addFixedWords(std::vector<std::string>& words, const Standard& standard) {
  for (const char* word :
       {"-triple", "spir64-unknown-unknown", "-O1", "-disable-llvm-passes", "-emit-llvm-only",
        "-fdeclare-opencl-builtins", "-cl-kernel-arg-info", "-nostdsysteminc", "-fno-builtin",
        "-ffp-contract=on", "-fmessage-length=0", "-main-file-name", kSourceName})
    words.emplace_back(word);
  words.push_back("-cl-std=" + std::string(standard.clang));
  words.push_back(std::string("-cl-ext=-all") + clangExtensionList());
  // `inline` without `static` still has its definition, as kernels' authors expect.
  if (!standard.cxx) words.emplace_back("-fgnu89-inline");
  words.insert(words.end(), {"-internal-isystem", kResourceFolder, "-include", kLanguageHeader,
                             "-I", kHeaderFolder, "-x", standard.cxx ? "clcpp" : "cl"});
}

}  // namespace

Cc1Arguments makeCc1Arguments(std::span<const std::string> options) {
  Cc1Arguments result;
  // OpenCL C 1.2 is what a program that says nothing is written in.
  const Standard* standard = findStandard("CL1.2");
  std::vector<std::string> chosen;
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string_view word = options[i];
    if (constexpr std::string_view kStd = "-cl-std="; word.starts_with(kStd)) {
      standard = findStandard(word.substr(kStd.size()));
      if (!standard) {
        result.error = "unknown language version in option '" + options[i] + "'";
        return result;
      }
      continue;
    }
    const Row* row = findRow(word);
    if (!row) {
      result.error = "unknown option '" + options[i] + "'";
      return result;
    }
    if (row->form == Form::Rename) {
      chosen.emplace_back(row->clang);
      continue;
    }
    chosen.push_back(options[i]);
    if (row->form == Form::Joined && word.size() == row->option.size()) {
      if (++i == options.size()) {
        result.error = "option '" + options[i - 1] + "' has no value";
        return result;
      }
      chosen.push_back(options[i]);
    }
  }
  addFixedWords(result.words, *standard);
  result.words.insert(result.words.end(), chosen.begin(), chosen.end());
  result.words.emplace_back(kSourceName);
  return result;
}

}  // namespace lanewise
