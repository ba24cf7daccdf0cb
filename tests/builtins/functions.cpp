// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lists of functions.h with the addresses of the library's functions.
#include "tests/builtins/functions.h"

#include "tests/builtins/samples.h"

namespace lanewise::testing {

// half_sin has the reference of sin.
static constexpr const char* withoutPrefix(const char* name) {
  for (const std::string_view prefix : {"half_", "native_"})
    if (std::string_view(name).starts_with(prefix)) return name + prefix.size();
  return name;
}

#define REFERENCE(body) [](mpfr_ptr r, [[maybe_unused]] const References& a) { body; }

#define ROW_X(T, name, body)                                                         \
  extern "C" T lw_##name##_##T(T);                                                   \
  static const Function<T> k_##name##_##T = {#name,   #name "_" #T,    Signature::X, \
                                             nullptr, REFERENCE(body), withoutPrefix(#name)};
#define ADD_X(T, name)                                                             \
    add(k_##name##_##T, +[](const Args<T>& a) -> T { return lw_##name##_##T(a.x); });

#define ROW_XY(T, name, body)                                                             \
  extern "C" T lw_##name##_##T##_##T(T, T);                                               \
  static const Function<T> k_##name##_##T = {#name,   #name "_" #T "_" #T, Signature::XY, \
                                             nullptr, REFERENCE(body),     withoutPrefix(#name)};
#define ADD_XY(T, name)                                                            \
    add(k_##name##_##T,                                                            \
        +[](const Args<T>& a) -> T { return lw_##name##_##T##_##T(a.x, a.y); });

#define ROW_XYZ(T, name, body)                                                            \
  extern "C" T lw_##name##_##T##_##T##_##T(T, T, T);                                      \
  static const Function<T> k_##name##_##T = {#name,           #name "_" #T "_" #T "_" #T, \
                                             Signature::XYZ,  nullptr,                    \
                                             REFERENCE(body), withoutPrefix(#name)};
#define ADD_XYZ(T, name)                                                           \
    add(k_##name##_##T, +[](const Args<T>& a) -> T {                               \
      return lw_##name##_##T##_##T##_##T(a.x, a.y, a.z);                           \
    });

#define ROW_XN(T, name, body)                                                             \
  extern "C" T lw_##name##_##T##_i32(T, int);                                             \
  static const Function<T> k_##name##_##T = {#name,   #name "_" #T "_i32", Signature::XN, \
                                             nullptr, REFERENCE(body),     withoutPrefix(#name)};
#define ADD_XN(T, name)                                                            \
    add(k_##name##_##T,                                                            \
        +[](const Args<T>& a) -> T { return lw_##name##_##T##_i32(a.x, a.n); });

// sin and cos, computed by sincos.
#define SINCOS(T)                                                    \
  extern "C" T lw_sincos_##T##_p(T, T*);                             \
  static void addSincos(std::vector<Function<T>>& list) {            \
    list.push_back({"sincos", "sincos_" #T "_p", Signature::X,       \
                    [](const Args<T>& a) -> T {                      \
                      T c;                                           \
                      return lw_sincos_##T##_p(a.x, &c);             \
                    },                                               \
                    REFERENCE(mpfr_sin(r, a.x, MPFR_RNDN)), "sin"}); \
    list.push_back({"sincos", "sincos_" #T "_p", Signature::X,       \
                    [](const Args<T>& a) -> T {                      \
                      T c;                                           \
                      lw_sincos_##T##_p(a.x, &c);                    \
                      return c;                                      \
                    },                                               \
                    REFERENCE(mpfr_cos(r, a.x, MPFR_RNDN)), "cos"}); \
  }

#define ROWS(T)                                       \
  UNARY_FUNCTIONS(ROW_X_##T)                          \
  BINARY_FUNCTIONS(ROW_XY_##T)                        \
  TERNARY_FUNCTIONS(ROW_XYZ_##T)                      \
  INTEGER_FUNCTIONS(ROW_XN_##T)                       \
  SINCOS(T)                                           \
  template <>                                         \
  std::vector<Function<T>> functions<T>() {           \
    std::vector<Function<T>> list;                    \
    const auto add = [&](Function<T> f, T (*call)(const Args<T>&)) { \
      f.call = call;                                  \
      list.push_back(f);                              \
    };                                                \
    UNARY_FUNCTIONS(ADD_X_##T)                        \
    BINARY_FUNCTIONS(ADD_XY_##T)                      \
    TERNARY_FUNCTIONS(ADD_XYZ_##T)                    \
    INTEGER_FUNCTIONS(ADD_XN_##T)                     \
    addSincos(list);                                  \
    addF32Only(list);                                 \
    return list;                                      \
  }

template <class T>
static void addF32Only(std::vector<Function<T>>&) {}

#define ROW_HALF(name, body) ROW_X(f32, half_##name, body)
#define ROW_NATIVE(name, body) ROW_X(f32, native_##name, body)
HALF_FUNCTIONS(ROW_HALF)
NATIVE_FUNCTIONS(ROW_NATIVE)
#define BINARY_HALF_FUNCTIONS(M)                   \
  M(half_divide, mpfr_div(r, a.x, a.y, MPFR_RNDN)) \
  M(half_powr, powr(r, a.x, a.y))                  \
  M(native_divide, mpfr_div(r, a.x, a.y, MPFR_RNDN))
#define ROW_BINARY_HALF(name, body) ROW_XY(f32, name, body)
BINARY_HALF_FUNCTIONS(ROW_BINARY_HALF)

template <>
void addF32Only<f32>(std::vector<Function<f32>>& list) {
  const auto add = [&](Function<f32> f, f32 (*call)(const Args<f32>&)) {
    f.call = call;
    list.push_back(f);
  };
#define ADD_HALF(name, body) ADD_X(f32, half_##name)
#define ADD_NATIVE(name, body) ADD_X(f32, native_##name)
#define ADD_BINARY_HALF(name, body) ADD_XY(f32, name)
  HALF_FUNCTIONS(ADD_HALF)
  NATIVE_FUNCTIONS(ADD_NATIVE)
  BINARY_HALF_FUNCTIONS(ADD_BINARY_HALF)
}

#define ROW_X_f16(name, body) ROW_X(f16, name, body)
#define ROW_X_f32(name, body) ROW_X(f32, name, body)
#define ROW_X_f64(name, body) ROW_X(f64, name, body)
#define ADD_X_f16(name, body) ADD_X(f16, name)
#define ADD_X_f32(name, body) ADD_X(f32, name)
#define ADD_X_f64(name, body) ADD_X(f64, name)
#define ROW_XY_f16(name, body) ROW_XY(f16, name, body)
#define ROW_XY_f32(name, body) ROW_XY(f32, name, body)
#define ROW_XY_f64(name, body) ROW_XY(f64, name, body)
#define ADD_XY_f16(name, body) ADD_XY(f16, name)
#define ADD_XY_f32(name, body) ADD_XY(f32, name)
#define ADD_XY_f64(name, body) ADD_XY(f64, name)
#define ROW_XYZ_f16(name, body) ROW_XYZ(f16, name, body)
#define ROW_XYZ_f32(name, body) ROW_XYZ(f32, name, body)
#define ROW_XYZ_f64(name, body) ROW_XYZ(f64, name, body)
#define ADD_XYZ_f16(name, body) ADD_XYZ(f16, name)
#define ADD_XYZ_f32(name, body) ADD_XYZ(f32, name)
#define ADD_XYZ_f64(name, body) ADD_XYZ(f64, name)
#define ROW_XN_f16(name, body) ROW_XN(f16, name, body)
#define ROW_XN_f32(name, body) ROW_XN(f32, name, body)
#define ROW_XN_f64(name, body) ROW_XN(f64, name, body)
#define ADD_XN_f16(name, body) ADD_XN(f16, name)
#define ADD_XN_f32(name, body) ADD_XN(f32, name)
#define ADD_XN_f64(name, body) ADD_XN(f64, name)

ROWS(f16)
ROWS(f32)
ROWS(f64)

}  // namespace lanewise::testing
