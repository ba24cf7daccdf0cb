// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of messages and of cache entries as bytes: little-endian integers of fixed width,
// counts as uint32. Each type lists its fields once, in a function visit(visitor, value). Writing,
// reading and the fingerprint of the format are three visitors of that list. The input of decoding
// is untrusted: a short or malformed message is std::nullopt, and no count in it leads to an
// allocation larger than the message.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace lanewise {

/// Matches T and const T.
template <class M, class T>
concept Fields = std::is_same_v<std::remove_cvref_t<M>, T>;

// "LWM" and a version. Raise it if a field or an enumerator changes its meaning, or an enumerator
// is added. The fingerprint covers new fields.
inline constexpr uint32_t kMessageMagic = 0x4c574d03;

struct Writer {
  std::vector<uint8_t>& out;

  template <class T>
  bool operator()(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
      out.insert(out.end(), bytes, bytes + sizeof(T));
      return true;
    } else {
      return visit(*this, value);
    }
  }
  bool operator()(const std::string& text) {
    (*this)(uint32_t(text.size()));
    out.insert(out.end(), text.begin(), text.end());
    return true;
  }
  template <class T>
  bool operator()(const std::vector<T>& items) {
    (*this)(uint32_t(items.size()));
    if constexpr (std::is_same_v<T, uint8_t>) {
      out.insert(out.end(), items.begin(), items.end());
    } else {
      for (const T& item : items) (*this)(item);
    }
    return true;
  }
  template <class T, size_t n>
  bool operator()(const T (&items)[n]) {
    for (const T& item : items) (*this)(item);
    return true;
  }
};

struct Reader {
  std::span<const uint8_t> in;

  template <class T>
  bool operator()(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte;
      if (!(*this)(byte) || byte > 1) return false;
      value = byte != 0;
      return true;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      if (in.size() < sizeof(T)) return false;
      std::memcpy(&value, in.data(), sizeof(T));
      in = in.subspan(sizeof(T));
      return true;
    } else {
      return visit(*this, value);
    }
  }
  bool operator()(std::string& text) {
    uint32_t count;
    if (!(*this)(count) || count > in.size()) return false;
    text.assign(reinterpret_cast<const char*>(in.data()), count);
    in = in.subspan(count);
    return true;
  }
  template <class T>
  bool operator()(std::vector<T>& items) {
    uint32_t count;
    // Each item takes at least one byte, so the message bounds the count.
    if (!(*this)(count) || count > in.size()) return false;
    if constexpr (std::is_same_v<T, uint8_t>) {
      items.assign(in.begin(), in.begin() + count);
      in = in.subspan(count);
    } else {
      items.clear();
      for (uint32_t i = 0; i < count; ++i)
        if (!(*this)(items.emplace_back())) return false;
    }
    return true;
  }
  template <class T, size_t n>
  bool operator()(T (&items)[n]) {
    for (T& item : items)
      if (!(*this)(item)) return false;
    return true;
  }
};

/// FNV-1a hash of the types of all fields, computed from messages with empty fields.
struct Fingerprint {
  uint32_t hash = 2166136261u ^ kMessageMagic;

  void add(char kind, size_t sizeBytes) {
    for (const uint32_t byte : {uint32_t(kind), uint32_t(sizeBytes)})
      hash = (hash ^ byte) * 16777619u;
  }
  template <class T>
  bool operator()(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      add('n', sizeof(T));
      return true;
    } else {
      add('{', 0);
      visit(*this, value);
      add('}', 0);
      return true;
    }
  }
  bool operator()(const std::string&) {
    add('s', 0);
    return true;
  }
  template <class T>
  bool operator()(const std::vector<T>&) {
    add('[', 0);
    return (*this)(T());
  }
  template <class T, size_t n>
  bool operator()(const T (&items)[n]) {
    add('a', n);
    return (*this)(items[0]);
  }
};

template <class M>
std::vector<uint8_t> encodeMessage(const M& message) {
  std::vector<uint8_t> bytes;
  Writer write{bytes};
  write(kMessageMagic);
  write(message);
  return bytes;
}

template <class M>
std::optional<M> decodeMessage(std::span<const uint8_t> bytes) {
  Reader read{bytes};
  uint32_t magic;
  M message;
  if (!read(magic) || magic != kMessageMagic || !read(message) || !read.in.empty())
    return std::nullopt;
  return message;
}

/// Equal for two programs only if the fields of M have the same types in the same order.
template <class... M>
uint32_t fingerprintOf() {
  Fingerprint fingerprint;
  (fingerprint(M()), ...);
  return fingerprint.hash;
}

}  // namespace lanewise
