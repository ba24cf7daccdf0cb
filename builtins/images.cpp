// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The image instructions: images/ has the work, here are the functions that kernels call.
// Coordinates that an image does not have are ignored.
#include "builtins/vector.h"
#include "images/lookup.h"

using namespace lanewise::images;

namespace {

template <class T>
struct ColorOf;
template <>
struct ColorOf<f32> {
  using Vector = f32x4;
};
template <>
struct ColorOf<u32> {
  using Vector = i32x4;
};
template <class T>
using Color = typename ColorOf<T>::Vector;

template <class T>
INLINE Color<T> colorOf(const Texels<T, 1>& texels) {
  using Element = decltype(Color<T>()[0] + 0);
  Color<T> color;
  EACH(c, 4) color[c] = static_cast<Element>(texels.of[c][0]);
  return color;
}

template <class T, class Coordinate>
INLINE Color<T> sampled(const void* image, const void* sampler, Coordinate x, Coordinate y,
                        Coordinate z, f32 lod) {
  Texels<T, 1> texels;
  const f32 lods[1] = {lod};
  sample<T, Coordinate, 1>(*static_cast<const ImageDescriptor*>(image),
                           *static_cast<const SamplerDescriptor*>(sampler), {{{x}, {y}, {z}}}, lods,
                           texels);
  return colorOf(texels);
}

template <class T>
INLINE Color<T> fetched(const void* image, i32 x, i32 y, i32 z, i32 level) {
  Texels<T, 1> texels;
  read<T, 1>(*static_cast<const ImageDescriptor*>(image), {{{x}, {y}, {z}}}, u32(level), texels);
  return colorOf(texels);
}

template <class T>
INLINE void written(const void* image, i32 x, i32 y, i32 z, i32 level, Color<T> color) {
  Texels<T, 1> texels;
  EACH(c, 4) texels.of[c][0] = static_cast<T>(color[c]);
  const i32 active[1] = {1};
  write<T, 1>(*static_cast<const ImageDescriptor*>(image), {{{x}, {y}, {z}}}, u32(level), active,
              texels);
}

INLINE const ImageDescriptor& descriptor(const void* image) {
  return *static_cast<const ImageDescriptor*>(image);
}

}  // namespace

LW_LARGE f32x4 lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(const void* image, const void* sampler,
                                                         f32 x, f32 y, f32 z, f32 lod) {
  return sampled<f32>(image, sampler, x, y, z, lod);
}
LW_LARGE f32x4 lw_ImageSample_rf32x4_p_p_i32_i32_i32_f32(const void* image, const void* sampler,
                                                         i32 x, i32 y, i32 z, f32 lod) {
  return sampled<f32>(image, sampler, x, y, z, lod);
}
LW_LARGE i32x4 lw_ImageSample_ri32x4_p_p_f32_f32_f32_f32(const void* image, const void* sampler,
                                                         f32 x, f32 y, f32 z, f32 lod) {
  return sampled<u32>(image, sampler, x, y, z, lod);
}
LW_LARGE i32x4 lw_ImageSample_ri32x4_p_p_i32_i32_i32_f32(const void* image, const void* sampler,
                                                         i32 x, i32 y, i32 z, f32 lod) {
  return sampled<u32>(image, sampler, x, y, z, lod);
}

LW_LARGE f32x4 lw_ImageRead_rf32x4_p_i32_i32_i32_i32(const void* image, i32 x, i32 y, i32 z,
                                                     i32 level) {
  return fetched<f32>(image, x, y, z, level);
}
LW_LARGE i32x4 lw_ImageRead_ri32x4_p_i32_i32_i32_i32(const void* image, i32 x, i32 y, i32 z,
                                                     i32 level) {
  return fetched<u32>(image, x, y, z, level);
}

LW_LARGE void lw_ImageWrite_p_i32_i32_i32_i32_f32x4(const void* image, i32 x, i32 y, i32 z,
                                                    i32 level, f32x4 color) {
  written<f32>(image, x, y, z, level, color);
}
LW_LARGE void lw_ImageWrite_p_i32_i32_i32_i32_i32x4(const void* image, i32 x, i32 y, i32 z,
                                                    i32 level, i32x4 color) {
  written<u32>(image, x, y, z, level, color);
}

