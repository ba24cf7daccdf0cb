// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The geometric functions and OpDot. For Clang only, which has vectors of three elements.
#include "tests/builtins/sampled_functions.h"

namespace lanewise::test {
namespace {

template <class T, int n>
using Vector = T __attribute__((ext_vector_type(n)));

// One element of magnitude 2^exponent, the others of at most that, sometimes zero.
template <class T, int n>
Vector<T, n> vectorNear(Random& random, int exponent) {
  constexpr int least = Format<T>::emin - Format<T>::precision + 1;
  const int spread = random() & 1 ? 2 : Format<T>::precision;
  const int largest = static_cast<int>(random() % n);
  Vector<T, n> v;
  for (int i = 0; i < n; ++i) {
    const int e = i == largest ? exponent : exponentBetween(random, exponent - spread, exponent);
    v[i] = i != largest && random() % 32 == 0 ? T(0) : signedPower<T>(random, std::max(e, least));
  }
  return v;
}
template <int n, class V>
Real lengthOf(V v) {
  Real sum = 0;
  for (int i = 0; i < n; ++i) sum += Real(v[i]) * Real(v[i]);
  return std::sqrt(sum);
}
template <int n, class V>
Real largestOf(V a, V b) {
  Real largest = 0;
  for (int i = 0; i < n; ++i)
    largest = std::max({largest, std::fabs(Real(a[i])), std::fabs(Real(b[i]))});
  return largest;
}
template <int n, class V>
void sayVector(std::string* text, V v) {
  if (!text->empty()) *text += " / ";  // the separator of the file of results is a semicolon
  std::string elements;
  for (int i = 0; i < n; ++i) say(&elements, {v[i]});
  *text += elements;
}

template <class T, int n>
Vector<T, n> vectorOf(const double* elements) {
  Vector<T, n> v;
  for (int i = 0; i < n; ++i) v[i] = static_cast<T>(elements[i]);
  return v;
}

template <class T, int n>
struct Geometric {
  using V = Vector<T, n>;
  T (*length)(V), (*distance)(V, V), (*dot)(V, V);
  V (*normalize)(V), (*cross)(V, V);
  bool fast;  // squares must stay in range
};

template <class T, int n>
void addWidth(std::vector<SampledFunction>& list, const std::string& type, const char* prefix,
              const Geometric<T, n>& call) {
  using V = Vector<T, n>;
  const std::string one = "_" + type + "x" + std::to_string(n), two = one + one;
  const std::string width = std::to_string(n) + " elements";
  const int bits = 8 * sizeof(T);
  const auto add = [&](const char* name, const std::string& suffix, const std::string& part,
                       auto error) { list.push_back({name, name + suffix, part, bits, error}); };
  // Squares of numbers in the middle of the range neither overflow nor underflow.
  constexpr int middle = Format<T>::emax / 2 - 3, top = Format<T>::emax - 3;
  const int low = call.fast ? -middle / 2 : Format<T>::emin, high = call.fast ? middle : top;
  const bool fast = *prefix != 0;
  // Functions of one and of two vectors, with the errors that `of` computes.
  const auto addOf = [&](const char* name, bool hasTwo, auto of) {
    add(name, hasTwo ? two : one, width, [=](Random& random, std::string* text) {
      const int e = exponentBetween(random, low, high);
      const V a = vectorNear<T, n>(random, e), b = hasTwo ? vectorNear<T, n>(random, e) : V(0);
      if (text) sayVector<n>(text, a);
      if (text && hasTwo) sayVector<n>(text, b);
      return of(a, b);
    });
    list.back().errorAt = [=](const double* elements) {
      return of(vectorOf<T, n>(elements), hasTwo ? vectorOf<T, n>(elements + n) : V(0));
    };
  };
  addOf(fast ? "fast_length" : "length", false,
        [=](V v, V) { return ulps<T>(call.length(v), lengthOf<n>(v)); });
  addOf(fast ? "fast_distance" : "distance", true, [=](V a, V b) {
    Real difference[n];
    for (int i = 0; i < n; ++i) difference[i] = Real(a[i]) - Real(b[i]);
    return ulps<T>(call.distance(a, b), lengthOf<n>(difference));
  });
  addOf(fast ? "fast_normalize" : "normalize", false, [=](V v, V) {
    const V got = call.normalize(v);
    const Real length = lengthOf<n>(v);
    double worst = 0;
    for (int i = 0; i < n; ++i)
      worst = std::max(worst, ulps<T>(got[i], length == 0 ? Real(v[i]) : Real(v[i]) / length));
    return worst;
  });
  if (fast) return;
  const std::string ofSquare = width + ", of the largest squared";
  add("Dot", two, ofSquare, [=](Random& random, std::string* text) {
    const int e = exponentBetween(random, -middle / 2, middle);
    const V a = vectorNear<T, n>(random, e), b = vectorNear<T, n>(random, e);
    if (text) sayVector<n>(text, a), sayVector<n>(text, b);
    Real expected = 0;
    for (int i = 0; i < n; ++i) expected += Real(a[i]) * Real(b[i]);
    const Real most = largestOf<n>(a, b);
    return most == 0 ? 0 : double(std::fabs(Real(call.dot(a, b)) - expected) / (most * most));
  });
  if constexpr (n >= 3)
    add("cross", two, ofSquare, [=](Random& random, std::string* text) {
      const int e = exponentBetween(random, -middle / 2, middle);
      const auto first = vectorNear<T, 3>(random, e), second = vectorNear<T, 3>(random, e);
      V a = 0, b = 0;
      for (int i = 0; i < 3; ++i) a[i] = first[i], b[i] = second[i];
      if (text) sayVector<n>(text, a), sayVector<n>(text, b);
      const V got = call.cross(a, b);
      const Real most = largestOf<n>(a, b);
      Real worst = 0;
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const Real expected = Real(a[j]) * Real(b[k]) - Real(a[k]) * Real(b[j]);
        worst = std::max(worst, std::fabs(Real(got[i]) - expected));
      }
      return most == 0 ? 0 : double(worst / (most * most));
    });
}

#define GEOMETRIC(T, n)                                                   \
  extern "C" T lw_length_##T##x##n(Vector<T, n>),                         \
      lw_distance_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>),      \
      lw_Dot_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>),           \
      lw_fast_length_##T##x##n(Vector<T, n>),                             \
      lw_fast_distance_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>); \
  extern "C" Vector<T, n> lw_normalize_##T##x##n(Vector<T, n>),           \
      lw_fast_normalize_##T##x##n(Vector<T, n>);
