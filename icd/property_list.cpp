// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages of the reader of property lists.
#include "icd/property_list.h"

#include <cinttypes>
#include <cstdio>

namespace lanewise::icd {
namespace {

std::string hexadecimal(uint64_t value) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%" PRIX64, value);
  return text;
}

}  // namespace

std::string unknownProperty(uint64_t name) { return "unknown property " + hexadecimal(name); }

std::string repeatedProperty(const char* name) {
  return std::string(name) + " is given more than once";
}

std::string invalidProperty(const char* name, const uint64_t* value) {
  if (!value) return std::string("the list of ") + name + " is empty";
  return std::string(name) + " has the invalid value " + hexadecimal(*value);
}

}  // namespace lanewise::icd
