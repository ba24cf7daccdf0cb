// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encoding of the messages: each type lists its fields once, in visit(); writing and reading are
// two visitors over that list. Fixed-width little-endian integers, counts as uint32.
#include "compiler/message.h"

#include "compiler/kernel_abi.h"

#include <cstdio>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace lanewise {
namespace {

// "LWM" and a version, raised when a field or an enumerator gets another meaning, or there is a new
// enumerator. New fields are seen by interfaceVersion().
constexpr uint32_t kMagic = 0x4c574d01;

template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, SpecializationConstant>
{
  return v(m.id) && v(m.bytes) && v(m.module);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, SourceHeader>
{
  return v(m.name) && v(m.text);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, SourceProgram>
{
  return v(m.text) && v(m.headers) && v(m.options);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, CodeOptions>
{
  return true
#define CODE_OPTION(member, option, whole) &&v(m.member)
#include "compiler/code_options.def"
      ;
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, CompileRequest>
{
  return v(m.goal) && v(m.source) && v(m.modules) && v(m.specializationConstants) && v(m.options) &&
         v(m.level) && v(m.cpu) && v(m.dumpStages) && v(m.dumpFolder);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, KernelArgument>
{
  return v(m.name) && v(m.typeName) && v(m.kind) && v(m.addressSpace) && v(m.accessQualifier) &&
         v(m.isConst) && v(m.isRestrict) && v(m.isVolatile) && v(m.offsetBytes) && v(m.sizeBytes) &&
         v(m.alignBytes);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, KernelFacts>
{
  return v(m.name) && v(m.role) && v(m.symbol) && v(m.arguments) && v(m.argumentBytes) &&
         v(m.localBytes) && v(m.privateBytes) && v(m.scratchFixedBytes) && v(m.scratchItemBytes) &&
         v(m.requiredLocalSize) && v(m.localSizeHint) && v(m.subGroupSize) &&
         v(m.requiredSubGroupSize) && v(m.requiredSubGroupCount) && v(m.vecTypeHint) &&
         v(m.attributes) && v(m.usesBarrier) && v(m.usesPrintf);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, StageTime>
{
  return v(m.name) && v(m.wallMicroseconds) && v(m.cpuMicroseconds);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, Dependency>
{
  return v(m.kind) && v(m.path) && v(m.state);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, CompileReply>
{
  return v(m.outcome) && v(m.log) && v(m.kernels) && v(m.module) && v(m.code) &&
         v(m.globalVariableBytes) && v(m.stages) && v(m.dependencies) && v(m.passing);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, StoredReply>
{
  return v(m.maker) && v(m.reply);
}
template <class V>
bool visit(V& v, auto& m)
  requires std::is_same_v<std::remove_cvref_t<decltype(m)>, StoredBuild>
{
  return v(m.binaryType) && v(m.takesLinkOptions) && v(m.request) && v(m.replies);
}

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

/// A number made of the types of all fields (FNV-1a), by a walk over messages of empty fields.
struct Fingerprint {
  uint32_t hash = 2166136261u ^ kMagic;

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

/// What is sent or kept: nothing else is encoded, so that interfaceVersion() knows all fields.
using Messages = std::tuple<CompileRequest, CompileReply, StoredBuild>;
template <class M, class... All>
constexpr bool isOneOf(const std::tuple<All...>*) {
  return (std::is_same_v<M, All> || ...);
}
template <class M>
concept Message = isOneOf<M>(static_cast<const Messages*>(nullptr));

template <Message M>
std::vector<uint8_t> encodeMessage(const M& message) {
  std::vector<uint8_t> bytes;
  Writer write{bytes};
  write(kMagic);
  write(message);
  return bytes;
}

template <Message M>
std::optional<M> decodeMessage(std::span<const uint8_t> bytes) {
  Reader read{bytes};
  uint32_t magic;
  M message;
  if (!read(magic) || magic != kMagic || !read(message) || !read.in.empty()) return std::nullopt;
  return message;
}

}  // namespace

std::string interfaceVersion() {
  Fingerprint fingerprint;
  std::apply([&](const auto&... messages) { (fingerprint(messages), ...); }, Messages());
  char number[16];
  std::snprintf(number, sizeof(number), "%08x", fingerprint.hash);
  return "abi " + std::to_string(abi::kAbiVersion) + " messages " + number;
}

std::vector<uint8_t> encode(const CompileRequest& request) { return encodeMessage(request); }
std::vector<uint8_t> encode(const CompileReply& reply) { return encodeMessage(reply); }
std::vector<uint8_t> encode(const StoredBuild& build) { return encodeMessage(build); }
std::optional<CompileRequest> decodeRequest(std::span<const uint8_t> bytes) {
  return decodeMessage<CompileRequest>(bytes);
}
std::optional<CompileReply> decodeReply(std::span<const uint8_t> bytes) {
  return decodeMessage<CompileReply>(bytes);
}
std::optional<StoredBuild> decodeStoredBuild(std::span<const uint8_t> bytes) {
  return decodeMessage<StoredBuild>(bytes);
}

}  // namespace lanewise
