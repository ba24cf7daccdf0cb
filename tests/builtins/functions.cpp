// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of builtins/functions.def with their references and the addresses of the library's
// functions.
#include "tests/builtins/functions.h"

#include "builtins/arguments.h"
#include "builtins/functions.h"
#include "tests/builtins/claims.h"

#include <type_traits>

namespace lanewise::test {
namespace {

using i16 = short;
using i32 = int;
using i64 = long;

// The root of -0 is -0, whose reciprocal is -inf; MPFR returns +inf.
void rsqrt(mpfr_ptr r, mpfr_srcptr x) {
  mpfr_rec_sqrt(r, x, MPFR_RNDN);
  if (mpfr_zero_p(x)) mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
}
// A NaN as the exponent returns NaN, also for 1, where MPFR returns 1.
void powr(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
  if (mpfr_nan_p(y))
    mpfr_set_nan(r);
  else
    mpfr_powr(r, x, y, MPFR_RNDN);
}
void angle(mpfr_ptr r, mpfr_srcptr x, int halfTurn, bool toDegrees) {
  static thread_local Number& pi = scratch();
  mpfr_const_pi(pi, MPFR_RNDN);
  if (toDegrees)
    mpfr_ui_div(pi, halfTurn, pi, MPFR_RNDN);
  else
    mpfr_div_ui(pi, pi, halfTurn, MPFR_RNDN);
  mpfr_mul(r, x, pi, MPFR_RNDN);
}

struct Reference {
  std::string_view name;
  void (*compute)(mpfr_ptr result, const References&);
};
constexpr Reference kReferences[] = {
#define REFERENCE(name, body) \
  {#name, [](mpfr_ptr r, [[maybe_unused]] const References& a) { body; }},
#include "tests/builtins/references.def"
};

const Reference* referenceOf(std::string_view name) {
  for (const std::string_view prefix : {"half_", "native_"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  const auto* const found = std::ranges::find(kReferences, name, &Reference::name);
  return found == std::end(kReferences) ? nullptr : found;
}
// Whether the error is limited in ulp, by the specification or by the source.
bool isLimited(const char* name, const char* symbol, int bits) {
  return std::isfinite(limitOf(name, bits)) || claimOf(symbol, 0).arguments > 0;
}

// One function of the library; the overload for its parameters selects how it is called.
template <auto Called>
struct Row {
  const char *name, *symbol;

  template <class T>
  void addTo(std::vector<Function<T>>& list) const {
    add(list, Called);
  }

 private:
  template <class T>
  void add(std::vector<Function<T>>& list, T (*)(T)) const {
    append(list, Signature::X, [](const Args<T>& a) -> T { return Called(a.x); });
  }
  template <class T>
  void add(std::vector<Function<T>>& list, T (*)(T, T)) const {
    append(list, Signature::XY, [](const Args<T>& a) -> T { return Called(a.x, a.y); });
  }
  template <class T>
  void add(std::vector<Function<T>>& list, T (*)(T, T, T)) const {
    append(list, Signature::XYZ, [](const Args<T>& a) -> T { return Called(a.x, a.y, a.z); });
  }
  template <class T>
  void add(std::vector<Function<T>>& list, T (*)(T, i32)) const {
    append(list, Signature::XN, [](const Args<T>& a) -> T { return Called(a.x, a.n); });
  }
  // sincos, the only one of these with a reference: two functions.
  template <class T>
  void add(std::vector<Function<T>>& list, T (*)(T, T*)) const {
    if (std::string_view(name) != "sincos") return;
    const auto sine = [](const Args<T>& a) -> T {
      T cosine;
      return Called(a.x, &cosine);
    };
    const auto cosine = [](const Args<T>& a) -> T {
      T result;
      Called(a.x, &result);
      return result;
    };
    list.push_back({name, symbol, Signature::X, sine, referenceOf("sin")->compute, "sin", 0});
    list.push_back({name, symbol, Signature::X, cosine, referenceOf("cos")->compute, "cos", 1});
  }
  template <class T>
  void add(std::vector<Function<T>>&, ...) const {}

  template <class T>
  void append(std::vector<Function<T>>& list, Signature signature,
              std::type_identity_t<T (*)(const Args<T>&)> call) const {
    const Reference* reference = referenceOf(name);
    if (reference && isLimited(name, symbol, 8 * sizeof(T)))
      list.push_back({name, symbol, signature, call, reference->compute, reference->name.data()});
  }
};

}  // namespace

// Results of ilogb, the only ones in another type, have no reference.
#define TEXT(suffix) #suffix
#define DECLARE(T, name, suffix, variant, parameters, arguments) \
  extern "C" T lw_##name##suffix parameters;
#define BUILTIN_OF_TYPE(T, I, name, family, arguments, ...) \
  ARGUMENTS_##arguments(DECLARE, T, I, , T, name)
#include "builtins/functions.def"

#define ADD(name, suffix, variant, parameters, arguments) \
  Row<lw_##name##suffix>{#name, #name TEXT(suffix)}.addTo(list);
template <>
std::vector<Function<f16>> functions<f16>() {
  std::vector<Function<f16>> list;
#define BUILTIN_MATH(opcode, name, family, size, arguments, ...) \
  ARGUMENTS_##arguments(ADD, f16, i16, , name)
#include "builtins/functions.def"
  return list;
}
template <>
std::vector<Function<f64>> functions<f64>() {
  std::vector<Function<f64>> list;
#define BUILTIN_MATH(opcode, name, family, size, arguments, ...) \
  ARGUMENTS_##arguments(ADD, f64, i64, , name)
#include "builtins/functions.def"
  return list;
}
template <>
std::vector<Function<f32>> functions<f32>() {
  std::vector<Function<f32>> list;
#define BUILTIN_F32(opcode, name, family, size, arguments, ...) \
  ARGUMENTS_##arguments(ADD, f32, i32, , name)
#define BUILTIN_MATH BUILTIN_F32
#include "builtins/functions.def"
  return list;
}

}  // namespace lanewise::test
