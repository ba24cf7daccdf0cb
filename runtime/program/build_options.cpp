// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits the text into words and looks each up in the table.
#include "runtime/program/build_options.h"

#include "interface/languages.h"
#include "runtime/base/paths.h"
#include "runtime/checks/check_mode.h"
#include "runtime/device/device_config.h"

#include <string>
#include <vector>

namespace lanewise {
namespace {

constexpr uint8_t Sources = uint8_t(BuildStep::Build) | uint8_t(BuildStep::Compile);
constexpr uint8_t Linking = uint8_t(BuildStep::Link);
constexpr uint8_t Everywhere = Sources | Linking;
constexpr uint8_t kNotLibraries = 8;
constexpr uint8_t Executables = Everywhere | kNotLibraries;
static_assert(!(kNotLibraries & Everywhere));

enum class FormKind : uint8_t { Alone, Value, Choice, List };
struct Form {
  FormKind kind;
  std::string_view choices = {};  // with spaces between them
};
constexpr Form Alone{FormKind::Alone};
constexpr Form Value{FormKind::Value};
constexpr Form Choice(std::string_view choices) { return {FormKind::Choice, choices}; }
constexpr Form List(std::string_view choices) { return {FormKind::List, choices}; }

struct Row {
  std::string_view name;
  Form form;
  uint8_t steps;
  void (*apply)(BuildOptions& options, std::string_view value);
};

constexpr std::string_view kLanguages =
#define LANGUAGE(option, ...) option " "
#include "interface/languages.def"
    ;

constexpr std::string_view kChecks =
#define CHECK(name, member, isDefault) name " "
#include "interface/checks.def"
    "default all ";

// Words that a space follows, separated by commas.
std::string listOf(std::string_view words) {
  std::string list;
  for (const char c : words.substr(0, words.find_last_not_of(' ') + 1))
    list += c == ' ' ? std::string(", ") : std::string(1, c);
  return list;
}

using Family = LanguageFamily;

/// The version of OpenCL that a language needs.
constexpr cl_version versionFor(Family family, cl_uint major, cl_uint minor) {
  if (family == Family::OpenCL_C) return CL_MAKE_VERSION(major, minor, 0);
  return major >= 2021 ? CL_MAKE_VERSION(3, 0, 0) : CL_MAKE_VERSION(2, 0, 0);
}

/// Versions that CL_DEVICE_OPENCL_C_ALL_VERSIONS does not list fail to compile.
bool isNewerThanDevice(std::string_view word) {
#define LANGUAGE(option, family, major, minor, clang) \
  if (word == "-cl-std=" option)                      \
    return versionFor(Family::family, major, minor) > deviceConfig().version;
#include "interface/languages.def"
  return false;
}

constexpr Row kRows[] = {
#define BUILD_OPTION(name, form, steps, ...)                                             \
  {name, form, steps,                                                                    \
   [](BuildOptions& options [[maybe_unused]], std::string_view value [[maybe_unused]]) { \
     __VA_ARGS__;                                                                        \
   }},
#include "runtime/program/build_options.def"
#undef BUILD_OPTION
};

/// Whether a character behind a backslash loses its meaning.
bool isKept(char c, bool quoted) { return c == '"' || c == '\\' || (c == ' ' && !quoted); }

/// Words between white space. Double quotes keep white space in a word. A backslash keeps a quote,
/// a backslash, and outside of quotes a space. False if a quote is not closed: the last word is
/// then the one with the quote.
bool splitWords(std::string_view text, std::vector<std::string>& words) {
  bool inWord = false, quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    const bool space = c == ' ' || (c >= '\t' && c <= '\r');
    if (space && !quoted) {
      inWord = false;
      continue;
    }
    if (!inWord) words.emplace_back();
    inWord = true;
    if (c == '"') {
      quoted = !quoted;
      continue;
    }
    if (c == '\\' && i + 1 < text.size() && isKept(text[i + 1], quoted)) c = text[++i];
    words.back() += c;
  }
  return !quoted;
}

bool isOneOf(std::string_view word, std::string_view choices) {
  while (!choices.empty()) {
    const size_t end = choices.find(' ');
    if (choices.substr(0, end) == word) return true;
    choices.remove_prefix(end == choices.npos ? choices.size() : end + 1);
  }
  return false;
}

/// True if `word` begins this option. Its value is in the same word or in the next one.
bool begins(const Row& row, std::string_view word) {
  if (row.form.kind == FormKind::Alone) return word == row.name;
  if (!word.starts_with(row.name)) return false;
  return row.form.kind == FormKind::Value || word.substr(row.name.size()).starts_with('=');
}

/// The option as one word. Folders become absolute, because the compiler runs in another folder.
std::string languageWord(std::string_view name, std::string_view value, FormKind kind) {
  std::string word(name);
  const bool isFolder = kind == FormKind::Value && name == "-I";
  return isFolder ? word + absolutePath(value) : word.append(value);
}

Status invalid(BuildStep step, std::string message) {
  switch (step) {
    case BuildStep::Build: return {CL_INVALID_BUILD_OPTIONS, std::move(message)};
    case BuildStep::Compile: return {CL_INVALID_COMPILER_OPTIONS, std::move(message)};
    case BuildStep::Link: break;
  }
  return {CL_INVALID_LINKER_OPTIONS, std::move(message)};
}

}  // namespace

