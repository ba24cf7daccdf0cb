// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels read, sample and write images of every format and kind; the reference does the same.
#include "images/test_image.h"
#include "tests/split_mix64.h"

#include <algorithm>
#include <cmath>

namespace kernels {
namespace {

using namespace lanewise::images;
using lanewise::test::SplitMix64;
using lanewise::test::Tap;
using lanewise::test::taps;

constexpr size_t kItems = 83;  // not a multiple of any number of lanes

std::string imageType(const Format& format, const ImageKind& kind) {
  return std::string("image") + kind.name + (format.order == ChannelOrder::Depth ? "_depth" : "") +
         "_t";
}

std::string source(const Format& format, const ImageKind& kind) {
  const std::string image = imageType(format, kind), color = colorTypeOf(format),
                    ending = endingOf(format);
  return "kernel void sample(read_only " + image +
         " image, sampler_t s, global const float4* at, global " + color +
         "* out) {\n  const size_t i = get_global_id(0);\n  const float4 c = at[i];\n  out[i] = read_image" +
         ending + "(image, s, " + kind.floats +
         ");\n}\n"
         "kernel void sample_at_integers(read_only " +
         image + " image, sampler_t s, global const int4* at, global " + color +
         "* out) {\n  const size_t i = get_global_id(0);\n  const int4 c = at[i];\n  out[i] = read_image" +
         ending + "(image, s, " + kind.integers +
         ");\n}\n"
         "kernel void fetch(read_only " +
         image + " image, global const int4* at, global " + color +
         "* out) {\n  const size_t i = get_global_id(0);\n  const int4 c = at[i];\n  out[i] = read_image" +
         ending + "(image, " + kind.integers +
         ");\n}\n"
         "kernel void store(write_only " +
         image + " image, global const int4* at, global const " + color +
         "* colors) {\n  const size_t i = get_global_id(0);\n  const int4 c = at[i];\n"
         "  if (c.w) write_image" +
         ending + "(image, " + kind.integers + ", colors[i]);\n}\n";
}

KernelCall call(const Format& format, const ImageKind& kind, const char* kernel) {
  return KernelCall(TestDevice::get().sourceProgram(source(format, kind), kOptions),
                    imageType(format, kind), kernel);
}

std::vector<ImageKind> kindsOf(const Format& format) {
  std::vector<ImageKind> kinds(std::begin(kImageKinds), std::end(kImageKinds));
  if (format.order == ChannelOrder::Depth)
    std::erase_if(kinds,
                  [](const ImageKind& kind) { return !std::string(kind.name).starts_with("2d"); });
  return kinds;
}

size_t wordsOf(const Format& format) { return format.order == ChannelOrder::Depth ? 1 : 4; }

void expectColors(const Format& format, const std::vector<uint32_t>& words,
                  const std::vector<Color>& expected, bool isExact, const std::string& title) {
  const bool isInteger = valuesOf(format.type) != Values::Float;
  const double range =
      format.type == ChannelType::Float || format.type == ChannelType::HalfFloat ? 64 : 2;
  for (size_t i = 0; i < expected.size(); ++i) {
    const Color color = colorAt(format, words, i);
    for (size_t c = 0; c < wordsOf(format); ++c) {
      if (isExact && !format.isSrgb)
        ASSERT_EQ(color[c], isInteger ? expected[i][c]
                                      : static_cast<double>(static_cast<float>(expected[i][c])))
            << title << ", order " << int(format.order) << ", type " << int(format.type)
            << ", item " << i;
      else
        ASSERT_NEAR(color[c], expected[i][c], 4e-6 * range)
            << title << ", order " << int(format.order) << ", type " << int(format.type)
            << ", item " << i;
    }
  }
}

struct Sampler {
  SamplerDescriptor descriptor;
  cl_sampler handle = nullptr;
};

cl_sampler makeSampler(const SamplerDescriptor& of) {
  const cl_sampler_properties properties[] = {
      CL_SAMPLER_NORMALIZED_COORDS,
      of.isNormalized,
      CL_SAMPLER_ADDRESSING_MODE,
      static_cast<cl_sampler_properties>(0x1130 + static_cast<int>(of.addressing)),
      CL_SAMPLER_FILTER_MODE,
      static_cast<cl_sampler_properties>(0x1140 + static_cast<int>(of.filter)),
      0};
  cl_int error = CL_SUCCESS;
  cl_sampler made = clCreateSamplerWithProperties(TestDevice::get().context(), properties, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

std::vector<SamplerDescriptor> samplersFor(const Format& format) {
  std::vector<SamplerDescriptor> all;
  for (const Addressing addressing :
       {Addressing::ClampToEdge, Addressing::Clamp, Addressing::Repeat, Addressing::RepeatMirrored})
    for (const Filter filter : {Filter::Nearest, Filter::Linear})
      for (const unsigned char isNormalized : {0, 1}) {
        const bool folds =
            addressing == Addressing::Repeat || addressing == Addressing::RepeatMirrored;
        if ((folds && !isNormalized) ||
            (filter == Filter::Linear && valuesOf(format.type) != Values::Float))
          continue;
        all.push_back({addressing, filter, isNormalized, Filter::Nearest, 0, kMostLod});
      }
  return all;
}

// Away from the borders between texels, where the result depends on rounding.
std::vector<cl_float4> coordinatesFor(const ImageKind& kind, const SamplerDescriptor& sampler,
                                      uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<cl_float4> at(kItems);
  const bool inRow = random() % 2;
  for (size_t i = 0; i < kItems; ++i)
    for (int d = 0; d < 3; ++d) {
      const auto extent = static_cast<int64_t>(kind.extent[static_cast<size_t>(d)]);
      const auto step =
          static_cast<int64_t>(random() % static_cast<uint64_t>(5 * extent)) - 2 * extent;
      const double inside =
          0.1 + 0.3 * static_cast<double>(random() % 256) / 256 + (random() % 2 ? 0.5 : 0);
      double u = static_cast<double>(step) + inside;
      // Work-items side by side read texels side by side.
      if (inRow) u = d == 0 ? static_cast<double>(i) - 10 + 0.75 : 1.25;
      if (d == kind.layerCoordinate)
        at[i].s[d] = static_cast<float>(random() % 9) * 0.75F - 1;
      else
        at[i].s[d] = static_cast<float>(sampler.isNormalized ? u / static_cast<double>(extent) : u);
    }
  return at;
}

Color sampled(const TestImage& image, const ImageKind& kind, const SamplerDescriptor& sampler,
              const cl_float4& at) {
  std::array<std::vector<Tap>, 3> places;
  for (int d = 0; d < 3; ++d) {
    const auto extent = static_cast<long>(kind.extent[static_cast<size_t>(d)]);
    auto& of = places[static_cast<size_t>(d)];
    if (d >= kind.coordinates)
      of = {{0, 1}};
    else if (d == kind.layerCoordinate)
      of = {{std::lround(std::clamp(std::nearbyint(static_cast<double>(at.s[d])), 0.0,
                                    static_cast<double>(extent - 1))),
             1}};
    else
      of = taps(sampler.addressing, sampler.filter, sampler.isNormalized, at.s[d], extent);
  }
  Color sum = {};
  for (const Tap& z : places[2])
    for (const Tap& y : places[1])
      for (const Tap& x : places[0]) {
        const Color texel = image.texel({x.texel, y.texel, z.texel});
        for (size_t c = 0; c < 4; ++c) sum[c] += x.weight * y.weight * z.weight * texel[c];
      }
  return sum;
}

TEST(Lookups, EveryFormatIsSampled) {
  uint64_t seed = 0;
  for (const Format& format : kFormats)
    for (const ImageKind& kind : kindsOf(format)) {
      const TestImage image(format, kind, ++seed);
      for (const SamplerDescriptor& sampler : samplersFor(format)) {
        const std::vector<cl_float4> at = coordinatesFor(kind, sampler, ++seed);
        std::vector<Color> expected;
        for (const cl_float4& coordinates : at)
          expected.push_back(sampled(image, kind, sampler, coordinates));
        const cl_sampler handle = makeSampler(sampler);
        const Buffer<cl_float4> places(at);
        const Buffer<uint32_t> colors(kItems * wordsOf(format), 0U);
        call(format, kind, "sample")
            .add(image.memory())
            .add(handle)
            .add(places)
            .add(colors)
            .run(range1(kItems));
        clReleaseSampler(handle);
        expectColors(
            format, colors.read(), expected, sampler.filter == Filter::Nearest,
            std::string(kind.name) + ", addressing " + std::to_string(int(sampler.addressing)));
        if (HasFatalFailure()) return;
      }
    }
}

// Integer coordinates: without a sampler inside of the image, with one everywhere.
TEST(Lookups, EveryFormatIsReadAtIntegers) {
  uint64_t seed = 0;
  for (const Format& format : kFormats)
    for (const ImageKind& kind : kindsOf(format)) {
      const TestImage image(format, kind, ++seed);
      SplitMix64 random(++seed);
      std::vector<cl_int4> inside(kItems), anywhere(kItems);
      std::vector<Color> fetched, clamped;
      for (size_t i = 0; i < kItems; ++i) {
        std::array<long, 3> in = {}, any = {};
        for (size_t d = 0; d < 3; ++d) {
          const auto extent = static_cast<long>(kind.extent[d]);
          in[d] = static_cast<long>(random() % static_cast<uint64_t>(extent));
          any[d] =
              static_cast<int>(d) == kind.layerCoordinate || static_cast<int>(d) >= kind.coordinates
                  ? in[d]
                  : static_cast<long>(random() % static_cast<uint64_t>(extent + 6)) - 3;
          inside[i].s[d] = static_cast<int>(in[d]);
          anywhere[i].s[d] = static_cast<int>(any[d]);
        }
        fetched.push_back(image.texel(in));
        clamped.push_back(image.texel(any));
      }
      const Buffer<uint32_t> colors(kItems * wordsOf(format), 0U),
          others(kItems * wordsOf(format), 0U);
      const Buffer<cl_int4> places(inside), outside(anywhere);
      call(format, kind, "fetch").add(image.memory()).add(places).add(colors).run(range1(kItems));
      expectColors(format, colors.read(), fetched, true, std::string("fetch, ") + kind.name);
      const cl_sampler clamp =
          makeSampler({Addressing::Clamp, Filter::Nearest, 0, Filter::Nearest, 0, kMostLod});
      call(format, kind, "sample_at_integers")
          .add(image.memory())
          .add(clamp)
          .add(outside)
          .add(others)
          .run(range1(kItems));
      clReleaseSampler(clamp);
      expectColors(format, others.read(), clamped, true, std::string("sampler, ") + kind.name);
      if (HasFatalFailure()) return;
    }
}

// Some work-items do not write, some write outside of the image.
TEST(Lookups, EveryFormatIsWritten) {
  uint64_t seed = 0;
  for (const Format& format : kFormats)
    for (const ImageKind& kind : kindsOf(format)) {
      const TestImage image(format, kind, ++seed);
      SplitMix64 random(++seed);
      std::vector<unsigned char> expected = image.bytes();
      std::vector<cl_int4> at(kItems);
      std::vector<uint32_t> words(kItems * wordsOf(format));
      std::vector<std::array<long, 3>> written;
      for (size_t i = 0; i < kItems; ++i) {
        std::array<long, 3> texel = {};
        for (int d = 0; d < kind.coordinates; ++d) {
          const auto extent = static_cast<uint64_t>(kind.extent[static_cast<size_t>(d)]);
          texel[static_cast<size_t>(d)] = d == kind.layerCoordinate
                                              ? static_cast<long>(random() % extent)
                                              : static_cast<long>(random() % (extent + 2)) - 1;
          at[i].s[d] = static_cast<int>(texel[static_cast<size_t>(d)]);
        }
        // Work-items have no order: none writes what another one writes.
        at[i].s[3] = random() % 5 != 0 && std::ranges::find(written, texel) == written.end();
        for (size_t c = 0; c < wordsOf(format); ++c) {
          const float value =
              static_cast<float>(static_cast<double>(random() % 100000) / 60000 - 0.5);
          words[wordsOf(format) * i + c] = valuesOf(format.type) == Values::Float
                                               ? std::bit_cast<uint32_t>(value)
                                               : static_cast<uint32_t>(random() >> (random() % 40));
        }
        if (!at[i].s[3] || !image.has(texel)) continue;
        written.push_back(texel);
        const auto bytes =
            lanewise::test::encode(format.order, format.type, colorAt(format, words, i));
        std::ranges::copy(bytes,
                          expected.begin() + static_cast<std::ptrdiff_t>(image.offsetOf(texel)));
      }
      const Buffer<cl_int4> places(at);
      const Buffer<uint32_t> colors(words);
      call(format, kind, "store").add(image.memory()).add(places).add(colors).run(range1(kItems));
      ASSERT_EQ(image.read(), expected)
          << kind.name << ", order " << int(format.order) << ", type " << int(format.type);
    }
}

}  // namespace
}  // namespace kernels
