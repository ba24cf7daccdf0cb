// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 of one block for each lane (kernels/sha256.cl).
static const uniform unsigned int kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static const uniform int kBlocks = 1024;  // for each task

inline unsigned int rotated(unsigned int x, uniform int n) { return x >> n | x << (32 - n); }

task void sha256Part(const uniform unsigned int block[], uniform unsigned int digests[], uniform int count) {
  static const uniform unsigned int kStart[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  foreach (id = taskIndex * kBlocks ... (taskIndex + 1) * kBlocks) {
    unsigned int w[16];
    #pragma unroll
    for (uniform int i = 0; i < 16; ++i) w[i] = block[i];
    w[3] = id;
    unsigned int a = kStart[0], b = kStart[1], c = kStart[2], d = kStart[3];
    unsigned int e = kStart[4], f = kStart[5], g = kStart[6], h = kStart[7];
    for (uniform int round = 0; round < 64; round += 16) {
      #pragma unroll
      for (uniform int i = 0; i < 16; ++i) {
        const unsigned int t1 = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) | (~e & g)) +
                                kRound[round + i] + w[i];
        const unsigned int t2 =
            (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
        const unsigned int w1 = w[(i + 1) & 15], w14 = w[(i + 14) & 15];
        w[i] += (rotated(w1, 7) ^ rotated(w1, 18) ^ (w1 >> 3)) + w[(i + 9) & 15] +
                (rotated(w14, 17) ^ rotated(w14, 19) ^ (w14 >> 10));
      }
    }
    digests[id] = kStart[0] + a;
    digests[count + id] = kStart[1] + b;
    digests[2 * count + id] = kStart[2] + c;
    digests[3 * count + id] = kStart[3] + d;
    digests[4 * count + id] = kStart[4] + e;
    digests[5 * count + id] = kStart[5] + f;
    digests[6 * count + id] = kStart[6] + g;
    digests[7 * count + id] = kStart[7] + h;
  }
}

export void sha256(const uniform unsigned int block[], uniform unsigned int digests[], uniform int count) {
  launch[count / kBlocks] sha256Part(block, digests, count);
}
