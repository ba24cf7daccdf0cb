// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The price of a European call option as the mean over random paths, two normal deviates (Box and Muller)
// for each step of the loop. Each work-item has its own generator (xorshift).
uint next(uint state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

kernel void monte_carlo(global const uint *restrict seeds, global float *restrict means, int pairs,
                        float price, float strike, float drift, float deviation) {
  const int i = get_global_id(0);
  uint state = seeds[i] | 1;
  float sum = 0.0f;
  for (int pair = 0; pair < pairs; ++pair) {
    state = next(state);
    const float u = ((state >> 8) + 0.5f) * 0x1p-24f;
    state = next(state);
    const float angle = (state >> 8) * (0x1p-24f * 6.28318531f);
    const float radius = sqrt(-2.0f * log(u));
    sum += fmax(price * exp(drift + deviation * radius * cos(angle)) - strike, 0.0f);
    sum += fmax(price * exp(drift + deviation * radius * sin(angle)) - strike, 0.0f);
  }
  means[i] = sum / (2 * pairs);
}
