// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notes of our front end have the last word.
#include "compiler/admit/argument_notes.h"

#include "compiler/admit/type_name.h"

#include <string_view>
#include <utility>

namespace lanewise::admit {
namespace {

void takeQualifiers(KernelArgument& argument, std::string_view words) {
  argument.isConst = words.find("const") != words.npos;
  argument.isRestrict = words.find("restrict") != words.npos;
  argument.isVolatile = words.find("volatile") != words.npos;
}

void takeNotes(KernelMetadata& kernel, const KernelNotes& notes) {
  kernel.attributes = notes.attributes;
  if (notes.arguments.size() != kernel.arguments.size()) return;
  for (size_t n = 0; n < kernel.arguments.size(); ++n) {
    kernel.arguments[n].typeName = notes.arguments[n].type;
    kernel.arguments[n].name = notes.arguments[n].name;
    takeQualifiers(kernel.arguments[n], notes.arguments[n].qualifiers);
  }
}

}  // namespace

/// KernelNotes of our front end, or "kernel_arg_type.NAME.float4,int*," and
/// "kernel_arg_type_qual.NAME.const,,", which llvm-spirv writes on demand.
void ArgumentNotes::add(const std::string& text) {
  if (auto notes = decodeNotes(text)) notes_.insert_or_assign(notes->kernel, std::move(*notes));
  const size_t dot = text.rfind('.');
  if (!text.starts_with("kernel_arg_type") || dot == text.npos) return;
  strings_[text.substr(0, dot)] = splitList(std::string_view(text).substr(dot + 1));
}

void ArgumentNotes::takeStrings(KernelMetadata& kernel) const {
  const auto types = strings_.find("kernel_arg_type." + kernel.name);
  if (types != strings_.end() && types->second.size() == kernel.arguments.size())
    for (size_t n = 0; n < types->second.size(); ++n)
      kernel.arguments[n].typeName = types->second[n];
  const auto qualifiers = strings_.find("kernel_arg_type_qual." + kernel.name);
  if (qualifiers != strings_.end() && qualifiers->second.size() == kernel.arguments.size())
    for (size_t n = 0; n < qualifiers->second.size(); ++n)
      takeQualifiers(kernel.arguments[n], qualifiers->second[n]);
}

void ArgumentNotes::apply(KernelMetadata& kernel) const {
  takeStrings(kernel);
  if (const auto notes = notes_.find(kernel.name); notes != notes_.end())
    takeNotes(kernel, notes->second);
}

}  // namespace lanewise::admit
