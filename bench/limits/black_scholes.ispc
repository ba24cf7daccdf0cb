// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The prices of European call and put options (kernels/black_scholes.cl), with ispc's exp and log.
#include "ranges.isph"

inline float cumulative(float x) {
  const float k = 1 / (1 + 0.2316419f * abs(x));
  const float polynomial =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040f * exp(-0.5f * x * x) * polynomial;
  return x > 0 ? 1 - tail : tail;
}

task void blackScholesPart(const uniform float prices[], const uniform float strikes[],
                           const uniform float years[], uniform float calls[], uniform float puts[],
                           uniform float rate, uniform float volatility, uniform int count) {
  foreach (i = partBegin(taskIndex) ... partEnd(taskIndex, count)) {
    const float price = prices[i], strike = strikes[i], time = years[i];
    const float deviation = volatility * sqrt(time);
    const float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * time) / deviation;
    const float d2 = d1 - deviation;
    const float discounted = strike * exp(-rate * time);
    // 1 - cumulative(x) is cumulative(-x).
    const float c1 = cumulative(d1), c2 = cumulative(d2);
    calls[i] = price * c1 - discounted * c2;
    puts[i] = discounted * (1 - c2) - price * (1 - c1);
  }
}

export void black_scholes(const uniform float prices[], const uniform float strikes[],
                          const uniform float years[], uniform float calls[], uniform float puts[],
                          uniform float rate, uniform float volatility, uniform int count) {
  launch[parts(count)] blackScholesPart(prices, strikes, years, calls, puts, rate, volatility, count);
}
