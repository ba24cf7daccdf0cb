// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An attribute of the pointer parameter: "local:5".
#include "compiler/checks/place_parameters.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/module_flags.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

constexpr unsigned kPartsWithoutShadow = static_cast<unsigned>(PlacePart::Unwritten);

llvm::StringRef nameOf(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::Local: return "local";
    case PlaceKind::Private: return "private";
    default: return "buffer";
  }
}

}  // namespace

PlaceKind kindOf(const PointerPlace& place) {
  if (place.isPrivate) return PlaceKind::Private;
  return place.isInverted ? PlaceKind::Local : PlaceKind::Buffer;
}

unsigned passedParts(const llvm::Module& module) {
  const bool hasShadows =
      module.getModuleFlag(kCheckUninitializedFlag) || module.getModuleFlag(kCheckRacesFlag);
  return hasShadows ? kPlaceParts : kPartsWithoutShadow;
}

std::optional<PlaceParameter> placeParameter(const llvm::Argument& parameter) {
  const llvm::Attribute attribute = parameter.getParent()->getAttributes().getParamAttr(
      parameter.getArgNo(), kPointerPlaceAttribute);
  if (!attribute.isValid()) return std::nullopt;
  const auto [kind, first] = attribute.getValueAsString().split(':');
  PlaceParameter place = {llvm::StringSwitch<PlaceKind>(kind)
                              .Case("local", PlaceKind::Local)
                              .Case("private", PlaceKind::Private)
                              .Default(PlaceKind::Buffer),
                          0};
  first.getAsInteger(10, place.first);
  return place;
}

void setPlaceParameter(llvm::Argument& parameter, PlaceParameter place) {
  const std::string value = (nameOf(place.kind) + ":" + llvm::Twine(place.first)).str();
  parameter.addAttr(llvm::Attribute::get(parameter.getContext(), kPointerPlaceAttribute, value));
}

}  // namespace lanewise
