// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coordinates are inside, at the borders of texels, outside, far outside, infinite, and not
// numbers.
#include "images/random/case.h"

#include "tests/images/reference.h"
#include "tests/split_mix64.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace image_cases {
namespace {

using namespace lanewise::images;
using lanewise::test::SplitMix64;

bool folds(Addressing addressing) {
  return addressing == Addressing::Repeat || addressing == Addressing::RepeatMirrored;
}

float coordinate(SplitMix64& random, size_t extent, bool isNormalized, bool isLayer) {
  const auto size = static_cast<float>(extent);
  const float scale = isNormalized && !isLayer ? 1 / size : 1;
  const auto uniform = [&] { return static_cast<float>(random() % (1 << 20)) / (1 << 20); };
  switch (random() % 16) {
    case 0: return std::numeric_limits<float>::quiet_NaN();
    case 1: return random() % 2 ? INFINITY : -INFINITY;
    case 2:
      return (random() % 2 ? 1.0F : -1.0F) * std::ldexp(1.0F, static_cast<int>(random() % 120));
    case 3: return static_cast<float>(random() % (extent + 3)) * scale - scale;
    case 4: return -0.0F;
    case 5: return size * scale;
    case 6: return (static_cast<float>(random() % extent) + 0.5F) * scale;
    case 7:
    case 8: return (uniform() * 6 - 3) * size * scale;
    default: return uniform() * size * scale;
  }
}

int32_t coordinate(SplitMix64& random, size_t extent) {
  const auto size = static_cast<int64_t>(extent);
  switch (random() % 12) {
    case 0: return static_cast<int32_t>(random());
    case 1: return random() % 2 ? INT32_MIN : INT32_MAX;
    case 2: return -1 - static_cast<int32_t>(random() % 3);
    case 3: return static_cast<int32_t>(size + static_cast<int64_t>(random() % 3));
    default: return static_cast<int32_t>(random() % extent);
  }
}

bool isFloating(const Format& format) {
  return format.type == ChannelType::Float || format.type == ChannelType::HalfFloat;
}

bool isNear(double number, double to) { return std::fabs(number - to) < 1e-3; }

}  // namespace

bool Case::isDepth() const { return format.order == ChannelOrder::Depth; }
bool Case::isInteger() const { return valuesOf(format.type) != Values::Float; }

Case::Case(uint64_t seedOfCase) : seed(seedOfCase) {
  SplitMix64 random(seed);
  operation = static_cast<Operation>(random() % 4);
  format = kFormats[random() % kFormats.size()];
  do kind = &kKinds[random() % std::size(kKinds)];
  while (isDepth() && std::string(kind->name).substr(0, 2) != "2d");
  constexpr size_t kSizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 19, 31, 64, 100};
  for (unsigned d = 0; d < kind->coordinates; ++d)
    extent[d] = d == 0 || static_cast<int>(d) != kind->layer
                    ? kSizes[random() % (d == 2 ? 5 : std::size(kSizes))]
                    : 1 + random() % 4;
  sampler = {static_cast<Addressing>(random() % 5),
             random() % 2 && !isInteger() ? Filter::Linear : Filter::Nearest,
             static_cast<unsigned char>(random() % 2),
             Filter::Nearest,
             0,
             kMostLod};
  if (folds(sampler.addressing)) sampler.isNormalized = 1;
  // Integer coordinates are texels, which only nearest filtering without repetition has.
  if (operation == Operation::SampleAtIntegers) {
    sampler.filter = Filter::Nearest;
    sampler.isNormalized = 0;
    if (folds(sampler.addressing)) sampler.addressing = Addressing::Clamp;
  }
  const size_t texelBytes = format.texelBytes;
  texels.resize(texelCount() * texelBytes);
  for (unsigned char& byte : texels) byte = static_cast<unsigned char>(random());
  if (isFloating(format))
    for (size_t i = 0; i < texelCount(); ++i) {
      lanewise::test::Color color;
      for (double& component : color) component = static_cast<double>(random() % 4096) / 64 - 32;
      const auto bytes = lanewise::test::encode(format.order, format.type, color);
      std::memcpy(texels.data() + i * texelBytes, bytes.data(), texelBytes);
    }
  floats.resize(kItems), integers.resize(kItems), colors.resize(kItems);
  const bool inRow = random() % 3 == 0;
  for (size_t i = 0; i < kItems; ++i) {
    for (unsigned d = 0; d < 3; ++d) {
      floats[i][d] =
          coordinate(random, extent[d], sampler.isNormalized, static_cast<int>(d) == kind->layer);
      integers[i][d] = coordinate(random, extent[d]);
    }
    if (inRow) {
      floats[i] = {(static_cast<float>(i) - 5.25F) /
                       (sampler.isNormalized ? static_cast<float>(extent[0]) : 1),
                   0.25F, 0.25F, 0};
      integers[i] = {static_cast<int32_t>(i) - 5, 0, 0, 0};
    }
    for (uint32_t& component : colors[i]) {
      const double number = static_cast<double>(random() % 5000) / 2000 - 1.25;
      const float value = static_cast<float>(random() % 20 ? number : number * 1e6);
      if (isInteger())
        component = static_cast<uint32_t>(random() >> (random() % 2 ? 32 : 56));
      else
        std::memcpy(&component, &value, sizeof value);
    }
  }
  if (operation != Operation::Write) return;
  // Two work-items that write one texel leave either color: each has a texel of its own.
  for (size_t i = 0; i < kItems; ++i) {
    size_t rest = i * 7;
    if (i % 5 == 4) continue;
    for (unsigned d = 0; d < 3; ++d) {
      integers[i][d] = static_cast<int32_t>(rest % extent[d]);
      rest /= extent[d];
    }
    if (rest) integers[i][0] = -7;
  }
  const bool staysInside = random() % 2;
  std::vector<bool> taken(texelCount());
  for (auto& at : integers) {
    bool inside = true;
    for (unsigned d = 0; d < kind->coordinates; ++d)
      inside = inside && at[d] >= 0 && static_cast<size_t>(at[d]) < extent[d];
    // Nobody writes outside of the image in half of the cases: the specification leaves it
    // undefined.
    at[3] = inside || !staysInside;
    writesOutside = writesOutside || (!inside && at[3]);
    if (!inside) continue;
    size_t index = 0;
    for (unsigned d = kind->coordinates; d-- > 0;)
      index = index * extent[d] + static_cast<size_t>(at[d]);
    if (taken[index]) at[3] = 0;
    taken[index] = true;
  }
}

