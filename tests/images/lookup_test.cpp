// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// images/lookup.h with one and with 16 work-items at a time, against the reference: every format,
// and every combination of addressing, filter and kind of coordinate for each kind of image.
#include "images/lookup.h"
#include "images/formats.h"
#include "tests/images/reference.h"
#include "tests/split_mix64.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace lanewise;
using namespace lanewise::images;
using lanewise::test::border;
using lanewise::test::Color;
using lanewise::test::decode;
using lanewise::test::encode;
using lanewise::test::SplitMix64;
using lanewise::test::Tap;
using lanewise::test::taps;

namespace {

constexpr int kItems = 16;

std::string nameOf(const Format& format) {
  return "order " + std::to_string(static_cast<int>(format.order)) + ", type " +
         std::to_string(static_cast<int>(format.type));
}

// An image with gaps between its rows and slices, and the bytes around it.
class TestImage {
 public:
  TestImage(const Format& format, unsigned coordinates, unsigned char layerCoordinate,
            std::array<unsigned, 3> extent) {
    descriptor.format = format;
    descriptor.coordinates = static_cast<unsigned char>(coordinates);
    descriptor.layerCoordinate = layerCoordinate;
    descriptor.levels = 1;
    Level& level = descriptor.level[0];
    level.pitch[0] = extent[0] * format.texelBytes + 3;
    level.pitch[1] = extent[1] * level.pitch[0] + 5;
    for (int d = 0; d < 3; ++d) level.extent[d] = extent[d];
    bytes.resize(extent[2] * level.pitch[1]);
    level.texels = bytes.data();
    level.isSmall = isSmall(format, level);
  }

  void fill(uint64_t seed) {
    SplitMix64 random(seed);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
    if (descriptor.format.type != ChannelType::Float &&
        descriptor.format.type != ChannelType::HalfFloat)
      return;
    // Numbers that have a finite sum.
    const Level& level = descriptor.level[0];
    for (unsigned z = 0; z < level.extent[2]; ++z)
      for (unsigned y = 0; y < level.extent[1]; ++y)
        for (unsigned x = 0; x < level.extent[0]; ++x) {
          Color color;
          for (double& component : color)
            component = static_cast<double>(random() % 4096) / 64 - 32;
          const auto texel = encode(descriptor.format.order, descriptor.format.type, color);
          std::memcpy(at(x, y, z), texel.data(), texel.size());
        }
  }

  unsigned char* at(unsigned long x, unsigned long y, unsigned long z) {
    const Level& level = descriptor.level[0];
    return level.texels + x * descriptor.format.texelBytes + y * level.pitch[0] +
           z * level.pitch[1];
  }

  Color texel(long x, long y, long z) {
    if (x < 0 || y < 0 || z < 0) return border(descriptor.format.order);
    return decode(descriptor.format.order, descriptor.format.type,
                  at(static_cast<unsigned long>(x), static_cast<unsigned long>(y),
                     static_cast<unsigned long>(z)));
  }

  ImageDescriptor descriptor = {};
  std::vector<unsigned char> bytes;
};

template <class T>
double numberOf(const Format& format, T value) {
  if constexpr (std::is_same_v<T, unsigned>)
    return valuesOf(format.type) == Values::Signed ? static_cast<double>(static_cast<int>(value))
                                                   : value;
  else
    return value;
}

// Texels of TestImage differ by this much at most: so much does an error of a weight change a sum.
double rangeOf(const Format& format) {
  return format.type == ChannelType::Float || format.type == ChannelType::HalfFloat ? 64 : 2;
}

// Formats of channels are read exactly, sRGB and sums nearly.
template <class T>
void expectColor(const Format& format, const Color& expected, const T (&actual)[4], bool exact,
                 const std::string& where) {
  for (size_t c = 0; c < 4; ++c) {
    if (format.order == ChannelOrder::Depth && c > 0) return;
    const double value = numberOf(format, actual[c]);
    const double wanted =
        std::is_same_v<T, float> && exact ? static_cast<float>(expected[c]) : expected[c];
    if (exact && !format.isSrgb)
      ASSERT_EQ(value, wanted) << where << ", component " << c;
    else
      ASSERT_NEAR(value, expected[c], 4e-6 * rangeOf(format)) << where << ", component " << c;
  }
}

struct Kind {
  const char* name;
  unsigned coordinates;
  unsigned char layerCoordinate;
  std::array<unsigned, 3> extent;
};

constexpr Kind kKinds[] = {
    {"1D", 1, kNoLayers, {7, 1, 1}},          {"1D array", 2, 1, {7, 3, 1}},
    {"2D", 2, kNoLayers, {7, 5, 1}},          {"2D array", 3, 2, {7, 5, 3}},
    {"3D", 3, kNoLayers, {7, 5, 4}},          {"2D of one texel", 2, kNoLayers, {1, 1, 1}},
    {"2D of rows", 2, kNoLayers, {24, 5, 1}},  // a row has a texel for each of the work-items
};

// What the coordinates of all work-items have in common, for the ways in which texels are loaded.
struct Pattern {
  explicit Pattern(SplitMix64& random)
      : isInside(random() % 3 == 0),
        isRow(random() % 3 == 0),
        centered(random() % 2 ? static_cast<unsigned>(random() % 8) : 0) {}