#define CROSS(T, n) \
  extern "C" Vector<T, n> lw_cross_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>);
#define ALL_GEOMETRIC(T) GEOMETRIC(T, 2) GEOMETRIC(T, 3) GEOMETRIC(T, 4) CROSS(T, 3) CROSS(T, 4)
ALL_GEOMETRIC(f16)
ALL_GEOMETRIC(f32)
ALL_GEOMETRIC(f64)

#define ADD(T, n, cross)                                                  \
  addWidth<T, n>(list, #T, "",                                            \
                 {lw_length_##T##x##n, lw_distance_##T##x##n##_##T##x##n, \
                  lw_Dot_##T##x##n##_##T##x##n, lw_normalize_##T##x##n, cross, false});
#define ADD_FAST(n)                                                                      \
  addWidth<f32, n>(list, "f32", "fast_",                                                 \
                   {lw_fast_length_f32x##n, lw_fast_distance_f32x##n##_f32x##n, nullptr, \
                    lw_fast_normalize_f32x##n, nullptr, true});
#define ADD_TYPE(T)                     \
  ADD(T, 2, nullptr)                    \
  ADD(T, 3, (lw_cross_##T##x3_##T##x3)) \
  ADD(T, 4, (lw_cross_##T##x4_##T##x4))

}  // namespace

void addGeometric(std::vector<SampledFunction>& list) {
  ADD_TYPE(f16)
  ADD_TYPE(f32)
  ADD_TYPE(f64)
  ADD_FAST(2) ADD_FAST(3) ADD_FAST(4)
}

}  // namespace lanewise::test
