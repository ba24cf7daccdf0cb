// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mean over random paths of each generator (kernels/monte_carlo.cl), with ispc's exp, log and sincos.
static const uniform int kGenerators = 256;  // for each task

inline unsigned int next(unsigned int state) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^ state << 5;
}

task void monteCarloPart(const uniform unsigned int seeds[], uniform float means[], uniform int pairs,
                         uniform float price, uniform float strike, uniform float drift,
                         uniform float deviation) {
  foreach (i = taskIndex * kGenerators ... (taskIndex + 1) * kGenerators) {
    unsigned int state = seeds[i] | 1;
    float sum = 0;
    for (uniform int pair = 0; pair < pairs; ++pair) {
      state = next(state);
      const float u = ((int)(state >> 8) + 0.5f) * 0x1p-24f;
      state = next(state);
      const float angle = (int)(state >> 8) * (0x1p-24f * 6.28318531f);
      float sine, cosine;
      sincos(angle, &sine, &cosine);
      const float radius = deviation * sqrt(-2 * log(u));
      sum += max(price * exp(drift + radius * cosine) - strike, 0.0f);
      sum += max(price * exp(drift + radius * sine) - strike, 0.0f);
    }
    means[i] = sum / (2 * pairs);
  }
}

export void monte_carlo(const uniform unsigned int seeds[], uniform float means[], uniform int pairs,
                        uniform float price, uniform float strike, uniform float drift,
                        uniform float deviation, uniform int count) {
  launch[count / kGenerators] monteCarloPart(seeds, means, pairs, price, strike, drift, deviation);
}
