// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small ray tracer: spheres over a chequered floor, one light with shadows, reflections. One
// work-item makes one pixel from 3 x 3 rays.

typedef struct {
  float4 centreAndRadius;
  float4 colourAndMirror;
} Sphere;

typedef struct {
  float3 point, normal, colour;
  float mirror, distance;
} Hit;

constant float3 kLight = (float3)(-4.0f, 7.0f, -5.0f);
constant float kFar = 1e9f;

float3 sky(float3 direction) {
  return mix((float3)(0.93f, 0.95f, 1.0f), (float3)(0.25f, 0.45f, 0.8f),
             clamp(direction.y, 0.0f, 1.0f));
}

float meetSphere(float3 origin, float3 direction, float4 sphere) {
  const float3 toCentre = sphere.xyz - origin;
  const float along = dot(toCentre, direction);
  const float inside = along * along - dot(toCentre, toCentre) + sphere.w * sphere.w;
  if (inside < 0.0f) return kFar;
  const float nearest = along - sqrt(inside);
  return nearest > 1e-3f ? nearest : kFar;
}

Hit meetScene(float3 origin, float3 direction, constant Sphere *spheres, int count) {
  Hit hit = {0.0f, (float3)(0.0f, 1.0f, 0.0f), 0.0f, 0.0f, kFar};
  if (direction.y < 0.0f) {
    hit.distance = -origin.y / direction.y;
    hit.point = origin + hit.distance * direction;
    const int odd = (int)(floor(hit.point.x) + floor(hit.point.z)) & 1;
    hit.colour = odd ? (float3)(0.75f) : (float3)(0.2f);
    hit.mirror = 0.12f;
  }
  for (int i = 0; i < count; ++i) {
    const float distance = meetSphere(origin, direction, spheres[i].centreAndRadius);
    if (distance >= hit.distance) continue;
    hit.distance = distance;
    hit.point = origin + distance * direction;
    hit.normal = normalize(hit.point - spheres[i].centreAndRadius.xyz);
    hit.colour = spheres[i].colourAndMirror.xyz;
    hit.mirror = spheres[i].colourAndMirror.w;
  }
  return hit;
}

float3 trace(float3 origin, float3 direction, constant Sphere *spheres, int count) {
  float3 colour = 0.0f;
  float weight = 1.0f;
  for (int bounce = 0; bounce < 5 && weight > 0.02f; ++bounce) {
    const Hit hit = meetScene(origin, direction, spheres, count);
    if (hit.distance >= kFar) return colour + weight * sky(direction);
    const float3 toLight = normalize(kLight - hit.point);
    const bool lit = meetScene(hit.point, toLight, spheres, count).distance >= kFar;
    const float diffuse = lit ? fmax(dot(hit.normal, toLight), 0.0f) : 0.0f;
    const float3 mirrored = direction - 2.0f * dot(direction, hit.normal) * hit.normal;
    const float shine = lit ? pow(fmax(dot(mirrored, toLight), 0.0f), 60.0f) : 0.0f;
    const float haze = exp(-0.02f * hit.distance);
    const float3 seen = hit.colour * (0.15f + 0.85f * diffuse) + 0.6f * shine;
    colour += weight * (1.0f - hit.mirror) * mix(sky(direction), seen, haze);
    weight *= hit.mirror;
    origin = hit.point;
    direction = mirrored;
  }
  return colour;
}

kernel void picture(global uchar4 *pixels, constant Sphere *spheres, int count) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float width = get_global_size(0), height = get_global_size(1);
  const float3 eye = (float3)(0.0f, 1.6f, -6.0f);
  float3 sum = 0.0f;
  for (int ray = 0; ray < 9; ++ray) {
    const float u = (x + (ray % 3 + 0.5f) / 3.0f - 0.5f * width) / height;
    const float v = (0.5f * height - y - (ray / 3 + 0.5f) / 3.0f) / height;
    sum += trace(eye, normalize((float3)(u, v - 0.05f, 1.1f)), spheres, count);
  }
  const float3 shown = pow(clamp(sum / 9.0f, 0.0f, 1.0f), (float3)(1.0f / 2.2f));
  pixels[y * (int)width + x] = (uchar4)(convert_uchar3_sat_rte(255.0f * shown), 255);
}
