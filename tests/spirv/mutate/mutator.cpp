// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mutations. Most keep the division into instructions, because a module that does not parse
// tests only the reader. Many take words from the same position elsewhere, so that the validator
// accepts a good part of the mutants.
#include "tests/spirv/mutate/mutator.h"
#include "tests/split_mix64.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanewise::test {
namespace {

constexpr size_t kHeaderWords = 5;

struct Random : SplitMix64 {
  using SplitMix64::SplitMix64;
  uint64_t next() { return (*this)(); }
  size_t below(size_t count) { return count ? next() % count : 0; }
};

class Mutation {
 public:
  Mutation(const Corpus& corpus, Random& random)
      : corpus_(corpus),
        random_(random),
        words_(corpus.modules[random.below(corpus.modules.size())]) {}

  std::vector<uint8_t> run() {
    const size_t count = random_.below(3) ? 1 : 1 + random_.below(3);
    size_t bytesCut = 0;
    for (size_t n = 0; n < count; ++n) damage(bytesCut);
    std::vector<uint8_t> bytes(words_.size() * 4);
    if (!bytes.empty()) std::memcpy(bytes.data(), words_.data(), bytes.size());
    bytes.resize(bytes.size() - std::min(bytesCut, bytes.size()));
    return bytes;
  }

 private:
  void damage(size_t& bytesCut) {
    starts_.clear();
    for (size_t at = kHeaderWords; at < words_.size() && words_[at] >> 16; at += words_[at] >> 16)
      starts_.push_back(at);
    if (starts_.empty()) return;
    switch (random_.below(64)) {
      case 0: return void(words_.resize(random_.below(words_.size())));
      case 1: bytesCut = random_.below(8); return;
      case 2: words_[random_.below(kHeaderWords)] = interesting(); return;
      case 3: words_[anyWord()] ^= 1u << random_.below(32); return;
      case 4: return changeOpcode();
      case 5:
      case 6:
      case 7:
      case 8: return remove();
      case 9:
      case 10:
      case 11: return duplicate();
      case 12:
      case 13:
      case 14: return exchange();
      case 15:
      case 16: return insertFromElsewhere();
      case 17:
      case 18: return exchangeOperands();
      case 19:
      case 20:
      case 21: words_[operandWord()] = interesting(); return;
      case 22:
      case 23:
      case 24: words_[operandWord()] ^= 1u << random_.below(6); return;
      case 25:
      case 26: words_[operandWord()] += random_.below(2) ? 1 : -1; return;
      case 27: words_[operandWord()] ^= 1u << random_.below(32); return;
      case 28:
      case 29: words_[operandWord()] = uint32_t(random_.below(bound())); return;
      case 30:
      case 31:
      case 32:
      case 33:
      case 34: return changeLastWord();
      case 35:
      case 36:
      case 37: return changeOpcodeAlike();
      default: return copyOperandOfAlike();
    }
  }

  uint32_t bound() const { return words_.size() > 3 ? std::min(words_[3], 1u << 20) : 1; }
  size_t anyWord() { return random_.below(words_.size()); }
  size_t anyStart() { return starts_[random_.below(starts_.size())]; }
  size_t lengthAt(size_t start) const {
    return std::min<size_t>(words_[start] >> 16, words_.size() - start);
  }

  /// A word that is not the first of its instruction.
  size_t operandWord() {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const size_t start = anyStart(), length = lengthAt(start);
      if (length > 1) return start + 1 + random_.below(length - 1);
    }
    return words_.size() - 1;
  }

