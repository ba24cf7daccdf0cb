// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector variants of images.cpp, for 4, 8 and 16 lanes where they fit a register. Image and
// sampler are the same for all lanes. Colors go to memory, a vector for each component; `active` is
// not 0 for the lanes that write.
#include "builtins/vector.h"
#include "images/lookup.h"

using namespace lanewise::images;

namespace {

template <class T, int W, class Vector>
INLINE void put(T (&items)[W], Vector vector) {
  __builtin_memcpy(items, &vector, sizeof items);
}

template <class T, class Coordinate, int W, class Vector, class Lods>
INLINE void sampled(const void* image, const void* sampler, Vector x, Vector y, Vector z, Lods lod,
                    void* colors) {
  Coordinates<Coordinate, W> at;
  put(at.of[0], x), put(at.of[1], y), put(at.of[2], z);
  f32 lods[W];
  put(lods, lod);
  sample<T, Coordinate, W>(*static_cast<const ImageDescriptor*>(image),
                           *static_cast<const SamplerDescriptor*>(sampler), at, lods,
                           *static_cast<Texels<T, W>*>(colors));
}

template <class T, int W, class Vector>
INLINE void fetched(const void* image, Vector x, Vector y, Vector z, i32 level, void* colors) {
  Coordinates<i32, W> at;
  put(at.of[0], x), put(at.of[1], y), put(at.of[2], z);
  read<T, W>(*static_cast<const ImageDescriptor*>(image), at, u32(level),
             *static_cast<Texels<T, W>*>(colors));
}

template <class T, int W, class Vector, class Values>
INLINE void written(const void* image, Vector x, Vector y, Vector z, i32 level, Values red,
                    Values green, Values blue, Values alpha, Vector active) {
  Coordinates<i32, W> at;
  put(at.of[0], x), put(at.of[1], y), put(at.of[2], z);
  Texels<T, W> texels;
  put(texels.of[0], red), put(texels.of[1], green), put(texels.of[2], blue);
  put(texels.of[3], alpha);
  i32 writes[W];
  put(writes, active);
  write<T, W>(*static_cast<const ImageDescriptor*>(image), at, u32(level), writes, texels);
}

}  // namespace

#define LANES(W)                                                                                         \
  LW_LARGE void lw_ImageSample_rf32x4_p_p_f32x##W##_f32x##W##_f32x##W##_f32x##W##_p(                     \
      const void* image, const void* sampler, f32x##W x, f32x##W y, f32x##W z, f32x##W lod,              \
      void* colors) {                                                                                    \
    sampled<f32, f32, W>(image, sampler, x, y, z, lod, colors);                                          \
  }                                                                                                      \
  LW_LARGE void lw_ImageSample_rf32x4_p_p_i32x##W##_i32x##W##_i32x##W##_f32x##W##_p(                     \
      const void* image, const void* sampler, i32x##W x, i32x##W y, i32x##W z, f32x##W lod,              \
      void* colors) {                                                                                    \
    sampled<f32, i32, W>(image, sampler, x, y, z, lod, colors);                                          \
  }                                                                                                      \
  LW_LARGE void lw_ImageSample_ri32x4_p_p_f32x##W##_f32x##W##_f32x##W##_f32x##W##_p(                     \
      const void* image, const void* sampler, f32x##W x, f32x##W y, f32x##W z, f32x##W lod,              \
      void* colors) {                                                                                    \
    sampled<u32, f32, W>(image, sampler, x, y, z, lod, colors);                                          \
  }                                                                                                      \
  LW_LARGE void lw_ImageSample_ri32x4_p_p_i32x##W##_i32x##W##_i32x##W##_f32x##W##_p(                     \
      const void* image, const void* sampler, i32x##W x, i32x##W y, i32x##W z, f32x##W lod,              \
      void* colors) {                                                                                    \
    sampled<u32, i32, W>(image, sampler, x, y, z, lod, colors);                                          \
  }                                                                                                      \
  LW_LARGE void lw_ImageRead_rf32x4_p_i32x##W##_i32x##W##_i32x##W##_i32_p(                               \
      const void* image, i32x##W x, i32x##W y, i32x##W z, i32 level, void* colors) {                     \
    fetched<f32, W>(image, x, y, z, level, colors);                                                      \
  }                                                                                                      \
  LW_LARGE void lw_ImageRead_ri32x4_p_i32x##W##_i32x##W##_i32x##W##_i32_p(                               \
      const void* image, i32x##W x, i32x##W y, i32x##W z, i32 level, void* colors) {                     \
    fetched<u32, W>(image, x, y, z, level, colors);                                                      \
  }                                                                                                      \
  LW_LARGE void                                                                                          \
      lw_ImageWrite_p_i32x##W##_i32x##W##_i32x##W##_i32_f32x##W##_f32x##W##_f32x##W##_f32x##W##_i32x##W( \
          const void* image, i32x##W x, i32x##W y, i32x##W z, i32 level, f32x##W red,                    \
          f32x##W green, f32x##W blue, f32x##W alpha, i32x##W active) {                                  \
    written<f32, W>(image, x, y, z, level, red, green, blue, alpha, active);                             \
  }                                                                                                      \
  LW_LARGE void                                                                                          \
      lw_ImageWrite_p_i32x##W##_i32x##W##_i32x##W##_i32_i32x##W##_i32x##W##_i32x##W##_i32x##W##_i32x##W( \
          const void* image, i32x##W x, i32x##W y, i32x##W z, i32 level, i32x##W red,                    \
          i32x##W green, i32x##W blue, i32x##W alpha, i32x##W active) {                                  \
    written<u32, W>(image, x, y, z, level, red, green, blue, alpha, active);                             \
  }

LANES(4)
#if VECTOR_BITS >= 256
LANES(8)
#endif
#if VECTOR_BITS >= 512
LANES(16)
#endif