// The extent along a coordinate; 1 for those that the image does not have.
LW i32 lw_ImageExtent_p_i32_i32(const void* image, i32 coordinate, i32 level) {
  const ImageDescriptor& of = descriptor(image);
  const u32 number = u32(level) < of.levels ? u32(level) : 0;
  return i32(of.level[number].extent[coordinate]);
}
LW i32 lw_ImageLevels_p(const void* image) { return descriptor(image).levels; }
LW i32 lw_ImageOrder_p(const void* image) { return i32(descriptor(image).format.order); }
LW i32 lw_ImageType_p(const void* image) { return i32(descriptor(image).format.type); }

// The level of detail by gradients of normalized coordinates along x and y of the screen, as OpenGL
// defines it.
LW f32 lw_log2_f32(f32 x);
LW f32 lw_ImageLod_p_f32_f32_f32_f32_f32_f32(const void* image, f32 xs, f32 xt, f32 xr, f32 ys,
                                             f32 yt, f32 yr) {
  const Level& level = descriptor(image).level[0];
  const f32 width = f32(level.extent[0]), height = f32(level.extent[1]),
            depth = f32(level.extent[2]);
  const auto square = [](f32 a, f32 b, f32 c) { return a * a + b * b + c * c; };
  const f32 x = square(xs * width, xt * height, xr * depth);
  const f32 y = square(ys * width, yt * height, yr * depth);
  return 0.5F * lw_log2_f32(x > y ? x : y);
}

// Blocks of sub-groups: rows of bytes from byte x on, without conversion. Outside of the image a
// read gives the texel at the edge, a write has no effect. `active` has a bit for each work-item.
LW_LARGE void lw_ImageBlockRead_p_i32_i32_i32_i32_i64_p(const void* image, i32 x, i32 y,
                                                        i32 rowBytes, i32 rows, i64 active,
                                                        void* memory) {
  if (!active) return;
  const ImageDescriptor& of = descriptor(image);
  const Level& level = of.level[0];
  const i64 texel = of.format.texelBytes ? of.format.texelBytes : 1;
  const i64 width = level.extent[0] * texel, height = level.extent[1];
  auto* to = static_cast<unsigned char*>(memory);
  for (i64 row = y; row < i64(y) + rows; ++row, to += rowBytes) {
    const i64 inside = row < 0 ? 0 : row < height ? row : height - 1;
    const unsigned char* from = level.texels + u64(inside) * level.pitch[0];
    if (x >= 0 && i64(x) + rowBytes <= width) {
      __builtin_memcpy(to, from + x, u64(rowBytes));
      continue;
    }
    for (i64 byte = 0; byte < rowBytes; ++byte) {
      const i64 at = x + byte, place = ((at % texel) + texel) % texel;
      to[byte] = from[at < 0 ? place : at < width ? at : width - texel + place];
    }
  }
}
LW_LARGE void lw_ImageBlockWrite_p_i32_i32_i32_i32_i32_i64_p(const void* image, i32 x, i32 y,
                                                             i32 elementBytes, i32 lanes, i32 rows,
                                                             i64 active, const void* memory) {
  const ImageDescriptor& of = descriptor(image);
  const Level& level = of.level[0];
  const i64 width = i64(level.extent[0]) * of.format.texelBytes, height = level.extent[1];
  const auto* from = static_cast<const unsigned char*>(memory);
  for (i64 row = y; row < i64(y) + rows; ++row) {
    for (i32 lane = 0; lane < lanes; ++lane, from += elementBytes) {
      if (row < 0 || row >= height || !(u64(active) >> lane & 1)) continue;
      unsigned char* to = level.texels + u64(row) * level.pitch[0];
      const i64 first = x + i64(lane) * elementBytes;
      for (i64 byte = 0; byte < elementBytes; ++byte)
        if (first + byte >= 0 && first + byte < width) to[first + byte] = from[byte];
    }
  }
}

// What it is given: a value of one type as one of another, until all such types are pointers.
LW void* lw_Same_p(void* pointer) { return pointer; }
