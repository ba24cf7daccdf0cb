// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads .debug_line: DWARF 5, section 6.2, has the format. Each read is checked against the end of
// the section, so a damaged table gives no line.
#include "runtime/faults/source_line.h"

#include <elf.h>
#include <cstring>
#include <string_view>
#include <vector>

namespace lanewise {
namespace {

using Bytes = std::span<const uint8_t>;

Bytes part(Bytes bytes, uint64_t offset, uint64_t sizeBytes) {
  if (offset > bytes.size() || sizeBytes > bytes.size() - offset) return {};
  return bytes.subspan(offset, sizeBytes);
}

std::string_view textAt(Bytes bytes, uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + offset;
  return {text, strnlen(text, bytes.size() - offset)};
}

template <class T>
T structureAt(Bytes bytes, uint64_t offset) {
  T value = {};
  if (const Bytes found = part(bytes, offset, sizeof(T)); !found.empty())
    std::memcpy(&value, found.data(), sizeof(T));
  return value;
}

Bytes sectionOf(Bytes file, std::string_view name) {
  const auto header = structureAt<Elf64_Ehdr>(file, 0);
  const auto sectionAt = [&](uint64_t index) {
    return structureAt<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  const Elf64_Shdr names = sectionAt(header.e_shstrndx);
  const Bytes texts = part(file, names.sh_offset, names.sh_size);
  for (unsigned i = 0; i < header.e_shnum; ++i)
    if (const Elf64_Shdr section = sectionAt(i); textAt(texts, section.sh_name) == name)
      return section.sh_flags & SHF_COMPRESSED ? Bytes{}
                                               : part(file, section.sh_offset, section.sh_size);
  return {};
}

/// Reads one value after another. Behind the end all are 0.
class Reader {
 public:
  explicit Reader(Bytes bytes) : left_(bytes) {}
  bool atEnd() const { return left_.empty(); }
  Bytes left() const { return left_; }

  Bytes take(uint64_t sizeBytes) {
    const Bytes taken = part(left_, 0, sizeBytes);
    left_ = taken.size() == sizeBytes ? left_.subspan(sizeBytes) : Bytes{};
    return taken;
  }
  uint64_t number(unsigned sizeBytes) {
    const Bytes bytes = take(sizeBytes);
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.size() && i < 8; ++i) value |= uint64_t{bytes[i]} << (8 * i);
    return value;
  }
  uint64_t uleb() {
    uint64_t value = 0;
    for (unsigned shift = 0; !atEnd(); shift += 7) {
      const auto byte = uint8_t(number(1));
      if (shift < 64) value |= uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80)) break;
    }
    return value;
  }
  int64_t sleb() {
    uint64_t value = 0;
    for (unsigned shift = 0; !atEnd();) {
      const auto byte = uint8_t(number(1));
      if (shift < 64) value |= uint64_t(byte & 0x7f) << shift;
      shift += 7;
      if (byte & 0x80) continue;
      if ((byte & 0x40) && shift < 64) value |= ~uint64_t{0} << shift;
      break;
    }
    return int64_t(value);
  }
  std::string_view text() {
    const std::string_view found = textAt(left_, 0);
    take(found.size() + 1);
    return found;
  }

 private:
  Bytes left_;
};

struct Sections {
  Bytes texts, lineTexts;  // .debug_str, .debug_line_str
};

/// Names of files: of the entries of a table of DWARF 5.
std::vector<std::string_view> entriesOf5(Reader& reader, const Sections& sections) {
  enum : uint64_t { kPath = 1 };
  enum : uint64_t {
    kData2 = 5,
    kData4 = 6,
    kData8 = 7,
    kText = 8,
    kBlock = 9,
    kData1 = 11,
    kUleb = 15,
    kTextOffset = 14,
    kData16 = 30,
    kLineTextOffset = 31
  };
  struct Column {
    uint64_t content, form;
  };
  std::vector<Column> columns(reader.number(1));
  for (Column& column : columns) column = {reader.uleb(), reader.uleb()};
  std::vector<std::string_view> names;
  if (columns.empty()) return names;
  for (uint64_t left = reader.uleb(); left > 0 && !reader.atEnd(); --left) {
    std::string_view name;
    for (const Column& column : columns) {
      std::string_view text;
      switch (column.form) {
        case kText: text = reader.text(); break;
        case kTextOffset: text = textAt(sections.texts, reader.number(4)); break;
        case kLineTextOffset: text = textAt(sections.lineTexts, reader.number(4)); break;
        case kData1: reader.take(1); break;
        case kData2: reader.take(2); break;
        case kData4: reader.take(4); break;
        case kData8: reader.take(8); break;
        case kData16: reader.take(16); break;
        case kUleb: reader.uleb(); break;
        case kBlock: reader.take(reader.uleb()); break;
        default: return {};
      }
      if (column.content == kPath) name = text;
    }
    names.push_back(name);
  }
  return names;
}

