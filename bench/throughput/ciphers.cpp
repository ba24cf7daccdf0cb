// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems of integer arithmetic: SHA-256 (FIPS 180-4) and AES-128 with a table (FIPS 197).

#include "limits/limits.h"
#include "problems.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace bench {
namespace {

/// The first 32 bits of the fractional part of the root of each of the first 64 primes.
std::array<cl_uint, 64> fractionsOfRoots(double (*root)(double)) {
  std::array<cl_uint, 64> fractions;
  cl_uint prime = 2;
  for (cl_uint& fraction : fractions) {
    fraction = static_cast<cl_uint>(std::fmod(root(prime), 1.0) * 0x1p32);
    const auto isPrime = [](cl_uint n) {
      for (cl_uint i = 2; i * i <= n; ++i)
        if (n % i == 0) return false;
      return true;
    };
    while (!isPrime(++prime)) {
    }
  }
  return fractions;
}

std::array<cl_uint, 8> digest(std::array<cl_uint, 16> block) {
  static const auto kStart = fractionsOfRoots(std::sqrt), kRound = fractionsOfRoots(std::cbrt);
  std::array<cl_uint, 64> w;
  std::ranges::copy(block, w.begin());
  for (int i = 16; i < 64; ++i) {
    const cl_uint w15 = w[i - 15], w2 = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (std::rotr(w15, 7) ^ std::rotr(w15, 18) ^ w15 >> 3) +
           (std::rotr(w2, 17) ^ std::rotr(w2, 19) ^ w2 >> 10);
  }
  std::array<cl_uint, 8> s;  // a to h
  std::copy_n(kStart.begin(), 8, s.begin());
  for (int i = 0; i < 64; ++i) {
    const cl_uint t1 = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                       ((s[4] & s[5]) ^ (~s[4] & s[6])) + kRound[i] + w[i];
    const cl_uint t2 = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
                       ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    std::shift_right(s.begin(), s.end(), 1);
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) s[i] += kStart[i];
  return s;
}

/// The product in the field of 256 elements of AES.
cl_uint product(cl_uint a, cl_uint b) {
  cl_uint sum = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? 0x11b : 0))
    if (b & 1) sum ^= a;
  return sum;
}

std::array<cl_uint, 256> substitutions() {
  std::array<cl_uint, 256> box;
  for (cl_uint x = 0; x < 256; ++x) {
    cl_uint inverse = 0;
    while (x && product(x, inverse) != 1) ++inverse;
    const auto byte = static_cast<cl_uchar>(inverse);
    box[x] = cl_uint{byte} ^ std::rotl(byte, 1) ^ std::rotl(byte, 2) ^ std::rotl(byte, 3) ^
             std::rotl(byte, 4) ^ 0x63;
  }
  return box;
}

std::vector<cl_uint> roundKeys(std::vector<cl_uint> words, const std::array<cl_uint, 256>& box) {
  for (cl_uint i = 4, constant = 1; i < 44; ++i) {
    cl_uint last = words[i - 1];
    if (i % 4 == 0) {
      last = std::rotr(last, 8);
      last = box[last & 0xff] | box[last >> 8 & 0xff] << 8 | box[last >> 16 & 0xff] << 16 |
             box[last >> 24] << 24;
      last ^= constant;
      constant = product(constant, 2);
    }
    words.push_back(words[i - 4] ^ last);
  }
  return words;
}

/// A block of four columns, step by step as the standard describes it.
std::array<cl_uint, 4> encrypt(std::array<cl_uint, 4> block, const std::vector<cl_uint>& keys,
                               const std::array<cl_uint, 256>& box) {
  for (int i = 0; i < 4; ++i) block[i] ^= keys[i];
  for (int round = 1; round <= 10; ++round) {
    std::array<cl_uint, 4> next;
    for (int column = 0; column < 4; ++column) {
      cl_uint s[4];
      for (int row = 0; row < 4; ++row) s[row] = box[block[(column + row) % 4] >> 8 * row & 0xff];
      next[column] = keys[4 * round + column];
      for (int row = 0; row < 4; ++row) {
        const cl_uint mixed =
            product(s[row], 2) ^ product(s[(row + 1) % 4], 3) ^ s[(row + 2) % 4] ^ s[(row + 3) % 4];
        next[column] ^= (round < 10 ? mixed : s[row]) << 8 * row;
      }
    }
    block = next;
  }
  return block;
}

}  // namespace

Problem sha256(size_t size, const Sizes& local) {
  Problem problem;
  const auto words = randomBits(16, 1);
  const auto block = problem.array(words), digests = problem.zeros<cl_uint>(8 * size);
  problem.launch("sha256", {size}, local, block, digests);
  problem.limit(LIMIT(sha256), block, digests, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    std::array<cl_uint, 16> own;
    std::ranges::copy(words, own.begin());
    for (size_t i = 0; i < size; i += 7) {
      own[3] = static_cast<cl_uint>(i);
      const auto expected = digest(own);
      for (size_t k = 0; k < 8; ++k)
        expectNear("sha256", i, memory[digests][k * size + i], expected[k], 0);
    }
  });
  problem.work(64.0 * size, "B");
  return problem;
}

Problem aes(size_t size, const Sizes& local) {
  const auto box = substitutions();
  std::vector<cl_uint> words(256);
  for (cl_uint i = 0; i < 256; ++i)
    words[i] = product(box[i], 2) | box[i] << 8 | box[i] << 16 | product(box[i], 3) << 24;
  const auto keyWords = roundKeys(randomBits(4, 1), box);
  const auto text = randomBits(4 * size, 2);
  Problem problem;
  const auto table = problem.array(words), keys = problem.array(keyWords), in = problem.array(text);
  const auto out = problem.zeros<cl_uint>(4 * size);
  problem.launch("aes", {size}, local, table, keys, in, out);
  problem.limit(LIMIT(aes), table, keys, in, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; i += 101) {
      const auto stream = encrypt({static_cast<cl_uint>(i), 0, 0, 1}, keyWords, box);
      for (size_t k = 0; k < 4; ++k)
        expectNear("aes", 4 * i + k, memory[out][4 * i + k], text[4 * i + k] ^ stream[k], 0);
    }
  });
  problem.work(16.0 * size, "B");
  return problem;
}

}  // namespace bench
