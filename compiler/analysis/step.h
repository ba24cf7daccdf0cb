// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an integer or an address differs from one item to the next, and what operations make of it.
// Items are the lanes of a vector (lanes/known/shapes.h) or rows that run together
// (group/row_shapes.h). step_rules.h applies the operations to instructions.
#pragma once

#include <cstdint>
#include <optional>

namespace lanewise {

/// As which numbers the sequence of the items' values does not wrap.
struct NoWrap {
  bool asSigned = false, asUnsigned = false;

  bool operator==(const NoWrap&) const = default;
  friend NoWrap operator&(NoWrap a, NoWrap b) {
    return {a.asSigned && b.asSigned, a.asUnsigned && b.asUnsigned};
  }
  friend NoWrap operator|(NoWrap a, NoWrap b) {
    return {a.asSigned || b.asSigned, a.asUnsigned || b.asUnsigned};
  }
};
inline constexpr NoWrap kNeverWraps{.asSigned = true, .asUnsigned = true}, kMayWrap{};

struct Step {
  enum Kind : uint8_t {
    Unknown,  // not computed yet
    Uniform,  // the same for all items
    Strided,  // item n has the value of item 0 plus n * stride
    Varying,
  };
  Kind kind = Unknown;
  /// What may be added to an item's value for the next one: to integers as they are, to pointers in
  /// bytes. 0 for other kinds.
  int64_t stride = 0;
  /// The low 32 bits of a varying integer are strided by this, as in sext(i) + 1 of an i32 that may
  /// wrap.
  std::optional<int64_t> lowStride = std::nullopt;
  /// An id of the work-item, or part of one. The launch guarantees that the ids of items do not
  /// cross a multiple of 2^31 (work_item_loops.cpp).
  bool isId = false;
  /// Item n has a multiple of the number of items plus n: a local id along x, and sums of one and
  /// multiples of the number of items. One that is an id, too, is not negative and at most a local
  /// id.
  bool isAligned = false;
  NoWrap noWrap = {};

  bool operator==(const Step&) const = default;

  /// Nothing follows from item 0.
  bool isOpaque() const { return kind == Varying && !lowStride; }
  bool isKnown() const { return kind == Uniform || kind == Strided; }

  static constexpr Step uniform() { return {.kind = Uniform, .noWrap = kNeverWraps}; }
  static constexpr Step varying() { return {.kind = Varying}; }
  /// Uniform if the stride is 0.
  static constexpr Step strided(int64_t stride, NoWrap noWrap) {
    return {.kind = stride == 0 ? Uniform : Strided, .stride = stride, .noWrap = noWrap};
  }
  static constexpr Step lowStrided(int64_t stride) {
    return {.kind = Varying, .lowStride = stride};
  }
};

/// One of both values, the same one for all items. `Unknown` is the least element.
Step join(const Step& a, const Step& b);

/// \param promised what the instruction guarantees for all items.
Step plus(const Step& a, const Step& b, NoWrap promised);
Step minus(const Step& a, const Step& b, NoWrap promised);
/// The sum of values without a common bit.
Step disjointOr(const Step& a, const Step& b);
/// \param factor is the same for all items; nullopt: not known.
Step times(const Step& step, std::optional<int64_t> factor, NoWrap promised);
/// The step of a value that is shifted to the left.
Step shifted(const Step& step, std::optional<int64_t> bits, NoWrap promised);
/// And with a number. \param items how many there are: a power of two.
Step masked(const Step& step, int64_t mask, unsigned items);
/// The remainder and the quotient of an aligned value, as an unsigned number, by a power of two of
/// at least the items: rows and columns of a work-group.
Step remainder(const Step& step, int64_t divisor, unsigned items);
Step quotient(const Step& step, int64_t divisor, unsigned items);

Step truncated(const Step& step, unsigned bits);
/// From `bits` to more.
Step signExtended(const Step& step, unsigned bits);
/// \param isNatural the value is not negative as a signed number.
Step zeroExtended(const Step& step, unsigned bits, bool isNatural);
/// The step of the same 64 bits as an address or as a number.
Step reinterpreted(const Step& step);
/// `address` and an element of an array: `index` has `indexBits` and is extended as a signed
/// number.
Step addressed(const Step& address, const Step& index, unsigned indexBits, uint64_t elementBytes);

}  // namespace lanewise