/// The files of DWARF 4, whose numbers begin at 1.
std::vector<std::string_view> filesOf4(Reader& reader) {
  while (!reader.text().empty()) {
  }
  std::vector<std::string_view> names = {{}};
  for (;;) {
    const std::string_view name = reader.text();
    if (name.empty()) return names;
    names.push_back(name);
    for (int column = 0; column < 3; ++column) reader.uleb();
  }
}

struct Row {
  uint64_t address = 0, file = 1, line = 1;
};

/// One unit: the row whose range contains `address`.
class LineProgram {
 public:
  LineProgram(Reader unit, uint64_t address, const Sections& sections)
      : reader_(unit), wanted_(address) {
    readHeader(sections);
  }

  std::string find() {
    while (!reader_.atEnd()) {
      const auto code = uint8_t(reader_.number(1));
      bool ends = false;
      if (code >= firstSpecial_)
        special(code);
      else if (code == 0)
        ends = extended();
      else
        standard(code);
      if (found_) return nameOf(before_);
      if (ends) hasBefore_ = false;
    }
    return {};
  }

 private:
  void readHeader(const Sections& sections) {
    const uint64_t version = reader_.number(2);
    if (version >= 5) reader_.take(2);
    Reader header(reader_.take(reader_.number(4)));
    minInstruction_ = header.number(1);
    header.take(2);
    lineBase_ = int8_t(header.number(1));
    lineRange_ = header.number(1);
    firstSpecial_ = header.number(1);
    const Bytes lengths = header.take(firstSpecial_ - 1);
    if (version < 4 || version > 5 || lineRange_ == 0 || lengths.size() + 1 != firstSpecial_) {
      reader_ = Reader({});
      return;
    }
    operandCounts_.assign(lengths.begin(), lengths.end());
    if (version == 5) {
      entriesOf5(header, sections);
      files_ = entriesOf5(header, sections);
    } else {
      files_ = filesOf4(header);
    }
  }
  void emit() {
    if (hasBefore_ && before_.address <= wanted_ && wanted_ < row_.address) {
      found_ = true;
      return;
    }
    before_ = row_;
    hasBefore_ = true;
  }
  void special(uint8_t code) {
    const uint64_t step = code - firstSpecial_;
    row_.address += step / lineRange_ * minInstruction_;
    row_.line += uint64_t(lineBase_ + int64_t(step % lineRange_));
    emit();
  }
  /// True at the end of a sequence.
  bool extended() {
    enum : uint8_t { kEndSequence = 1, kSetAddress = 2 };
    Reader operation(reader_.take(reader_.uleb()));
    const auto code = uint8_t(operation.number(1));
    if (code == kSetAddress) row_.address = operation.number(8);
    if (code != kEndSequence) return false;
    emit();
    row_ = {};
    return true;
  }
  void standard(uint8_t code) {
    enum : uint8_t { kCopy = 1, kAdvanceAddress, kAdvanceLine, kSetFile, kConstAdd = 8, kFixedAdd };
    switch (code) {
      case kCopy: emit(); break;
      case kAdvanceAddress: row_.address += reader_.uleb() * minInstruction_; break;
      case kAdvanceLine: row_.line += uint64_t(reader_.sleb()); break;
      case kSetFile: row_.file = reader_.uleb(); break;
      case kConstAdd: row_.address += (255 - firstSpecial_) / lineRange_ * minInstruction_; break;
      case kFixedAdd: row_.address += reader_.number(2); break;
      default:
        for (uint8_t left = operandCounts_[code - 1]; left > 0; --left) reader_.uleb();
    }
  }
  std::string nameOf(const Row& row) const {
    // Line 0: the compiler made the instruction.
    if (row.file >= files_.size() || row.line == 0) return {};
    return std::string(files_[row.file]) + ":" + std::to_string(row.line);
  }

  Reader reader_;
  const uint64_t wanted_;
  uint64_t minInstruction_ = 1, lineRange_ = 1, firstSpecial_ = 1;
  int64_t lineBase_ = 0;
  std::vector<uint8_t> operandCounts_;
  std::vector<std::string_view> files_;
  Row row_, before_;
  bool hasBefore_ = false, found_ = false;
};

}  // namespace

std::string sourceLine(std::span<const uint8_t> file, uint64_t address) {
  Reader lines(sectionOf(file, ".debug_line"));
  const Sections sections{sectionOf(file, ".debug_str"), sectionOf(file, ".debug_line_str")};
  while (!lines.atEnd()) {
    const Reader unit(lines.take(lines.number(4)));
    if (std::string found = LineProgram(unit, address, sections).find(); !found.empty())
      return found;
  }
  return {};
}

}  // namespace lanewise
