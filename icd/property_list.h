// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one reader of property lists: names with values, ended by 0. A caller has a table with a row
// for each name that it knows, and a struct that the rows fill in:
//
//   struct QueueProperties { cl_command_queue_properties bits = 0; ... };
//   constexpr PropertyRow<cl_queue_properties, QueueProperties> kRows[] = {
//       {CL_QUEUE_PROPERTIES, "CL_QUEUE_PROPERTIES", [](auto value, auto& into) -> Status {...}},
//       ...};
//   QueueProperties read;
//   TRY(std::vector list, readPropertyList(properties, kRows, CL_INVALID_VALUE, read));
//
// The reader finds unknown and repeated names; a row checks the value of its name.
#pragma once

#include "runtime/base/status.h"

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanewise::icd {

/// What follows a name: one word, or a list of words ended by 0 (all CL_*_LIST_END* are 0). The
/// LastList ends the properties, too: nothing behind it is read, not even their own 0.
enum class PropertyValue : uint8_t { Word, List, LastList };

template <class Word, class Into>
struct PropertyRow {
  Word name;
  const char* text;
  /// Checks the value (of a list: without its end) and stores it. The reader completes a status
  /// that has no message.
  Status (*take)(std::span<const Word> value, Into& into);
  PropertyValue value = PropertyValue::Word;
};

/// Whether a name may occur more than once; the last one counts then.
enum class RepeatedNames : uint8_t { Refused, Allowed };

// Messages; the words in hexadecimal, as the headers have them.
std::string unknownProperty(uint64_t name);
std::string repeatedProperty(const char* name);
/// `value` is null for an empty list.
std::string invalidProperty(const char* name, const uint64_t* value);

/// Reads `given` by `rows` into `into`. Returns a copy of the list with its final 0; empty if
/// `given` is null. `error` is the code for an unknown name, and for one that is given twice unless
/// `repeated` allows that. `into` may be incomplete after a failure.
template <class Word, class Into, size_t kRowCount>
Result<std::vector<Word>> readPropertyList(const std::type_identity_t<Word>* given,
                                           const PropertyRow<Word, Into> (&rows)[kRowCount],
                                           cl_int error, std::type_identity_t<Into>& into,
                                           RepeatedNames repeated = RepeatedNames::Refused) {
  std::vector<Word> list;
  if (!given) return list;
  bool seen[kRowCount] = {};
  const Word* at = given;
  while (*at) {
    size_t index = 0;
    while (index < kRowCount && rows[index].name != *at) ++index;
    if (index == kRowCount) return fail(error, unknownProperty(uint64_t(*at)));
    const PropertyRow<Word, Into>& row = rows[index];
    if (std::exchange(seen[index], true) && repeated == RepeatedNames::Refused)
      return fail(error, repeatedProperty(row.text));
    const Word* const value = ++at;
    if (row.value == PropertyValue::Word)
      ++at;
    else
      while (*at) ++at;
    const std::span<const Word> words(value, at);
    if (Status taken = row.take(words, into); !taken.ok()) {
      const uint64_t first = words.empty() ? 0 : uint64_t(words.front());
      if (taken.message().empty())
        taken = {taken.code, invalidProperty(row.text, words.empty() ? nullptr : &first)};
      return std::unexpected(std::move(taken));
    }
    if (row.value == PropertyValue::LastList) break;
    if (row.value == PropertyValue::List) ++at;  // its end
  }
  list.assign(given, at + 1);
  return list;
}

}  // namespace lanewise::icd
