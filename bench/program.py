#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an OpenCL C program of about 2,000 lines, like those of large applications: 112
kernels in families, with the helper functions that they share.

    bench/program.py OUTPUT.cl

Every kernel takes (global in, global out, int n), those with a fourth parameter local memory of 16
bytes a work-item; all work on n = 256 elements of 16 bytes or fewer.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from program_families import FAMILIES  # noqa: E402

HELPERS = """
typedef struct { float3 origin, direction; } Ray;
typedef struct { float3 centre; float radius; } Ball;
typedef struct { float4 rows[4]; } Matrix;
typedef struct { float re, im; } Complex;

float square(float x) { return x * x; }
float3 reflected(float3 d, float3 n) { return d - 2.0f * dot(d, n) * n; }
float luminance(float4 c) { return dot(c.xyz, (float3)(0.2126f, 0.7152f, 0.0722f)); }
int wrapped(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }
int bounded(int i, int n) { return clamp(i, 0, n - 1); }

uint mixed(uint h) {
  h ^= h >> 16;
  h *= 0x45d9f3bu;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ (h >> 16);
}

float uniform_random(uint *state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(mixed(*state) >> 8) * 0x1p-24f;
}

float normal_random(uint *state) {
  float u = fmax(uniform_random(state), 0x1p-24f);
  float v = uniform_random(state);
  return sqrt(-2.0f * log(u)) * cospi(2.0f * v);
}

Complex product(Complex a, Complex b) {
  Complex c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}

Matrix identity(void) {
  Matrix m;
  m.rows[0] = (float4)(1, 0, 0, 0);
  m.rows[1] = (float4)(0, 1, 0, 0);
  m.rows[2] = (float4)(0, 0, 1, 0);
  m.rows[3] = (float4)(0, 0, 0, 1);
  return m;
}

float4 transformed(Matrix m, float4 v) {
  return (float4)(dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v), dot(m.rows[3], v));
}

Matrix rotation(float3 axis, float angle) {
  float c, s = sincos(angle, &c);
  float3 a = normalize(axis + (float3)(1e-6f));
  float3 t = a * (1.0f - c);
  Matrix m = identity();
  m.rows[0].xyz = t.x * a + (float3)(c, -s * a.z, s * a.y);
  m.rows[1].xyz = t.y * a + (float3)(s * a.z, c, -s * a.x);
  m.rows[2].xyz = t.z * a + (float3)(-s * a.y, s * a.x, c);
  return m;
}

bool hit_ball(Ray ray, Ball ball, float *distance) {
  float3 to = ball.centre - ray.origin;
  float along = dot(to, ray.direction);
  float apart = dot(to, to) - along * along;
  if (apart > square(ball.radius)) return false;
  float half_chord = sqrt(square(ball.radius) - apart);
  float t = along > half_chord ? along - half_chord : along + half_chord;
  if (t < 1e-4f || t >= *distance) return false;
  *distance = t;
  return true;
}

float3 hsv_of(float3 c) {
  float high = fmax(c.x, fmax(c.y, c.z)), low = fmin(c.x, fmin(c.y, c.z));
  float range = high - low;
  float hue = 0.0f;
  if (range > 0.0f) {
    if (high == c.x) hue = fmod((c.y - c.z) / range + 6.0f, 6.0f);
    else if (high == c.y) hue = (c.z - c.x) / range + 2.0f;
    else hue = (c.x - c.y) / range + 4.0f;
  }
  return (float3)(hue / 6.0f, high > 0.0f ? range / high : 0.0f, high);
}
"""

def program():
    text = HELPERS
    for variants, template in FAMILIES:
        for values in variants:
            piece = template
            for word, value in values.items():
                piece = piece.replace(f"@{word}@", value)
            text += piece
    return text


def main():
    with open(sys.argv[1], "w") as file:
        file.write(program())


if __name__ == "__main__":
    main()
