// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The prices of European call and put options, with the cumulative normal distribution as a polynomial
// (Abramowitz and Stegun 26.2.17).
float cumulative(float x) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  const float polynomial =
      k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040f * exp(-0.5f * x * x) * polynomial;
  return x > 0.0f ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float *restrict prices, global const float *restrict strikes,
                          global const float *restrict years, global float *restrict calls,
                          global float *restrict puts, float rate, float volatility) {
  const int i = get_global_id(0);
  const float price = prices[i], strike = strikes[i], time = years[i];
  const float deviation = volatility * sqrt(time);
  const float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * time) / deviation;
  const float d2 = d1 - deviation;
  const float discounted = strike * exp(-rate * time);
  calls[i] = price * cumulative(d1) - discounted * cumulative(d2);
  puts[i] = discounted * cumulative(-d2) - price * cumulative(-d1);
}
