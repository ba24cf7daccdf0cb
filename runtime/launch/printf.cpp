// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses a format conversion by conversion, and prints each element of each value with a format
// that is composed here, in the C locale.
#include "runtime/launch/printf.h"

#include "runtime/faults/kernel_call.h"

#include <locale.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>

namespace lanewise {
namespace {

// Limit of width and precision, so that a kernel cannot request large amounts of memory this way.
constexpr int kMaxFieldWidth = 1 << 16;
constexpr size_t kMaxStringBytes = 1 << 20;
constexpr size_t kSlotBytes = 8;

enum class Length : uint8_t { None, Char, Short, Half4, Long };  // "", hh, h, hl, l (z, t)

/// %[flags][width][.precision][v<n>][length]<conversion>
struct Conversion {
  std::string flags;
  std::optional<int> width, precision;
  unsigned elements = 0;  // 0: not a vector
  Length length = Length::None;
  char type = 0;

  bool isSigned() const { return type == 'd' || type == 'i'; }
  bool isInteger() const { return isSigned() || std::strchr("uoxX", type); }
  bool isFloat() const { return std::strchr("fFeEgGaA", type); }
  size_t elementBytes() const {
    switch (length) {
      case Length::Char: return 1;
      case Length::Short: return 2;
      case Length::Long: return 8;
      default: return 4;
    }
  }
};

/// Reads a format from left to right.
class Reader {
 public:
  explicit Reader(const char* at) : at_(at) {}
  bool atEnd() const { return !*at_; }
  char take() { return *at_++; }
  bool takeIf(const char* word) {
    const size_t length = std::strlen(word);
    if (std::strncmp(at_, word, length) != 0) return false;
    at_ += length;
    return true;
  }
  /// Text up to the next '%' or the end.
  std::string_view text() {
    const char* begin = at_;
    at_ += std::strcspn(at_, "%");
    return {begin, at_};
  }
  /// A decimal number, nothing if there is none, kMaxFieldWidth + 1 if it is too large.
  std::optional<int> number() {
    if (!isDigit()) return std::nullopt;
    int value = 0;
    while (isDigit()) value = std::min(value * 10 + (take() - '0'), kMaxFieldWidth + 1);
    return value;
  }
  std::string flags() {
    const size_t length = std::strspn(at_, "-+ #0");
    // Each flag once; a repeated flag has no effect.
    std::string flags;
    for (char flag : {'-', '+', ' ', '#', '0'})
      if (std::find(at_, at_ + length, flag) != at_ + length) flags += flag;
    at_ += length;
    return flags;
  }

 private:
  bool isDigit() const { return *at_ >= '0' && *at_ <= '9'; }
  const char* at_;
};

Length readLength(Reader& reader) {
  if (reader.takeIf("hh")) return Length::Char;
  if (reader.takeIf("hl")) return Length::Half4;
  if (reader.takeIf("h")) return Length::Short;
  for (const char* word : {"ll", "l", "z", "t"})
    if (reader.takeIf(word)) return Length::Long;
  return Length::None;
}

bool allowed(const Conversion& c) {
  if (!c.type || !std::strchr("diuoxXfFeEgGaAcsp", c.type)) return false;
  if (c.width.value_or(0) > kMaxFieldWidth || c.precision.value_or(0) > kMaxFieldWidth)
    return false;
  const bool isNumber = c.isInteger() || c.isFloat();
  // hl is for vectors only; %c, %s and %p have neither length nor vector.
  if (c.length == Length::Half4 && !c.elements) return false;
  if (!isNumber && (c.elements || c.length != Length::None)) return false;
  return !(c.isFloat() && c.elements && c.length == Length::Char);
}

/// Parses what follows the '%'.
std::optional<Conversion> readConversion(Reader& reader) {
  Conversion c;
  c.flags = reader.flags();
  c.width = reader.number();
  if (reader.takeIf(".")) c.precision = reader.number().value_or(0);
  if (reader.takeIf("v")) {
    c.elements = static_cast<unsigned>(reader.number().value_or(0));
    constexpr unsigned kCounts[] = {2, 3, 4, 8, 16};
    if (std::ranges::find(kCounts, c.elements) == std::end(kCounts)) return std::nullopt;
  }
  c.length = readLength(reader);
  if (reader.atEnd()) return std::nullopt;
  c.type = reader.take();
  if (!allowed(c)) return std::nullopt;
  return c;
}

double halfToDouble(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  double value;
  if (exponent == 31)
    value = fraction ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    value = std::ldexp(fraction, -24);
  else
    value = std::ldexp(fraction + 1024, exponent - 25);
  return bits >> 15 ? -value : value;
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

double loadFloat(const std::byte* from, size_t sizeBytes) {
  if (sizeBytes == 2) return halfToDouble(load<uint16_t>(from));
  if (sizeBytes == 4) return load<float>(from);
  return load<double>(from);
}

/// The low `sizeBytes` bytes, extended.
uint64_t loadInteger(const std::byte* from, size_t sizeBytes, bool isSigned) {
  uint64_t value = 0;
  std::memcpy(&value, from, sizeBytes);
  const unsigned unused = static_cast<unsigned>(64 - 8 * sizeBytes);
  if (isSigned) return static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused);
  return value;
}

/// Prints one value with the conversion's flags, width and precision.
class Printer {
 public:
  Printer(std::string& text, const Conversion& conversion, const char* length)
      : text_(text), format_("%" + conversion.flags) {
    if (conversion.width) format_ += std::to_string(*conversion.width);
    if (conversion.precision) format_ += "." + std::to_string(*conversion.precision);
    format_ += length;
    format_ += conversion.type;
  }
  template <class T>
  void print(T value) {
    char buffer[128];
    const int length = std::snprintf(buffer, sizeof buffer, format_.c_str(), value);
    if (length < 0) return;
    if (static_cast<size_t>(length) < sizeof buffer) {
      text_.append(buffer, static_cast<size_t>(length));
      return;
    }
    const size_t before = text_.size();
    text_.resize(before + static_cast<size_t>(length) + 1);
    std::snprintf(&text_[before], static_cast<size_t>(length) + 1, format_.c_str(), value);
    text_.pop_back();
  }