  bool isInside;      // a linear filter has two texels of the image
  bool isRow;         // at texels side by side
  unsigned centered;  // bit d: along coordinate d, a linear filter has one texel
};

// In texels. Those of normalized coordinates stay away from the borders between texels, where the
// result depends on rounding.
double randomPlace(SplitMix64& random, unsigned count, bool isInside, bool isCentered) {
  const double inside =
      isCentered ? 0.5
                 : 0.1 + 0.3 * static_cast<double>(random() % 256) / 256 + (random() % 2 ? 0.5 : 0);
  if (isInside && isCentered) return static_cast<double>(random() % count) + inside;
  if (isInside && count > 1) return static_cast<double>(random() % (count - 1)) + 0.75;
  return static_cast<double>(static_cast<int64_t>(random() % (5 * count)) -
                             2 * static_cast<int64_t>(count)) +
         inside;
}

Coordinates<float, kItems> randomCoordinates(SplitMix64& random, const Kind& kind,
                                             const SamplerDescriptor& sampler) {
  const Pattern pattern(random);
  Coordinates<float, kItems> at = {};
  for (unsigned d = 0; d < 3; ++d) {
    const unsigned extent = kind.extent[d];
    const bool isRow = pattern.isRow && d == 0, isCentered = pattern.centered >> d & 1;
    double first = 0;
    for (int l = 0; l < kItems; ++l) {
      if (d == kind.layerCoordinate) {
        at.of[d][l] = static_cast<float>(random() % 9) * 0.75F - 1;
      } else {
        const unsigned count = isRow && extent > kItems ? extent - kItems + 1 : extent;
        const double place = randomPlace(random, count, pattern.isInside, isCentered);
        if (l == 0) first = place;
        const double u = isRow ? first + l : place;
        at.of[d][l] = static_cast<float>(sampler.isNormalized ? u / extent : u);
      }
      if (pattern.isRow && d > 0) at.of[d][l] = at.of[d][0];
    }
  }
  return at;
}

// One at a time, an item has the same bits.
template <class T>
void expectSameAlone(const TestImage& image, const SamplerDescriptor& sampler,
                     const Coordinates<float, kItems>& at, int l, const Texels<T, kItems>& colors,
                     const std::string& where) {
  const Coordinates<float, 1> one = {{{at.of[0][l]}, {at.of[1][l]}, {at.of[2][l]}}};
  Texels<T, 1> alone;
  sample(image.descriptor, sampler, one, {0}, alone);
  for (int c = 0; c < 4; ++c)
    ASSERT_EQ(std::memcmp(&alone.of[c][0], &colors.of[c][l], sizeof(T)), 0)
        << where << ", component " << c;
}

template <class T>
void checkSample(const Kind& kind, const Format& format, const SamplerDescriptor& sampler,
                 uint64_t seed) {
  TestImage image(format, kind.coordinates, kind.layerCoordinate, kind.extent);
  image.fill(seed);
  SplitMix64 random(seed);
  const Coordinates<float, kItems> at = randomCoordinates(random, kind, sampler);
  const float lod[kItems] = {};
  Texels<T, kItems> colors;
  sample(image.descriptor, sampler, at, lod, colors);
  for (int l = 0; l < kItems; ++l) {
    std::array<std::vector<Tap>, 3> places;
    for (unsigned d = 0; d < 3; ++d) {
      if (d >= kind.coordinates) {
        places[d] = {{0, 1}};
      } else if (d == kind.layerCoordinate) {
        const double layer =
            std::clamp(std::nearbyint(static_cast<double>(at.of[d][l])), 0.0, kind.extent[d] - 1.0);
        places[d] = {{std::lround(layer), 1}};
      } else {
        places[d] = taps(sampler.addressing, sampler.filter, sampler.isNormalized, at.of[d][l],
                         kind.extent[d]);
      }
    }
    Color expected = {};
    for (const Tap& z : places[2])
      for (const Tap& y : places[1])
        for (const Tap& x : places[0]) {
          const Color texel = image.texel(x.texel, y.texel, z.texel);
          for (size_t c = 0; c < 4; ++c) expected[c] += x.weight * y.weight * z.weight * texel[c];
        }
    const std::string where = nameOf(format) + ", " + kind.name + ", addressing " +
                              std::to_string(static_cast<int>(sampler.addressing)) + ", item " +
                              std::to_string(l) + " at " + std::to_string(at.of[0][l]) + ", " +
                              std::to_string(at.of[1][l]) + ", " + std::to_string(at.of[2][l]);
    const T color[4] = {colors.of[0][l], colors.of[1][l], colors.of[2][l], colors.of[3][l]};
    expectColor(format, expected, color, sampler.filter == Filter::Nearest, where);
    expectSameAlone(image, sampler, at, l, colors, where);
    if (testing::Test::HasFatalFailure()) return;
  }
}

std::vector<SamplerDescriptor> samplers(bool isFloat) {
  std::vector<SamplerDescriptor> all;
  for (const Addressing addressing :
       {Addressing::ClampToEdge, Addressing::Clamp, Addressing::Repeat, Addressing::RepeatMirrored})
    for (const Filter filter : {Filter::Nearest, Filter::Linear})
      for (const unsigned char isNormalized : {0, 1}) {
        const bool folds =
            addressing == Addressing::Repeat || addressing == Addressing::RepeatMirrored;
        if ((folds && !isNormalized) || (filter == Filter::Linear && !isFloat)) continue;
        all.push_back({addressing, filter, isNormalized, Filter::Nearest, 0, kMostLod});
      }
  return all;
}

TEST(Lookup, EveryFormatIsSampledAsTheSpecificationSays) {
  uint64_t seed = 0;
  for (const Format& format : kFormats)
    for (const Kind& kind : kKinds) {
      const bool isFloat = valuesOf(format.type) == Values::Float;
      for (const SamplerDescriptor& sampler : samplers(isFloat)) {
        if (isFloat)
          checkSample<float>(kind, format, sampler, ++seed);
        else
          checkSample<unsigned>(kind, format, sampler, ++seed);
        if (HasFatalFailure()) return;
      }
    }
}

template <class T>
void checkRead(const Kind& kind, const Format& format, uint64_t seed) {
  TestImage image(format, kind.coordinates, kind.layerCoordinate, kind.extent);
  image.fill(seed);
  SplitMix64 random(seed);
  Coordinates<int, kItems> at = {};
  for (int d = 0; d < 3; ++d)
    for (int& coordinate : at.of[d]) {
      coordinate = static_cast<int>(random() % (kind.extent[d] + 4)) - 2;
      // A layer that does not exist is undefined.
      if (d == kind.layerCoordinate) coordinate = static_cast<int>(random() % kind.extent[d]);
    }
  at.of[0][3] = std::numeric_limits<int>::min();
  at.of[0][5] = std::numeric_limits<int>::max();
  Texels<T, kItems> colors;
  read(image.descriptor, at, 0, colors);
  for (int l = 0; l < kItems; ++l) {
    long texel[3] = {};
    for (unsigned d = 0; d < kind.coordinates; ++d)
      texel[d] = at.of[d][l] < 0 || static_cast<unsigned>(at.of[d][l]) >= kind.extent[d]
                     ? -1
                     : at.of[d][l];
    const T color[4] = {colors.of[0][l], colors.of[1][l], colors.of[2][l], colors.of[3][l]};
    expectColor(format, image.texel(texel[0], texel[1], texel[2]), color, true,
                nameOf(format) + ", " + kind.name + ", item " + std::to_string(l));
  }
}

TEST(Lookup, EveryFormatIsReadWithoutASampler) {
  uint64_t seed = 0;
  for (const Format& format : kFormats)
    for (const Kind& kind : kKinds) {
      if (valuesOf(format.type) == Values::Float)
        checkRead<float>(kind, format, ++seed);
      else
        checkRead<unsigned>(kind, format, ++seed);
      if (HasFatalFailure()) return;
    }
}

template <class T>
T randomComponent(SplitMix64& random, const Format& format) {
  if constexpr (std::is_same_v<T, unsigned>)
    return static_cast<unsigned>(random() >> (random() % 40));
  else if (format.type == ChannelType::Float || format.type == ChannelType::HalfFloat)
    return static_cast<float>(static_cast<double>(static_cast<int64_t>(random())) * 1e-16);
  else
    return static_cast<float>(static_cast<double>(random() % 100000) / 70000 - 0.2) *
           (random() % 2 ? 1.0F : -1.0F);
}

template <class T>
void checkWrite(const Kind& kind, const Format& format, uint64_t seed) {
  TestImage image(format, kind.coordinates, kind.layerCoordinate, kind.extent);
  image.fill(seed);
  TestImage expected(format, kind.coordinates, kind.layerCoordinate, kind.extent);
  expected.bytes = image.bytes, expected.descriptor.level[0].texels = expected.bytes.data();
  SplitMix64 random(seed);
  Coordinates<int, kItems> at = {};
  Texels<T, kItems> colors;
  int active[kItems];
  for (int l = 0; l < kItems; ++l) {
    active[l] = random() % 4 != 0;
    bool isInside = true;
    for (unsigned d = 0; d < 3; ++d) {
      at.of[d][l] = static_cast<int>(random() % (kind.extent[d] + 2)) - 1;
      isInside &= d >= kind.coordinates ||
                  (at.of[d][l] >= 0 && static_cast<unsigned>(at.of[d][l]) < kind.extent[d]);
    }
    Color color;
    for (int c = 0; c < 4; ++c) {
      colors.of[c][l] = randomComponent<T>(random, format);
      color[static_cast<size_t>(c)] = numberOf(format, colors.of[c][l]);
    }
    if (!active[l] || !isInside) continue;
    const auto place = [&](unsigned d) {
      return d < kind.coordinates ? static_cast<unsigned long>(at.of[d][l]) : 0;
    };
    const auto texel = encode(format.order, format.type, color);
    ASSERT_EQ(texel.size(), format.texelBytes);
    std::memcpy(expected.at(place(0), place(1), place(2)), texel.data(), texel.size());
  }
  write(image.descriptor, at, 0, active, colors);
  ASSERT_EQ(image.bytes, expected.bytes) << nameOf(format) << ", " << kind.name;
}

TEST(Lookup, EveryFormatIsWrittenAndNothingElse) {
  uint64_t seed = 0;
  for (const Format& format : kFormats)
    for (const Kind& kind : kKinds)
      for (int times = 0; times < 4; ++times) {
        if (valuesOf(format.type) == Values::Float)
          checkWrite<float>(kind, format, ++seed);
        else
          checkWrite<unsigned>(kind, format, ++seed);
        if (HasFatalFailure()) return;
      }
}

// The product in float is 159.5, the exact one less: the conformance tests demand the former.
TEST(Lookup, ComponentsAreProductsInFloat) {
  for (const ChannelOrder order : {ChannelOrder::RGBA, ChannelOrder::sRGBA}) {
    unsigned char texel[4] = {};
    const Texels<float, 1> color = {{{0}, {0}, {0}, {0.62549019F}}};
    storeColor(makeFormat(order, ChannelType::UnormInt8), texel, color);
    EXPECT_EQ(texel[3], 160);
  }
}

// Every value of a channel of up to 16 bits survives a read and a write.
TEST(Lookup, ReadAndWriteGiveTheSameTexel) {
  for (const Format& format : kFormats) {
    if (valuesOf(format.type) != Values::Float || format.type == ChannelType::Float) continue;
    const unsigned bits = channelBits(format.type) == 0 ? 16 : channelBits(format.type);
    for (unsigned word = 0; word < 1U << bits; ++word) {
      if (format.type == ChannelType::HalfFloat && (word & 0x7C00) == 0x7C00) continue;  // NaN
      unsigned char texel[16] = {}, again[16] = {};
      for (unsigned n = 0; n < 8; ++n) {
        if (bits == 8)
          texel[2 * n] = texel[2 * n + 1] = static_cast<unsigned char>(word);
        else
          texel[2 * n] = static_cast<unsigned char>(word),
                    texel[2 * n + 1] = static_cast<unsigned char>(word >> 8);
      }
      ImageDescriptor image = {format, 1, kNoLayers, 1, {{texel, {16, 16}, {1, 1, 1}, 1}}, {}};
      Texels<float, 1> color;
      read(image, {}, 0, color);
      storeColor(format, again, color);
      const Color expected = decode(format.order, format.type, texel);
      const auto bytes = encode(format.order, format.type, expected);
      ASSERT_EQ(std::memcmp(again, bytes.data(), bytes.size()), 0)
          << nameOf(format) << ", word " << word;
    }
  }
}

// Every other item has the value along coordinate d.
void checkUnusual(const TestImage& image, const SamplerDescriptor& sampler, unsigned d,
                  float value) {
  Coordinates<float, kItems> at = {};
  float lod[kItems] = {};
  for (unsigned e = 0; e < 3; ++e)
    for (float& coordinate : at.of[e])
      coordinate = e == image.descriptor.layerCoordinate || !sampler.isNormalized ? 1.25F : 0.4F;
  for (int l = 1; l < kItems; l += 2) at.of[d][l] = lod[l] = value;
  Texels<float, kItems> colors;
  sample(image.descriptor, sampler, at, lod, colors);
  for (int l = 0; l < kItems; l += 2)
    expectSameAlone(image, sampler, at, l, colors,
                    nameOf(image.descriptor.format) + ", item " + std::to_string(l) + " beside " +
                        std::to_string(value) + " along " + std::to_string(d));
  const Coordinates<float, 1> one = {{{at.of[0][1]}, {at.of[1][1]}, {at.of[2][1]}}};
  Texels<float, 1> color;
  sample(image.descriptor, sampler, one, {value}, color);
}

// Coordinates that are not numbers, infinite or enormous lead to a texel of the image or its
// border, and leave those of other items alone. In the format of one byte, the least int times the
// bytes of a texel is far away.
TEST(Lookup, UnusualCoordinatesStayInside) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Format& format : {makeFormat(ChannelOrder::RGBA, ChannelType::Float),
                               makeFormat(ChannelOrder::R, ChannelType::UnormInt8)})
    for (const unsigned char layerCoordinate : {kNoLayers, static_cast<unsigned char>(2)}) {
      TestImage image(format, 3, layerCoordinate, {3, 4, 5});
      image.fill(1);
      for (const float value :
           {std::nanf(""), kInfinity, -kInfinity, 3e38F, -3e38F, 2147483648.0F, -2147483904.0F})
        for (const SamplerDescriptor& sampler : samplers(true))
          for (unsigned d = 0; d < 3; ++d) {
            checkUnusual(image, sampler, d, value);
            if (HasFatalFailure()) return;
          }
    }
}

