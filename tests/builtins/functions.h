// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function of floating point of the library that has a mathematical reference, with that
// reference in MPFR (references.def).
#pragma once
#include <vector>

#include "tests/builtins/error.h"

namespace lanewise::test {

template <class T>
struct Args {
  T x, y, z;
  int n;
};
struct References {
  mpfr_srcptr x, y, z;
  long n;
};

enum class Signature { X, XY, XYZ, XN };

template <class T>
struct Function {
  const char* name;    // of the row in functions.def
  const char* symbol;  // without lw_
  Signature signature;
  T (*call)(const Args<T>&);
  void (*reference)(mpfr_ptr result, const References&);
  const char* quick;  // of quick_reference.h
  int result = 0;     // 1: the second one
};

// The error of a result in MPFR. Forty bits more than the result needs: their error is far
// below any claim. f16 has more, so that ties are exact.
template <class T>
class Judge {
 public:
  double error(const Function<T>& function, const Args<T>& args, T got) {
    mpfr_set_d(x_, static_cast<double>(args.x), MPFR_RNDN);
    mpfr_set_d(y_, static_cast<double>(args.y), MPFR_RNDN);
    mpfr_set_d(z_, static_cast<double>(args.z), MPFR_RNDN);
    function.reference(result_, {x_, y_, z_, args.n});
    return errorUlp(got, result_);
  }
  mpfr_srcptr result() const { return result_; }

 private:
  Number x_{53}, y_{53}, z_{53}, result_{sizeof(T) == 2 ? 120 : Format<T>::precision + 40};
};

/// The functions of a type that references.def has, f32 with half_* and those of native_* whose
/// error has a bound. sincos stands there twice.
template <class T>
std::vector<Function<T>> functions();

}  // namespace lanewise::test