 private:
  std::string& text_;
  std::string format_;
};

void printElement(std::string& text, const Conversion& c, const std::byte* from, size_t bytes) {
  if (c.isFloat()) return Printer(text, c, "").print(loadFloat(from, bytes));
  Printer(text, c, "ll").print(loadInteger(from, bytes, c.isSigned()));
}

Printed printString(std::string& text, const Conversion& c, const char* string) {
  const size_t most = c.precision ? static_cast<size_t>(*c.precision) : kMaxStringBytes;
  std::string copy;
  if (!string)
    copy = "(null)";
  else if (!KernelCall::readString(copy, string, most))
    return Printed::UnreadableString;
  Printer(text, c, "").print(copy.c_str());
  return Printed::All;
}

/// One scalar value: a slot, of which integers use the low bytes.
Printed printScalar(std::string& text, const Conversion& c, const std::byte* from) {
  switch (c.type) {
    case 'c': Printer(text, c, "").print(static_cast<int>(loadInteger(from, 1, false))); break;
    case 's': return printString(text, c, load<const char*>(from));
    case 'p': Printer(text, c, "").print(load<const void*>(from)); break;
    default: printElement(text, c, from, c.isFloat() ? kSlotBytes : c.elementBytes());
  }
  return Printed::All;
}

void printVector(std::string& text, const Conversion& c, const std::byte* from) {
  for (unsigned i = 0; i < c.elements; ++i) {
    if (i) text += ',';
    printElement(text, c, from + i * c.elementBytes(), c.elementBytes());
  }
}

Printed printConversion(std::string& text, const Conversion& c,
                        std::span<const std::byte>& values) {
  const size_t bytes = c.elements ? c.elements * c.elementBytes() : kSlotBytes;
  const size_t padded = (bytes + kSlotBytes - 1) / kSlotBytes * kSlotBytes;
  if (values.size() < padded) return Printed::Not;
  const std::byte* from = values.data();
  values = values.subspan(padded);
  if (!c.elements) return printScalar(text, c, from);
  printVector(text, c, from);
  return Printed::All;
}

/// The application's locale may have a decimal comma.
class CLocale {
 public:
  CLocale() {
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    before_ = uselocale(plain);
  }
  ~CLocale() { uselocale(before_); }

 private:
  locale_t before_;
};

}  // namespace

Printed formatPrintf(std::string& text, const char* format, std::span<const std::byte> values) {
  const CLocale locale;
  std::string printed, copy;
  if (!KernelCall::readString(copy, format, kMaxStringBytes)) return Printed::UnreadableString;
  Reader reader(copy.c_str());
  for (;;) {
    printed += reader.text();
    if (reader.atEnd()) break;
    reader.take();
    if (reader.takeIf("%")) {
      printed += '%';
      continue;
    }
    const std::optional<Conversion> conversion = readConversion(reader);
    if (!conversion) return Printed::Not;
    const Printed result = printConversion(printed, *conversion, values);
    if (result != Printed::All) return result;
  }
  text += printed;
  return Printed::All;
}

// An exception must not pass through the kernel.
Printed PrintfOutput::print(const char* format, std::span<const std::byte> values) noexcept try {
  std::string printed;
  const Printed result = formatPrintf(printed, format, values);
  if (result != Printed::All) return result;
  Lock lock(mutex_);
  text_ += printed;
  if (text_.size() >= receiver_.bufferBytes()) {
    receiver_.take(text_, /*complete=*/false);
    begun_ = true;
    text_.clear();
  }
  return Printed::All;
} catch (const std::bad_alloc&) {
  return Printed::Not;
}

void PrintfOutput::end() {
  Lock lock(mutex_);
  if (begun_ || !text_.empty()) receiver_.take(text_, /*complete=*/true);
}

}  // namespace lanewise
