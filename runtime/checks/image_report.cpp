// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the descriptor of the image.
#include "runtime/checks/image_report.h"

#include "images/formats.h"
#include "interface/texel_place.h"
#include "runtime/checks/check_reports.h"
#include "runtime/checks/live_objects.h"

#include <algorithm>
#include <cstring>

namespace lanewise {
namespace {

using images::ImageDescriptor;

const char* nameOf(images::ChannelType type) {
  switch (type) {
#define CHANNEL_TYPE(name, constant, number, values, bits) \
  case images::ChannelType::name: return #constant;
#include "images/formats.def"
  }
  return "unknown";
}

const ImageDescriptor& imageOf(const CheckFinding& finding) {
  return *static_cast<const ImageDescriptor*>(finding.address);
}

/// "argument 1 'in'", with "or" between those that are this image; "an image" if none is.
std::string argumentText(const CheckFinding& finding) {
  const auto& arguments = finding.kernel.arguments;
  std::string names;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].kind != ArgumentKind::Image) continue;
    const void* descriptor;
    std::memcpy(&descriptor,
                static_cast<const std::byte*>(finding.launch.arguments) + arguments[i].offsetBytes,
                sizeof descriptor);
    if (descriptor == finding.address)
      names += (names.empty() ? "argument " : " or argument ") + std::to_string(i) + " '" +
               arguments[i].name + "'";
  }
  return names.empty() ? "an image" : names;
}

}  // namespace

std::string imageHeadText(const CheckFinding& finding, const CheckSite& site) {
  const ImageDescriptor& image = imageOf(finding);
  std::string number = LiveObjects::get().nameOf(finding.address);
  number.resize(std::min(number.find(" ("), number.size()));
  std::string size;
  for (unsigned i = 0; i < image.coordinates; ++i)
    size += (i == 0 ? "" : " x ") + std::to_string(image.level[0].extent[i]);
  const std::string name = argumentText(finding) + " (" + (number.empty() ? "image" : number) +
                           " of " + size + " texels" +
                           (image.levels > 1 ? " in level 0, CL_" : ", CL_") +
                           nameOf(image.format.type) + ")";
  if (site.kind.ends_with("races"))
    return std::string(site.action) + " of " + name + " is in a race";
  if (site.action.ends_with("texel")) return std::string(site.action) + " outside of " + name;
  const bool isFloat = images::valuesOf(image.format.type) == images::Values::Float;
  return std::string(site.action) + " in " + name + ", which has " +
         (isFloat ? "floats" : "integers");
}

std::string texelText(const CheckFinding& finding) {
  std::string text = "  at (";
  for (unsigned i = 0; i < imageOf(finding).coordinates; ++i) {
    const int64_t at = abi::texelCoordinate(finding.offset, i);
    const bool isLeast = i > 0 && at == abi::kLeastTexelYZ;
    const bool isMost = i > 0 && at == abi::kMostTexelYZ;
    text += (i == 0 ? "" : ", ") + std::to_string(at) +
            (isMost    ? " or more"
             : isLeast ? " or less"
                       : "");
  }
  return text + ")";
}

}  // namespace lanewise