TEST(Lookup, LevelsOfDetail) {
  TestImage image(makeFormat(ChannelOrder::R, ChannelType::Float), 1, kNoLayers, {8, 1, 1});
  image.descriptor.levels = 3;
  float texels[14];
  for (int i = 0; i < 14; ++i) texels[i] = static_cast<float>(i);
  const unsigned first[3] = {0, 8, 12};
  for (unsigned n = 0; n < 3; ++n)
    image.descriptor.level[n] = {
        reinterpret_cast<unsigned char*>(texels + first[n]), {64, 64}, {8U >> n, 1, 1}, 1};
  const auto red = [&](SamplerDescriptor sampler, float lod) {
    Texels<float, 1> color;
    sample(image.descriptor, sampler, Coordinates<float, 1>{{{0.99F}, {0}, {0}}}, {lod}, color);
    return color.of[0][0];
  };
  SamplerDescriptor sampler = {
      Addressing::ClampToEdge, Filter::Nearest, 1, Filter::Nearest, 0, kMostLod};
  EXPECT_EQ(red(sampler, 0), 7);
  EXPECT_EQ(red(sampler, 0.4F), 7);
  EXPECT_EQ(red(sampler, 0.6F), 11);
  EXPECT_EQ(red(sampler, 1.5F), 11);
  EXPECT_EQ(red(sampler, 2), 13);
  EXPECT_EQ(red(sampler, 9), 13);
  EXPECT_EQ(red(sampler, -4), 7);
  EXPECT_EQ(red(sampler, std::nanf("")), 7);
  sampler.mipFilter = Filter::Linear;
  EXPECT_EQ(red(sampler, 0.25F), 8);
  sampler.leastLod = 1, sampler.mostLod = 1;
  EXPECT_EQ(red(sampler, 0), 11);
  EXPECT_EQ(red(sampler, 2), 11);
  Texels<float, 1> color;
  read(image.descriptor, Coordinates<int, 1>{{{3}, {0}, {0}}}, 1, color);
  EXPECT_EQ(color.of[0][0], 11);
}

}  // namespace
