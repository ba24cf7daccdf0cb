// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier transforms of 1,024 points, five steps of radix 4 (Stockham): the butterflies of a step in the lanes,
// real and imaginary parts in separate arrays.
#define POINTS 1024
#define QUARTER 256
#define WIDTH TARGET_WIDTH

static const uniform int kTransforms = 8;  // for each task

struct Complex {
  float re, im;
};

inline Complex operator+(Complex a, Complex b) {
  Complex sum = {a.re + b.re, a.im + b.im};
  return sum;
}
inline Complex operator-(Complex a, Complex b) {
  Complex difference = {a.re - b.re, a.im - b.im};
  return difference;
}
inline Complex operator*(Complex a, Complex b) {
  Complex product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return product;
}

inline void butterfly(Complex v[4]) {
  const Complex a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
  const Complex turned = {d.im, -d.re};
  v[0] = a + c;
  v[1] = b + turned;
  v[2] = a - c;
  v[3] = b - turned;
}

/// The factors of the r-th value of a butterfly at index k, for the steps 4, 16, 64 and 256 in sequence. They
/// repeat where a step is shorter than a vector.
#define FACTORS (16 + 16 + 64 + 256)
struct Factors {
  float re[4][FACTORS], im[4][FACTORS];
};

inline uniform int lengthOf(uniform int step) { return max(step, 16); }

inline Complex factor(const uniform Factors& factors, uniform int r, uniform int at) {
  Complex value = {factors.re[r][at + programIndex], factors.im[r][at + programIndex]};
  return value;
}

struct Points {
  float re[POINTS], im[POINTS];
};

/// Step 1 from the input, whose values are pairs.
inline void firstStep(uniform float from[], uniform Points& to) {
  for (uniform int j = 0; j < QUARTER; j += WIDTH) {
    Complex v[4];
    #pragma unroll
    for (uniform int r = 0; r < 4; ++r) aos_to_soa2(&from[2 * (j + r * QUARTER)], &v[r].re, &v[r].im);
    butterfly(v);
    soa_to_aos4(v[0].re, v[1].re, v[2].re, v[3].re, &to.re[4 * j]);
    soa_to_aos4(v[0].im, v[1].im, v[2].im, v[3].im, &to.im[4 * j]);
  }
}

inline void load(Complex v[4], const uniform Points& from, const uniform Factors& factors, uniform int j,
                 uniform int at) {
  #pragma unroll
  for (uniform int r = 0; r < 4; ++r) {
    Complex value = {from.re[j + r * QUARTER + programIndex], from.im[j + r * QUARTER + programIndex]};
    v[r] = r ? value * factor(factors, r, at) : value;
  }
}

/// Step 4: results go to runs of four elements, which shuffles collect to vectors.
inline void shortStep(const uniform Points& from, uniform Points& to, const uniform Factors& factors) {
  for (uniform int j = 0; j < QUARTER; j += WIDTH) {
    Complex v[4];
    load(v, from, factors, j, 0);
    butterfly(v);
    #pragma unroll
    for (uniform int run = 0; run < WIDTH / 4; ++run) {
      // Lanes 0 to 3 from the first, 4 to 7 from the second argument.
      const int lane = 4 * run + (programIndex & 3) + (programIndex & 4 ? WIDTH : 0);
      const float re0 = shuffle(v[0].re, v[1].re, lane), im0 = shuffle(v[0].im, v[1].im, lane);
      const float re1 = shuffle(v[2].re, v[3].re, lane), im1 = shuffle(v[2].im, v[3].im, lane);
      const uniform int at = 4 * j + 16 * run;
#if TARGET_WIDTH == 16
      to.re[at + programIndex] = programIndex < 8 ? re0 : re1;
      to.im[at + programIndex] = programIndex < 8 ? im0 : im1;
#else
      to.re[at + programIndex] = re0;
      to.im[at + programIndex] = im0;
      to.re[at + 8 + programIndex] = re1;
      to.im[at + 8 + programIndex] = im1;
#endif
    }
  }
}

/// A step that is at least as long as a vector.
inline void longStep(const uniform Points& from, uniform Points& to, const uniform Factors& factors,
                     uniform int step, uniform int start) {
  for (uniform int j = 0; j < QUARTER; j += WIDTH) {
    const uniform int k = j & (step - 1);
    Complex v[4];
    load(v, from, factors, j, start + k);
    butterfly(v);
    #pragma unroll
    for (uniform int r = 0; r < 4; ++r) {
      to.re[4 * (j - k) + k + r * step + programIndex] = v[r].re;
      to.im[4 * (j - k) + k + r * step + programIndex] = v[r].im;
    }
  }
}

/// Step 256 to the output.
inline void lastStep(const uniform Points& from, uniform float to[], const uniform Factors& factors) {
  for (uniform int j = 0; j < QUARTER; j += WIDTH) {
    Complex v[4];
    load(v, from, factors, j, 96 + j);
    butterfly(v);
    #pragma unroll
    for (uniform int r = 0; r < 4; ++r) soa_to_aos2(v[r].re, v[r].im, &to[2 * (j + r * QUARTER)]);
  }
}

task void transformPart(uniform float from[], uniform float to[], const uniform Factors& factors,
                        uniform int count) {
  uniform Points a, b;
  const uniform int end = min(count, (uniform int)(taskIndex + 1) * kTransforms);
  for (uniform int i = taskIndex * kTransforms; i < end; ++i) {
    firstStep(&from[2 * POINTS * i], a);
    shortStep(a, b, factors);
    longStep(b, a, factors, 16, 16);
    longStep(a, b, factors, 64, 32);
    lastStep(b, &to[2 * POINTS * i], factors);
  }
}

export void fft(uniform float from[], uniform float to[], const uniform float roots[], uniform int count) {
  uniform Factors factors;
  uniform int start = 0;
  for (uniform int step = 4; step <= QUARTER; step *= 4) {
    for (uniform int r = 1; r < 4; ++r)
      foreach (i = 0 ... lengthOf(step)) {
        const int root = r * (i & (step - 1)) * (QUARTER / step);
        factors.re[r][start + i] = roots[2 * root];
        factors.im[r][start + i] = roots[2 * root + 1];
      }
    start += lengthOf(step);
  }
  launch[(count + kTransforms - 1) / kTransforms] transformPart(from, to, factors, count);
}