void BuildOptions::addChecks(std::string_view checks) {
#define CHECK(name, member, isDefault) \
  if (checks.find(name) != checks.npos) code.member = true;
#include "interface/checks.def"
  // Accesses outside of objects have no shadow.
  code.checkMemory |= code.checkUninitialized || code.checkRaces;
  // Reports have places.
  code.debugInfo = true;
  language.push_back("-g");
}

Result<BuildOptions> parseBuildOptions(std::string_view text, BuildStep step) {
  BuildOptions options;
  std::vector<std::string> words;
  const bool closed = splitWords(text, words);
  std::string notForLibraries;
  const auto wrong = [&](const std::string& word, const std::string& why) {
    return std::unexpected(invalid(step, "option '" + word + "' " + why));
  };
  if (!closed) return wrong(words.back(), "has an unclosed quote");
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const Row* found = nullptr;
    for (const Row& row : kRows)
      if (begins(row, word)) found = &row;
    if (!found) return wrong(word, "is unknown");
    if (!(found->steps & uint8_t(step))) return wrong(word, "is invalid for this call");
    if (found->steps & kNotLibraries) notForLibraries = word;
    const std::string_view value = std::string_view(word).substr(found->name.size());
    const bool valueFollows = found->form.kind == FormKind::Value && value.empty();
    if (valueFollows && ++i == words.size()) return wrong(word, "has no value");
    if (found->form.kind == FormKind::List) {
      std::string unknown;
      const std::string checks = expandChecks(value.substr(1), unknown);
      if (!unknown.empty() || checks.empty())
        return wrong(word, "has an unknown value; known: " + listOf(found->form.choices));
      found->apply(options, checks);
      continue;
    }
    if (found->form.kind == FormKind::Choice && !isOneOf(value.substr(1), found->form.choices))
      return wrong(word, "has an unknown value; known: " + listOf(found->form.choices));
    if (isNewerThanDevice(word))
      return std::unexpected(
          Status{step == BuildStep::Compile ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE,
                 "option '" + word +
                     "' names a version that CL_DEVICE_OPENCL_C_ALL_VERSIONS does not"
                     " list" +
                     deviceConfig().because(DeviceKey::version)});
    const std::string_view given = valueFollows ? words[i] : value;
    if (found->form.kind == FormKind::Value && given.empty()) {
      // Scripts write -I "$FOLDER" with an empty variable.
      if (found->name == "-I") continue;
      return wrong(word, "has an empty value");
    }
    found->apply(options, found->form.kind == FormKind::Choice ? value.substr(1) : value);
    if (found->steps & uint8_t(BuildStep::Compile))
      options.language.push_back(languageWord(found->name, given, found->form.kind));
  }
  if (options.enableLinkOptions && !options.createLibrary)
    return wrong("-enable-link-options", "requires -create-library");
  if (options.createLibrary && !notForLibraries.empty())
    return wrong(notForLibraries, "is for executables, not for libraries (-create-library)");
  return options;
}

}  // namespace lanewise
