// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes kUsualLanesAttribute, kLocalSizeAttribute and kKnownBytesAttribute.
#include "compiler/contract/known_launch.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/tier.h"
#include "interface/launch_kind.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Function.h>

#include <cassert>

namespace lanewise {
namespace {

llvm::SmallVector<llvm::StringRef> items(const llvm::Function& kernel, llvm::StringRef attribute) {
  llvm::SmallVector<llvm::StringRef> items;
  kernel.getFnAttribute(attribute).getValueAsString().split(items, ',', -1, /*KeepEmpty=*/false);
  return items;
}

uint64_t numberOf(llvm::StringRef text) {
  uint64_t number = 0;
  [[maybe_unused]] const bool bad = text.getAsInteger(10, number);
  assert(!bad && "written by setKnownLaunch()");
  return number;
}

}  // namespace

std::optional<std::array<uint64_t, 3>> knownLocalSize(const llvm::Function& kernel) {
  const auto sizes = items(kernel, kLocalSizeAttribute);
  if (sizes.size() != 3) return std::nullopt;
  return std::array{numberOf(sizes[0]), numberOf(sizes[1]), numberOf(sizes[2])};
}

void setKnownLocalSize(llvm::Function& kernel, const std::array<uint64_t, 3>& size) {
  kernel.addFnAttr(kLocalSizeAttribute, llvm::utostr(size[0]) + "," + llvm::utostr(size[1]) + "," +
                                            llvm::utostr(size[2]));
}

unsigned usualLanes(const llvm::Function& kernel) {
  return static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(kUsualLanesAttribute));
}

llvm::SmallVector<KnownRange, 2> knownRanges(const llvm::Function& kernel, unsigned argument) {
  llvm::SmallVector<KnownRange, 2> ranges;
  for (llvm::StringRef item : items(kernel, kKnownBytesAttribute)) {
    const auto [number, rest] = item.split(':');
    if (numberOf(number) != argument) continue;
    const auto [offset, hex] = rest.split(':');
    const std::string bytes = llvm::fromHex(hex);
    ranges.push_back({numberOf(offset), {bytes.begin(), bytes.end()}});
  }
  return ranges;
}

void setKnownLaunch(llvm::Function& kernel, const LaunchKind& kind) {
  setTier(kernel, Tier::Kind);
  if (kind.lanes != 0) setNumberAttribute(kernel, kUsualLanesAttribute, kind.lanes);
  if (kind.otherLanes != 0) setNumberAttribute(kernel, kOtherLanesAttribute, kind.otherLanes);
  if (kind.laneDimension != 0)
    setNumberAttribute(kernel, kLaneDimensionAttribute, kind.laneDimension);
  if (kind.localSize[0] != 0) setKnownLocalSize(kernel, std::to_array(kind.localSize));
  std::string known;
  for (const KnownBytes& object : kind.objects)
    known += (known.empty() ? "" : ",") + llvm::utostr(object.argument) + ":" +
             llvm::utostr(object.offsetBytes) + ":" + llvm::toHex(object.bytes);
  if (!known.empty()) kernel.addFnAttr(kKnownBytesAttribute, known);
}

}  // namespace lanewise
