// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The column `arguments` of functions.def for C++: how a function and its vector variants are
// named, and which parameters they have. Device code and tests include it. These are macros because
// they join tokens to the C names of functions and declare their parameters.
#pragma once

// M(..., the scalar function's suffix, the variant's, its parameters, and their names) by the
// arguments. T is the type of a number, I that of its bits; w is x<lanes>.
#define ARGUMENTS_X(M, T, I, w, ...) M(__VA_ARGS__, _##T, _##T##w, (T##w x), (x))
#define ARGUMENTS_XY(M, T, I, w, ...) \
  M(__VA_ARGS__, _##T##_##T, _##T##w##_##T##w, (T##w x, T##w y), (x, y))
#define ARGUMENTS_XYZ(M, T, I, w, ...) \
  M(__VA_ARGS__, _##T##_##T##_##T, _##T##w##_##T##w##_##T##w, (T##w x, T##w y, T##w z), (x, y, z))
#define ARGUMENTS_XN(M, T, I, w, ...) \
  M(__VA_ARGS__, _##T##_i32, _##T##w##_i32##w, (T##w x, i32##w n), (x, n))
#define ARGUMENTS_XP(M, T, I, w, ...) M(__VA_ARGS__, _##T##_p, _##T##w##_p, (T##w x, T * p), (x, p))
#define ARGUMENTS_XQ(M, T, I, w, ...) \
  M(__VA_ARGS__, _##T##_p, _##T##w##_p, (T##w x, i32 * q), (x, q))
#define ARGUMENTS_XYQ(M, T, I, w, ...) \
  M(__VA_ARGS__, _##T##_##T##_p, _##T##w##_##T##w##_p, (T##w x, T##w y, i32 * q), (x, y, q))
#define ARGUMENTS_B(M, T, I, w, ...) M(__VA_ARGS__, _##I, _##I##w, (I##w x), (x))
#define ARGUMENTS_ToI ARGUMENTS_X
