// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AES-128 of a counter by look-ups (kernels/aes.cl), one block after another: scalar loads are faster than the
// gathers of current processors.
static const uniform int kBlocks = 4096;  // for each task

#define BYTE(x, n) ((x) >> (8 * (n)) & 0xff)
#define ROTATED(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ROUND(a, b, c, d, key)                                                                 \
  (table[BYTE(a, 0)] ^ ROTATED(table[BYTE(b, 1)], 8) ^ ROTATED(table[BYTE(c, 2)], 16) ^        \
   ROTATED(table[BYTE(d, 3)], 24) ^ (key))
#define LAST(a, b, c, d, key)                                                                  \
  ((BYTE(table[BYTE(a, 0)], 1) | BYTE(table[BYTE(b, 1)], 1) << 8 |                             \
    BYTE(table[BYTE(c, 2)], 1) << 16 | BYTE(table[BYTE(d, 3)], 1) << 24) ^ (key))

task void aesPart(const uniform unsigned int table[], const uniform unsigned int keys[],
                  const uniform unsigned int from[], uniform unsigned int out[]) {
  for (uniform int id = taskIndex * kBlocks; id < (taskIndex + 1) * kBlocks; ++id) {
    uniform unsigned int s0 = id ^ keys[0], s1 = keys[1], s2 = keys[2], s3 = 1 ^ keys[3];
    for (uniform int round = 4; round < 40; round += 4) {
      const uniform unsigned int t0 = ROUND(s0, s1, s2, s3, keys[round]);
      const uniform unsigned int t1 = ROUND(s1, s2, s3, s0, keys[round + 1]);
      const uniform unsigned int t2 = ROUND(s2, s3, s0, s1, keys[round + 2]);
      s3 = ROUND(s3, s0, s1, s2, keys[round + 3]);
      s0 = t0;
      s1 = t1;
      s2 = t2;
    }
    out[4 * id] = from[4 * id] ^ LAST(s0, s1, s2, s3, keys[40]);
    out[4 * id + 1] = from[4 * id + 1] ^ LAST(s1, s2, s3, s0, keys[41]);
    out[4 * id + 2] = from[4 * id + 2] ^ LAST(s2, s3, s0, s1, keys[42]);
    out[4 * id + 3] = from[4 * id + 3] ^ LAST(s3, s0, s1, s2, keys[43]);
  }
}

export void aes(const uniform unsigned int table[], const uniform unsigned int keys[],
                const uniform unsigned int from[], uniform unsigned int out[], uniform int count) {
  launch[count / kBlocks] aesPart(table, keys, from, out);
}
