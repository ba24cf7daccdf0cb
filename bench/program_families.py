# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The families of kernels that program.py writes."""

# Families: (names to vary, text). @NAME@ is the variant, other @words@ its values.
FAMILIES = [
    ([dict(NAME=n, F=f, D=d) for n, f, d in (
        ("sine", "sin(x) * exp(-0.1f * x)", "cos(x)"),
        ("logistic", "1.0f / (1.0f + exp(-x))", "x * (1.0f - x)"),
        ("gauss", "exp(-x * x) * 0.56418958f", "-2.0f * x"),
        ("power", "pow(fabs(x) + 1.0f, 1.7f)", "1.7f * x"),
        ("tangent", "tanh(x) + 0.01f * x", "1.0f - square(tanh(x))"),
        ("root", "sqrt(fabs(x)) - cbrt(x)", "rsqrt(fabs(x) + 1.0f)"),
        ("ripple", "sin(x * x) / (1.0f + fabs(x))", "2.0f * x * cos(x * x)"),
        ("arc", "atan(x) + asinpi(clamp(x, -1.0f, 1.0f))", "1.0f / (1.0f + x * x)"))], """
// The integral of a function by Simpson's rule, refined until two steps agree.
float f_@NAME@(float x) { return @F@; }
float d_@NAME@(float x) { return @D@; }

float simpson_@NAME@(float from, float to, int pieces) {
  float step = (to - from) / (float)pieces;
  float sum = f_@NAME@(from) + f_@NAME@(to);
  for (int i = 1; i < pieces; ++i) sum += f_@NAME@(from + step * (float)i) * (i & 1 ? 4.0f : 2.0f);
  return sum * step / 3.0f;
}

kernel void integrate_@NAME@(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float before = simpson_@NAME@(0.0f, in[i], 4);
  for (int pieces = 8; pieces <= 64; pieces *= 2) {
    float now = simpson_@NAME@(0.0f, in[i], pieces);
    if (fabs(now - before) < 1e-5f) break;
    before = now;
  }
  out[i] = before + 0.001f * d_@NAME@(before);
}
"""),
    ([dict(NAME=n, T=t, OP=o, ID=i) for n, t, o, i in (
        ("sum", "float", "a + b", "0.0f"), ("least", "float", "fmin(a, b)", "INFINITY"),
        ("most", "int", "max(a, b)", "INT_MIN"), ("parity", "uint", "a ^ b", "0u"),
        ("sum4", "float4", "a + b", "(float4)(0.0f)"), ("longest", "float2",
         "dot(a, a) > dot(b, b) ? a : b", "(float2)(0.0f)"))], """
// A tree in local memory, and each group's running results before the tree.
@T@ joined_@NAME@(@T@ a, @T@ b) { return @OP@; }

kernel void reduce_@NAME@(global const @T@ *in, global @T@ *out, int n, local @T@ *scratch) {
  int lid = get_local_id(0), size = get_local_size(0);
  @T@ mine = @ID@;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) mine = joined_@NAME@(mine, in[i]);
  scratch[lid] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = size / 2; step > 0; step /= 2) {
    if (lid < step) scratch[lid] = joined_@NAME@(scratch[lid], scratch[lid + step]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}

kernel void scan_@NAME@(global const @T@ *in, global @T@ *out, int n, local @T@ *scratch) {
  int lid = get_local_id(0), i = get_global_id(0);
  scratch[lid] = i < n ? in[i] : @ID@;
  for (int step = 1; step < (int)get_local_size(0); step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    @T@ other = lid >= step ? scratch[lid - step] : @ID@;
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[lid] = joined_@NAME@(other, scratch[lid]);
  }
  if (i < n) out[i] = scratch[lid];
}
"""),
    ([dict(NAME=n, W=w, B=b) for n, w, b in (
        ("blur", "{1, 2, 1, 2, 4, 2, 1, 2, 1}", "c / 16.0f"),
        ("sharpen", "{0, -1, 0, -1, 5, -1, 0, -1, 0}", "clamp(c, 0.0f, 1.0f)"),
        ("edges", "{-1, -1, -1, -1, 8, -1, -1, -1, -1}", "fabs(c)"),
        ("smear", "{0, 0, 0, 1, 1, 1, 0, 0, 0}", "pow(fabs(c) / 3.0f, (float4)(0.8f))"),
        ("emboss", "{-2, -1, 0, -1, 1, 1, 0, 1, 2}", "c * 0.5f + 0.5f"))], """
// A filter of 3 x 3 over an image of 16 x 16 pixels, and the same as two loops over tiles.
constant float weights_@NAME@[9] = @W@;

kernel void filter_@NAME@(global const float4 *in, global float4 *out, int n) {
  int i = get_global_id(0), x = i % 16, y = i / 16;
  if (i >= n) return;
  float4 c = (float4)(0.0f);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      c += weights_@NAME@[(dy + 1) * 3 + dx + 1] * in[bounded(y + dy, 16) * 16 + bounded(x + dx, 16)];
  out[i] = (float4)((@B@).xyz, 1.0f);
}

kernel void filter_tiled_@NAME@(global const float4 *in, global float4 *out, int n,
                                local float4 *tile) {
  int lid = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  tile[lid] = in[min(i, n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 c = (float4)(0.0f);
  for (int k = 0; k < 9; ++k) c += weights_@NAME@[k] * tile[wrapped(lid + k - 4, size)];
  float grey = luminance(@B@);
  if (i < n) out[i] = mix(tile[lid], (float4)(grey), 0.75f);
}
"""),
    ([dict(NAME=n, A=a, R=r) for n, a, r in (
        ("orbit", "-p / pow(dot(p, p) + 0.01f, 1.5f)", "0.0f"),
        ("spring", "-4.0f * p - 0.2f * v", "length(p)"),
        ("swirl", "(float3)(-p.y, p.x, 0.1f * p.z) - 0.1f * v", "atan2(p.y, p.x)"),
        ("drift", "normalize(p + 0.01f) * sinpi(0.5f * p.x) - 0.3f * v", "hypot(v.x, v.y)"),
        ("wells", "-sin(3.0f * p) - 0.05f * v", "cos(p.x) + cos(p.y)"))], """
// The motion of a particle by Euler's, Heun's and Runge and Kutta's rules.
float3 pull_@NAME@(float3 p, float3 v) { return @A@; }

kernel void euler_@NAME@(global const float4 *in, global float4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float3 p = in[i].xyz, v = (float3)(in[i].w, 0.0f, 0.5f);
  for (int step = 0; step < 32; ++step) {
    v += 0.01f * pull_@NAME@(p, v);
    p += 0.01f * v;
  }
  out[i] = (float4)(p, @R@);
}

kernel void heun_@NAME@(global const float4 *in, global float4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float3 p = in[i].xyz, v = (float3)(0.0f, in[i].w, 0.5f);
  for (int step = 0; step < 16; ++step) {
    float3 a = pull_@NAME@(p, v);
    float3 b = pull_@NAME@(p + 0.02f * v, v + 0.02f * a);
    p += 0.02f * (v + 0.01f * a);
    v += 0.01f * (a + b);
  }
  out[i] = (float4)(p, @R@);
}

kernel void runge_kutta_@NAME@(global const float4 *in, global float4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  const float h = 0.05f;
  float3 p = in[i].xyz, v = (float3)(0.3f, 0.5f, in[i].w);
  for (int step = 0; step < 8; ++step) {
    float3 a1 = pull_@NAME@(p, v), v1 = v;
    float3 v2 = v + 0.5f * h * a1, a2 = pull_@NAME@(p + 0.5f * h * v1, v2);
    float3 v3 = v + 0.5f * h * a2, a3 = pull_@NAME@(p + 0.5f * h * v2, v3);
    float3 v4 = v + h * a3, a4 = pull_@NAME@(p + h * v3, v4);
    p += h / 6.0f * (v1 + 2.0f * v2 + 2.0f * v3 + v4);
    v += h / 6.0f * (a1 + 2.0f * a2 + 2.0f * a3 + a4);
  }
  out[i] = (float4)(p, @R@ + length(v));
}
"""),
    ([dict(NAME=f"{n}x{n}", N=str(n)) for n in (2, 4, 8)], """
// Products, transposes and solutions of small matrices, one matrix of @N@ x @N@ a work-item.
kernel void multiply_@NAME@(global const float *in, global float *out, int n) {
  int i = get_global_id(0) * @N@;
  if (i + @N@ * @N@ > n) return;
  float a[@N@][@N@], c[@N@][@N@];
  for (int row = 0; row < @N@; ++row)
    for (int column = 0; column < @N@; ++column) a[row][column] = in[i + row * @N@ + column];
  for (int row = 0; row < @N@; ++row)
    for (int column = 0; column < @N@; ++column) {
      float sum = 0.0f;
      for (int k = 0; k < @N@; ++k) sum = mad(a[row][k], a[k][column], sum);
      c[row][column] = sum;
    }
  for (int row = 0; row < @N@; ++row) out[i + row] = c[row][row];
}

kernel void transpose_@NAME@(global const float *in, global float *out, int n,
                             local float4 *tile) {
  int lid = get_local_id(0), i = get_global_id(0);
  int row = lid / @N@ % @N@, column = lid % @N@, base = lid / (@N@ * @N@) * (@N@ * @N@);
  tile[lid].x = in[min(i, n - 1)];
  tile[lid].y = (float)lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  float moved = tile[base + column * @N@ + row].x;
  float whence = tile[base + column * @N@ + row].y;
  if (i < n) out[i] = whence < 0.0f ? whence : moved;
}

kernel void solve_@NAME@(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float a[@N@][@N@ + 1];
  uint state = as_uint(in[i]) | 1u;
  for (int row = 0; row < @N@; ++row) {
    for (int column = 0; column <= @N@; ++column) a[row][column] = uniform_random(&state) - 0.5f;
    a[row][row] += (float)@N@;
  }
  float x[@N@] = {0.0f}, next[@N@];
  for (int round = 0; round < 12; ++round) {
    float change = 0.0f;
    for (int row = 0; row < @N@; ++row) {
      float rest = a[row][@N@];
      for (int column = 0; column < @N@; ++column)
        if (column != row) rest -= a[row][column] * x[column];
      next[row] = rest / a[row][row];
      change = fmax(change, fabs(next[row] - x[row]));
    }
    for (int row = 0; row < @N@; ++row) x[row] = next[row];
    if (change < 1e-6f) break;
  }
  out[i] = x[0] + x[@N@ - 1];
}
"""),
    ([dict(NAME=n, P=p, S=s, R=r) for n, p, s, r in (
        ("fnv", "16777619u", "2166136261u", "h * 31u"),
        ("rotating", "0x9e3779b1u", "374761393u", "rotate(h, 13u)"),
        ("shifting", "0xc2b2ae35u", "5381u", "h + (h << 5)"),
        ("crossing", "0x85ebca6bu", "97u", "(h << 7) ^ (h >> 3)"))], """
// Hashes of words and of strings, counts of equal ones, and a search.
uint hash_@NAME@(uint word) {
  uint h = @S@;
  for (int byte = 0; byte < 4; ++byte) {
    h = (h ^ (word & 0xffu)) * @P@;
    h = @R@;
    word >>= 8;
  }
  return mixed(h);
}

kernel void hash_words_@NAME@(global const uint4 *in, global uint4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  uint4 w = in[i];
  uint4 h = (uint4)(hash_@NAME@(w.x), hash_@NAME@(w.y), hash_@NAME@(w.z), hash_@NAME@(w.w));
  h += rotate(h.yzwx, (uint4)(5u));
  h ^= convert_uint4_sat(convert_float4(w) * 0.5f);
  out[i] = select(h, ~h, w > h);
}

kernel void histogram_@NAME@(global const uint *in, global uint *out, int n, local uint *bins) {
  int lid = get_local_id(0), size = get_local_size(0);
  for (int bin = lid; bin < size; bin += size) bins[bin] = 0u;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&bins[hash_@NAME@(in[i]) % (uint)size]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = lid; bin < size; bin += size) atomic_add(&out[bin], bins[bin]);
}

kernel void find_@NAME@(global const uchar *in, global int *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  uint wanted = hash_@NAME@((uint)i), best = 0u;
  int where = -1;
  for (int start = 0; start + 4 <= n; ++start) {
    uint word = 0u;
    for (int byte = 0; byte < 4; ++byte) word = word << 8 | in[start + byte];
    uint alike = popcount(~(word ^ wanted));
    switch (alike & 3u) {
      case 0: continue;
      case 1: alike += clz(word) & 1u; break;
      case 2: alike -= 1u; break;
      default: break;
    }
    if (alike > best) {
      best = alike;
      where = start;
    }
  }
  out[i] = where;
}
"""),
    ([dict(NAME=n, K=k, L=l) for n, k, l in (
        ("heat", "0.1f * (left + right + up + down - 4.0f * own) + own", "1.0f"),
        ("wave", "2.0f * own - 0.99f * left + 0.2f * (right + up + down - 3.0f * own)", "0.98f"),
        ("shock", "own - 0.1f * own * (right - left) + 0.01f * (up + down)", "1.0f"),
        ("life", "step(2.5f, left + right + up + down + own)", "0.5f"))], """
// A grid of 16 x 16 in steps: from memory, and in local memory several steps at once.
float stepped_@NAME@(float own, float left, float right, float up, float down) { return @K@; }

kernel void grid_@NAME@(global const float *in, global float *out, int n) {
  int i = get_global_id(0), x = i % 16, y = i / 16 % 16;
  if (i >= n) return;
  out[i] = @L@ * stepped_@NAME@(in[i], in[y * 16 + wrapped(x - 1, 16)], in[y * 16 + wrapped(x + 1, 16)],
                                in[wrapped(y - 1, 16) * 16 + x], in[wrapped(y + 1, 16) * 16 + x]);
}

kernel void grid_steps_@NAME@(global const float *in, global float *out, int n,
                              local float4 *cells) {
  int lid = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  float own = in[min(i, n - 1)];
  for (int step = 0; step < 6; ++step) {
    cells[lid].x = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    float left = cells[wrapped(lid - 1, size)].x, right = cells[wrapped(lid + 1, size)].x;
    float up = cells[wrapped(lid - 16 % size, size)].x, down = cells[(lid + 16) % size].x;
    barrier(CLK_LOCAL_MEM_FENCE);
    own = @L@ * stepped_@NAME@(own, left, right, up, down);
  }
  if (i < n) out[i] = own;
}
"""),
    ([dict(NAME=n, M=m, E=e) for n, m, e in (
        ("mandelbrot", "Complex c = start; Complex z = {0.0f, 0.0f};", "product(z, z)"),
        ("julia", "Complex c = {-0.8f, 0.156f}; Complex z = start;", "product(z, z)"),
        ("cubic", "Complex c = start; Complex z = start;", "product(product(z, z), z)"))], """
// How long a point stays, in colours.
int stay_@NAME@(Complex start, int limit) {
  @M@
  int count = 0;
  while (count < limit && z.re * z.re + z.im * z.im < 4.0f) {
    z = @E@;
    z.re += c.re;
    z.im += c.im;
    ++count;
  }
  return count;
}

kernel void fractal_@NAME@(global const float2 *in, global float4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  Complex start = {in[i].x, in[i].y};
  float t = (float)stay_@NAME@(start, 100) / 100.0f;
  float3 colour = (float3)(t, t * t, sqrt(t));
  out[i] = (float4)(mix(colour, hsv_of(colour), smoothstep(0.2f, 0.8f, t)), 1.0f);
}
"""),
    ([dict(NAME=n, C=c, B=str(b), G=g) for n, c, b, g in (
        ("plain", "light * fmax(dot(normal, sun), 0.0f)", 2, "0.2f"),
        ("shiny", "light * pow(fmax(dot(reflected(ray.direction, normal), sun), 0.0f), 20.0f)", 3,
         "0.6f"),
        ("misty", "light * exp(-0.1f * distance) * fabs(dot(normal, sun))", 2, "0.4f"))], """
// Rays through a few balls, with bounces.
constant float4 balls_@NAME@[5] = {
    {0.0f, 0.0f, 3.0f, 1.0f},  {1.5f, 0.2f, 4.0f, 0.7f}, {-1.2f, -0.3f, 2.5f, 0.4f},
    {0.3f, 1.4f, 5.0f, 1.1f}, {0.0f, -101.0f, 3.0f, 100.0f}};

float3 trace_@NAME@(Ray ray) {
  const float3 sun = normalize((float3)(0.4f, 0.8f, -0.3f));
  float3 light = (float3)(1.0f), seen = (float3)(0.0f);
  for (int bounce = 0; bounce < @B@; ++bounce) {
    float distance = 1e6f;
    int nearest = -1;
    for (int k = 0; k < 5; ++k) {
      Ball ball = {balls_@NAME@[k].xyz, balls_@NAME@[k].w};
      if (hit_ball(ray, ball, &distance)) nearest = k;
    }
    if (nearest < 0) {
      seen += light * mix((float3)(0.5f, 0.7f, 1.0f), (float3)(1.0f), fabs(ray.direction.y));
      break;
    }
    float3 point = ray.origin + distance * ray.direction;
    float3 normal = normalize(point - balls_@NAME@[nearest].xyz);
    seen += @C@;
    light *= @G@;
    ray.origin = point + 1e-3f * normal;
    ray.direction = reflected(ray.direction, normal);
  }
  return seen;
}

kernel void render_@NAME@(global const float4 *in, global float4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float2 at = (float2)((float)(i % 16), (float)(i / 16)) / 8.0f - 1.0f;
  Ray ray = {(float3)(0.0f), normalize((float3)(at, 1.0f))};
  Matrix turn = rotation(in[i].xyz, 0.1f * in[i].w);
  ray.direction = transformed(turn, (float4)(ray.direction, 0.0f)).xyz;
  out[i] = (float4)(trace_@NAME@(ray), 1.0f);
}
"""),
    ([dict(NAME=n, V=v, Q=q) for n, v, q in (
        ("call", "fmax(price - 1.0f, 0.0f)", "spot * d1 - strike * exp(-0.03f) * d2"),
        ("put", "fmax(1.0f - price, 0.0f)", "strike * exp(-0.03f) * (1.0f - d2) - spot * (1.0f - d1)"),
        ("asian", "fmax(mean - 1.0f, 0.0f)", "0.5f * (spot * d1 - strike * d2)"))], """
// The price of an option: by formula, and by many random walks.
float normal_share_@NAME@(float x) { return 0.5f * erfc(-x * M_SQRT1_2_F); }

kernel void formula_@NAME@(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float spot = fabs(in[i]) + 0.1f, strike = 1.0f, spread = 0.3f;
  float near = (log(spot / strike) + 0.03f + 0.5f * square(spread)) / spread;
  float d1 = normal_share_@NAME@(near), d2 = normal_share_@NAME@(near - spread);
  out[i] = @Q@;
}

kernel void walks_@NAME@(global const uint *in, global float *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  uint state = in[i] + (uint)i;
  float total = 0.0f;
  for (int walk = 0; walk < 8; ++walk) {
    float price = 1.0f, mean = 0.0f;
    for (int day = 0; day < 12; ++day) {
      price *= exp(0.0025f - 0.00375f + 0.0866f * normal_random(&state));
      mean += price / 12.0f;
    }
    total += @V@;
  }
  out[i] = total * 0.125f * exp(-0.03f);
}
"""),
    ([dict(NAME=n, T=t, LESS=l) for n, t, l in (
        ("float", "float", "a < b"), ("int", "int", "a < b"),
        ("short", "short", "a > b"), ("uint", "uint", "mixed(a) < mixed(b)"),
        ("pairs", "int2", "a.x < b.x || (a.x == b.x && a.y < b.y)"))], """
// Sorting within a group: a bitonic network, and counting those before.
bool before_@NAME@(@T@ a, @T@ b) { return @LESS@; }

kernel void sort_@NAME@(global const @T@ *in, global @T@ *out, int n, local @T@ *items) {
  int lid = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  items[lid] = in[min(i, n - 1)];
  for (int run = 2; run <= size; run *= 2)
    for (int step = run / 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = lid ^ step;
      if (other > lid) {
        bool rising = (lid & run) == 0;
        @T@ a = items[lid], b = items[other];
        if (before_@NAME@(b, a) == rising) {
          items[lid] = b;
          items[other] = a;
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = items[lid];
}

kernel void rank_@NAME@(global const @T@ *in, global @T@ *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  @T@ own = in[i];
  int rank = 0;
  for (int k = 0; k < n; ++k) {
    @T@ other = in[k];
    rank += before_@NAME@(other, own) || (!before_@NAME@(own, other) && k < i) ? 1 : 0;
  }
  out[rank] = own;
}
"""),
    ([dict(NAME=n, S=str(s), SIGN=g) for n, s, g in (
        ("forward", 64, "-"), ("backward", 64, "+"))], """
// A transform of @S@ points in local memory, and the slow one to compare with.
kernel void fourier_@NAME@(global const float2 *in, global float2 *out, int n,
                           local float2 *points) {
  int lid = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  int bits = 31 - clz(size), mirrored = 0;
  for (int bit = 0; bit < bits; ++bit) mirrored |= (lid >> bit & 1) << (bits - 1 - bit);
  points[mirrored] = in[min(i, n - 1)];
  for (int half_size = 1; half_size < size; half_size *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((lid & half_size) == 0) {
      float angle = @SIGN@M_PI_F * (float)(lid & (half_size - 1)) / (float)half_size;
      float c, s = sincos(angle, &c);
      float2 a = points[lid], b = points[lid + half_size];
      float2 t = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
      points[lid] = a + t;
      points[lid + half_size] = a - t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = points[lid];
}

kernel void fourier_slow_@NAME@(global const float2 *in, global float2 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float2 sum = (float2)(0.0f);
  for (int k = 0; k < @S@; ++k) {
    float angle = @SIGN@2.0f * M_PI_F * (float)(i * k % @S@) / @S@.0f;
    float2 turn = (float2)(native_cos(angle), native_sin(angle));
    sum += (float2)(in[k].x * turn.x - in[k].y * turn.y, in[k].x * turn.y + in[k].y * turn.x);
  }
  out[i] = sum;
}
"""),
    ([dict(NAME=n, D=d) for n, d in (
        ("straight", "distance(a.xy, b.xy)"),
        ("blocks", "fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z)"),
        ("skewed", "fabs(a.x - b.x) + 2.0f * square(a.y - b.y) + fmax(a.z, b.w)"),
        ("angle", "acos(clamp(dot(normalize(a), normalize(b)), -1.0f, 1.0f))"))], """
// Which of eight centres is nearest, the sums that move the centres, and nearest neighbours.
float apart_@NAME@(float4 a, float4 b) { return @D@; }

kernel void assign_@NAME@(global const float4 *in, global int *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  int best = 0;
  float least = INFINITY;
  for (int k = 0; k < 8; ++k) {
    float d = apart_@NAME@(in[i], in[k]);
    if (isless(d, least)) {
      least = d;
      best = k;
    }
  }
  out[i] = isfinite(least) ? best : -1;
}

kernel void centres_@NAME@(global const float4 *in, global float4 *out, int n,
                           local float4 *scratch) {
  int lid = get_local_id(0), size = get_local_size(0);
  float4 own = in[min((int)get_global_id(0), n - 1)];
  scratch[lid] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 sum = (float4)(0.0f);
  int count = 0;
  for (int k = 0; k < size; ++k) {
    if (apart_@NAME@(own, scratch[k]) > 0.5f) continue;
    sum += scratch[k];
    ++count;
  }
  out[get_global_id(0)] = count > 0 ? sum / (float)count : own;
}

kernel void neighbours_@NAME@(global const float4 *in, global int4 *out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float nearest[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
  int which[4] = {-1, -1, -1, -1};
  for (int k = 0; k < n; ++k) {
    float d = apart_@NAME@(in[i], in[k]);
    int at = k;
    for (int slot = 0; slot < 4; ++slot)
      if (d < nearest[slot]) {
        float worse = nearest[slot];
        int displaced = which[slot];
        nearest[slot] = d;
        which[slot] = at;
        d = worse;
        at = displaced;
      }
  }
  out[i] = (int4)(which[0], which[1], which[2], which[3]);
}
"""),
]
