// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AES-128 (FIPS 197) of a counter by look-ups in one table: byte s of its words is (2 s, s, s, 3 s), the lowest
// byte first, for the substituted byte s. A column of the state is a word, the lowest byte is the first row.
#define BYTE(x, n) ((x) >> (8 * (n)) & 0xff)
#define ROUND(a, b, c, d, key)                                                                     \
  (table[BYTE(a, 0)] ^ rotate(table[BYTE(b, 1)], 8u) ^ rotate(table[BYTE(c, 2)], 16u) ^            \
   rotate(table[BYTE(d, 3)], 24u) ^ (key))
// The substituted byte without multiplication is the second byte of the table's word.
#define LAST(a, b, c, d, key)                                                                      \
  ((BYTE(table[BYTE(a, 0)], 1) | BYTE(table[BYTE(b, 1)], 1) << 8 | BYTE(table[BYTE(c, 2)], 1) << 16 |\
    BYTE(table[BYTE(d, 3)], 1) << 24) ^ (key))

kernel void aes(constant uint *restrict table, constant uint *restrict keys,
                global const uint4 *restrict in, global uint4 *restrict out) {
  const uint id = get_global_id(0);
  uint4 s = (uint4)(id, 0, 0, 1) ^ (uint4)(keys[0], keys[1], keys[2], keys[3]);
  for (int round = 1; round < 10; ++round) {
    constant uint *key = keys + 4 * round;
    s = (uint4)(ROUND(s.x, s.y, s.z, s.w, key[0]), ROUND(s.y, s.z, s.w, s.x, key[1]),
                ROUND(s.z, s.w, s.x, s.y, key[2]), ROUND(s.w, s.x, s.y, s.z, key[3]));
  }
  const uint4 stream = (uint4)(LAST(s.x, s.y, s.z, s.w, keys[40]), LAST(s.y, s.z, s.w, s.x, keys[41]),
                               LAST(s.z, s.w, s.x, s.y, keys[42]), LAST(s.w, s.x, s.y, s.z, keys[43]));
  out[id] = in[id] ^ stream;
}
