// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines that generate.py has read, and the table's limits.
#include "tests/builtins/claims.h"

#include <algorithm>
#include <cmath>

#include "builtins/functions.h"

namespace lanewise::test {

Claim claimOf(std::string_view symbol, double otherwise, int result) {
#define CLAIM(name, which, ulp, arguments, ...) \
  if (symbol == name && result == which) return {ulp, arguments, {__VA_ARGS__}};
#define SWEEP(name, low, high, count)
#include "claims.inc"
#undef CLAIM
#undef SWEEP
  return {otherwise};
}

std::vector<Sweep> sweepsOf(std::string_view symbol) {
  std::vector<Sweep> result;
#define CLAIM(...)
#define SWEEP(name, low, high, count) \
  if (symbol == name) result.push_back({low, high, count});
#include "claims.inc"
#undef CLAIM
#undef SWEEP
  return result;
}

template <class Row>
static builtins::Limit limitFor(const Row& row, int bits) {
  return bits == 16 ? row.f16 : bits == 32 ? row.f32 : row.f64;
}
static builtins::Limit limitFor(std::string_view name, int bits) {
  const auto core = std::ranges::find(builtins::kCore, name, &builtins::CoreInstruction::name);
  if (core != builtins::kCore.end()) return limitFor(*core, bits);
  return limitFor(*builtins::findFunction(name), bits);
}
double limitOf(std::string_view name, int bits) {
  const auto limit = limitFor(name, bits);
  return limit.kind == builtins::Limit::Ulp ? limit.value : INFINITY;
}
double limitOf(std::string_view name, int bits, int width) {
  const auto limit = limitFor(name, bits);
  const bool known = limit.kind == builtins::Limit::Ulp || limit.kind == builtins::Limit::Absolute;
  return known ? limit.value + limit.perWidth * width : INFINITY;
}

}  // namespace lanewise::test