  uint32_t interesting() {
    static constexpr uint32_t kValues[] = {
        0,  1,  2,   3,   4,      7,      8,       15,         16,         31,         32,
        33, 64, 255, 256, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    switch (random_.below(4)) {
      case 0: return uint32_t(random_.next());
      case 1: return uint32_t(random_.below(64));
      case 2: return words_[anyWord()];
      default: return kValues[random_.below(std::size(kValues))];
    }
  }

  void changeOpcode() {
    const size_t start = anyStart();
    const uint32_t opcode = random_.below(2)
                                ? words_[anyStart()] & 0xffff
                                : (words_[start] & 0xffff) + (random_.below(2) ? 1 : -1);
    words_[start] = (words_[start] & 0xffff0000) | (opcode & 0xffff);
  }

  /// The last word is often a literal: a decoration's value, an alignment, a scope.
  void changeLastWord() {
    const size_t start = anyStart(), length = lengthAt(start);
    if (length < 2) return;
    uint32_t& word = words_[start + length - 1];
    switch (random_.below(4)) {
      case 0: word = uint32_t(random_.below(64)); return;
      case 1: word ^= 1u << random_.below(32); return;
      case 2: word += random_.below(2) ? 1 : -1; return;
      default: word = interesting(); return;
    }
  }

  /// Gives an instruction the opcode of another one of the same length.
  void changeOpcodeAlike() {
    const size_t start = anyStart();
    for (int attempt = 0; attempt < 32; ++attempt) {
      const size_t other = anyStart();
      if (words_[other] >> 16 != words_[start] >> 16 || words_[other] == words_[start]) continue;
      words_[start] = words_[other];
      return;
    }
  }

  /// Gives an instruction an operand of another one with the same opcode. The type of the new id is
  /// often right, so that the mutant passes more checks.
  void copyOperandOfAlike() {
    const size_t start = anyStart();
    for (int attempt = 0; attempt < 32; ++attempt) {
      const size_t other = anyStart();
      if (words_[other] != words_[start] || other == start || lengthAt(start) < 2) continue;
      const size_t index = 1 + random_.below(lengthAt(start) - 1);
      if (index >= lengthAt(other) || words_[start + index] == words_[other + index]) continue;
      words_[start + index] = words_[other + index];
      return;
    }
  }

  void remove() {
    const size_t start = anyStart();
    words_.erase(words_.begin() + start, words_.begin() + start + lengthAt(start));
  }

  Words copyAt(const Words& from, size_t start) const {
    const size_t length = std::min<size_t>(from[start] >> 16, from.size() - start);
    return Words(from.begin() + start, from.begin() + start + length);
  }

  void duplicate() {
    const size_t start = anyStart();
    Words copy = copyAt(words_, start);
    // The result id is the first or the second word; half of the copies get a new one.
    if (copy.size() > 2 && random_.below(2)) copy[1 + random_.below(2)] = words_[3]++;
    const size_t at = random_.below(2) ? start + copy.size() : anyStart();
    words_.insert(words_.begin() + at, copy.begin(), copy.end());
  }

  void exchange() {
    size_t first = random_.below(starts_.size()), second = random_.below(starts_.size());
    if (random_.below(2)) second = std::min(first + 1, starts_.size() - 1);
    if (first == second) return;
    if (first > second) std::swap(first, second);
    const Words late = copyAt(words_, starts_[second]), early = copyAt(words_, starts_[first]);
    words_.erase(words_.begin() + starts_[second], words_.begin() + starts_[second] + late.size());
    words_.insert(words_.begin() + starts_[second], early.begin(), early.end());
    words_.erase(words_.begin() + starts_[first], words_.begin() + starts_[first] + early.size());
    words_.insert(words_.begin() + starts_[first], late.begin(), late.end());
  }

  void insertFromElsewhere() {
    const Words& other = corpus_.modules[random_.below(corpus_.modules.size())];
    size_t at = kHeaderWords;
    for (size_t steps = random_.below(400); steps && at + (other[at] >> 16) < other.size(); --steps)
      at += other[at] >> 16;
    const Words copy = copyAt(other, at);
    words_.insert(words_.begin() + anyStart(), copy.begin(), copy.end());
  }

  void exchangeOperands() { std::swap(words_[operandWord()], words_[operandWord()]); }

  const Corpus& corpus_;
  Random& random_;
  Words words_;
  std::vector<size_t> starts_;
};

}  // namespace

Corpus readCorpus(const std::string& folder) {
  Corpus corpus;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".spv") corpus.names.push_back(entry.path().string());
  std::sort(corpus.names.begin(), corpus.names.end());
  for (const std::string& name : corpus.names) {
    std::ifstream file(name, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    Words words(bytes.size() / 4);
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 4);
    if (words.size() > kHeaderWords) corpus.modules.push_back(std::move(words));
  }
  if (corpus.modules.empty()) {
    std::fprintf(stderr, "no *.spv in %s\n", folder.c_str());
    std::exit(2);
  }
  return corpus;
}

std::vector<uint8_t> mutant(const Corpus& corpus, uint64_t number) {
  Random random(number * 0x100000001b3 + 0xcbf29ce484222325);
  return Mutation(corpus, random).run();
}

int judgeMutants(int argc, char** argv, int (*judge)(const Corpus&, uint64_t, uint64_t)) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s <corpus> <first> <count>\n", argv[0]);
    return 2;
  }
  return judge(readCorpus(argv[1]), std::strtoull(argv[2], nullptr, 10),
               std::strtoull(argv[3], nullptr, 10));
}

}  // namespace lanewise::test