Rule Case::ruleOf(size_t item) const {
  // Conversions to normalized numbers may round the other way.
  if (writesOutside) return Rule::Undefined;
  if (operation == Operation::Write)
    return isInteger() || isFloating(format) ? Rule::Exact : Rule::Near;
  const Rule value = isInteger() || isFloating(format) ? Rule::Exact : Rule::Near;
  if (operation != Operation::Sample) {
    for (unsigned d = 0; d < kind->coordinates; ++d) {
      const bool inside =
          integers[item][d] >= 0 && static_cast<size_t>(integers[item][d]) < extent[d];
      const bool addressed =
          operation == Operation::SampleAtIntegers && sampler.addressing != Addressing::None;
      if (!inside && !addressed) return Rule::Undefined;
    }
    return value;
  }
  bool isExact = value == Rule::Exact && sampler.filter == Filter::Nearest;
  for (unsigned d = 0; d < kind->coordinates; ++d) {
    const double given = floats[item][d], size = static_cast<double>(extent[d]);
    if (!std::isfinite(given) || std::fabs(given) > 1e4) return Rule::Undefined;
    if (static_cast<int>(d) == kind->layer) {
      if (isNear(std::fabs(given - std::floor(given)), 0.5)) return Rule::Undefined;
      continue;
    }
    const double texel = sampler.isNormalized ? given * size : given;
    const double from = sampler.filter == Filter::Linear ? texel - 0.5 : texel;
    if (sampler.addressing == Addressing::None &&
        (from < 0 || from > size - (sampler.filter == Filter::Linear ? 1 : 0)))
      return Rule::Undefined;
    // The texel depends on how a product is rounded. (A sum of two texels does not.)
    if (sampler.filter == Filter::Nearest && isNear(texel, std::rint(texel)) &&
        sampler.isNormalized)
      return Rule::Undefined;
    // A negative zero and the far border of the image.
    if (sampler.filter == Filter::Nearest && texel == size &&
        sampler.addressing == Addressing::None)
      return Rule::Undefined;
  }
  return isExact ? Rule::Exact : Rule::Near;
}

double Case::tolerance() const {
  const double range = isFloating(format) ? 64 : 1;
  if (format.isSrgb) return 3e-3;
  return sampler.filter == Filter::Linear && operation == Operation::Sample ? 2e-3 * range
                                                                            : 4e-6 * range;
}

std::string Case::describe() const {
  constexpr const char* kOperations[] = {"sample", "sample at integers", "read", "write"};
  constexpr const char* kAddressing[] = {"none", "clamp to edge", "clamp", "repeat",
                                         "mirrored repeat"};
  std::string text = std::string(kOperations[static_cast<int>(operation)]) + ", " + kind->name +
                     ", order " + std::to_string(static_cast<int>(format.order)) + ", type " +
                     std::to_string(static_cast<int>(format.type));
  if (operation == Operation::Sample || operation == Operation::SampleAtIntegers)
    text += std::string(", ") + kAddressing[static_cast<int>(sampler.addressing)] +
            (sampler.filter == Filter::Linear ? ", linear" : ", nearest") +
            (sampler.isNormalized ? ", normalized" : "");
  return text;
}

std::string Case::describe(size_t item) const {
  std::string text = "seed " + std::to_string(seed) + ", item " + std::to_string(item) + " at (";
  for (unsigned d = 0; d < kind->coordinates; ++d)
    text += (d ? ", " : "") + (operation == Operation::Sample ? std::to_string(floats[item][d])
                                                              : std::to_string(integers[item][d]));
  text += ") of (";
  for (unsigned d = 0; d < kind->coordinates; ++d)
    text += (d ? ", " : "") + std::to_string(extent[d]);
  return text + ")";
}

}  // namespace image_cases
