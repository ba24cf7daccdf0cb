// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Block reads and writes of images: component c of the work-item with local id l is the element l
// of row y + c from byte x on. Outside of the image, reads give the texel at the edge, writes have
// no effect.
#include "sub_groups/sub_groups.h"

#include <algorithm>

namespace kernels {
namespace {

struct ImageFormat {
  cl_image_format format;
  long texelBytes;
};
constexpr ImageFormat kFormats[] = {{{CL_RGBA, CL_UNORM_INT8}, 4},
                                    {{CL_R, CL_UNSIGNED_INT8}, 1},
                                    {{CL_RG, CL_SNORM_INT8}, 2},
                                    {{CL_R, CL_FLOAT}, 4},
                                    {{CL_RGBA, CL_FLOAT}, 16}};

// An image of random bytes, larger than the blocks of any sub-group.
class BlockImage {
 public:
  explicit BlockImage(const ImageFormat& format)
      : texelBytes_(format.texelBytes), bytes_(valuesFor<uint8_t>(size_t(kRowBytes * kHeight), 7)) {
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = size_t(kRowBytes / texelBytes_);
    description.image_height = size_t(kHeight);
    cl_int error = CL_SUCCESS;
    memory_ = clCreateImage(TestDevice::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                            &format.format, &description, bytes_.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  BlockImage(const BlockImage&) = delete;
  ~BlockImage() { clReleaseMemObject(memory_); }
  cl_mem memory() const { return memory_; }

  // With the coordinates of texels clamped to the edge.
  uint8_t byteAt(long x, long y) const {
    const long texel = x >= 0 ? x / texelBytes_ : -1,
               place = ((x % texelBytes_) + texelBytes_) % texelBytes_;
    const long column = std::clamp(texel, 0L, kRowBytes / texelBytes_ - 1),
               row = std::clamp(y, 0L, kHeight - 1);
    return bytes_[size_t(row * kRowBytes + column * texelBytes_ + place)];
  }
  void expectWritten(long x, long y, uint8_t byte) {
    if (x >= 0 && x < kRowBytes && y >= 0 && y < kHeight) bytes_[size_t(y * kRowBytes + x)] = byte;
  }
  void check(const std::string& title) const {
    std::vector<uint8_t> found(bytes_.size());
    const size_t origin[3] = {}, region[3] = {size_t(kRowBytes / texelBytes_), size_t(kHeight), 1};
    ASSERT_EQ(clEnqueueReadImage(TestDevice::get().queue(), memory_, CL_TRUE, origin, region, 0, 0,
                                 found.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(found[i], bytes_[i])
          << title << " at byte " << i % size_t(kRowBytes) << " of row " << i / size_t(kRowBytes);
  }
  static constexpr long kRowBytes = 1040, kHeight = 64;

 private:
  const long texelBytes_;
  std::vector<uint8_t> bytes_;
  cl_mem memory_ = nullptr;
};

std::string text(const std::string& type, const std::string& ending, uint32_t count) {
  const std::string suffix = ending + (count == 1 ? "" : std::to_string(count));
  const std::string vector = count == 1 ? type : type + std::to_string(count);
  const std::string head =
      "  const uint group = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();\n"
      "  const size_t first = get_global_id(0) * " +
      std::to_string(count) +
      ";\n"
      "  union { " +
      vector + " all; " + type + " one[" + std::to_string(count) + "]; } parts;\n";
  const std::string each = "  for (uint c = 0; c < " + std::to_string(count) + "; ++c) ";
  return "kernel void read(read_only image2d_t image, global const int2* at, global " + type +
         "* out) {\n" + head + "  parts.all = intel_sub_group_block_read" + suffix +
         "(image, at[group]);\n" + each +
         "out[first + c] = parts.one[c];\n}\n"
         "kernel void write(write_only image2d_t image, global const int2* at, global const " +
         type + "* in) {\n" + head + each +
         "parts.one[c] = in[first + c];\n"
         "  intel_sub_group_block_write" +
         suffix +
         "(image, at[group], parts.all);\n}\n"
         "kernel void both(read_write image2d_t image, global const int2* at, global const " +
         type + "* in) {\n" + head + each +
         "parts.one[c] = in[first + c];\n"
         "  intel_sub_group_block_write" +
         suffix +
         "(image, at[group], parts.all);\n"
         "  parts.all = intel_sub_group_block_read" +
         suffix + "(image, at[group]) + (" + type +
         ")1;\n"
         "  intel_sub_group_block_write" +
         suffix + "(image, at[group], parts.all);\n}\n";
}

struct Block {
  const std::vector<uint32_t>* members;
  long x, y;
};

// A place for each sub-group: inside, and partly or wholly outside on each side. Apart, if they are
// written.
std::vector<Block> blocksFor(const Launch& launch, uint32_t count, long elementBytes, bool apart) {
  std::vector<Block> blocks;
  const long rowBytes = long(launch.subGroups[0].size()) * elementBytes,
             width = BlockImage::kRowBytes;
  const long step = std::max(elementBytes, 4L);  // no element is partly outside
  const long columns[] = {
      0,     64,       -step, width - rowBytes, width - step, width - rowBytes + step, -rowBytes,
      width, 3 * step, -4096};
  const long rows[] = {3, -1, BlockImage::kHeight - 1, 20, BlockImage::kHeight, -40};
  for (const auto& members : launch.subGroups) {
    const auto n = long(blocks.size());
    blocks.push_back({&members, columns[n % std::ssize(columns)], rows[n % std::ssize(rows)]});
    if (apart) blocks.back().y = -2 + n * long(count);
  }
  return blocks;
}

std::vector<cl_int2> coordinates(const std::vector<Block>& blocks) {
  std::vector<cl_int2> at;
  for (const Block& block : blocks) at.push_back({{cl_int(block.x), cl_int(block.y)}});
  return at;
}

// For each byte of each element: visit(index of the element, byte of it, column, row).
template <class T, class Visit>
void forEachByte(const std::vector<Block>& blocks, uint32_t count, const Visit& visit) {
  for (const Block& block : blocks)
    for (size_t lane = 0; lane < block.members->size(); ++lane)
      for (uint32_t c = 0; c < count; ++c)
        for (size_t byte = 0; byte < sizeof(T); ++byte)
          visit(size_t((*block.members)[lane]) * count + c, byte,
                block.x + long(lane * sizeof(T) + byte), block.y + long(c));
}

template <class T>
KernelCall call(const std::string& ending, uint32_t count, const char* kernel) {
  return KernelCall(TestDevice::get().sourceProgram(text(kTypeName<T>, ending, count), kOptions),
                    kTypeName<T> + ending + std::to_string(count), kernel);
}

template <class T>
void expectBlocks(const std::string& ending, uint32_t count) {
  const Launch& launch = fullSubGroups();
  const size_t elements = launch.items() * count;
  for (const ImageFormat& format : kFormats) {
    const BlockImage image(format);
    const std::vector<Block> read = blocksFor(launch, count, sizeof(T), false);
    const Buffer<T> out(elements, T(0));
    call<T>(ending, count, "read")
        .add(image.memory())
        .add(Buffer<cl_int2>(coordinates(read)))
        .add(out)
        .run(launch.range);
    const std::vector<T> found = out.read();
    forEachByte<T>(read, count, [&](size_t element, size_t byte, long x, long y) {
      EXPECT_EQ(uint8_t(found[element] >> 8 * byte), image.byteAt(x, y))
          << kTypeName<T> << count << ", texels of " << format.texelBytes << ", at " << x << ", "
          << y;
    });
    for (const bool both : {false, true}) {
      BlockImage target(format);
      const std::vector<Block> written = blocksFor(launch, count, sizeof(T), true);
      const std::vector<T> in = valuesFor<T>(elements, count);
      call<T>(ending, count, both ? "both" : "write")
          .add(target.memory())
          .add(Buffer<cl_int2>(coordinates(written)))
          .add(Buffer<T>(in))
          .run(launch.range);
      forEachByte<T>(written, count, [&](size_t element, size_t byte, long x, long y) {
        const T value = both ? T(in[element] + 1) : in[element];
        target.expectWritten(x, y, uint8_t(value >> 8 * byte));
      });
      target.check(kTypeName<T> + std::to_string(count) +
                   (both ? ", read and written" : ", written"));
    }
  }
}

template <class T>
void expectEveryCount(const std::string& ending, uint32_t largest) {
  for (uint32_t count = 1; count <= largest; count *= 2) expectBlocks<T>(ending, count);
}

TEST(SubGroupImageBlocks, OfUintUnderTheFirstName) { expectBlocks<uint32_t>("", 4); }
TEST(SubGroupImageBlocks, OfUint) { expectEveryCount<uint32_t>("_ui", 8); }
TEST(SubGroupImageBlocks, OfUchar) { expectEveryCount<uint8_t>("_uc", 16); }
TEST(SubGroupImageBlocks, OfUshort) { expectEveryCount<uint16_t>("_us", 16); }
TEST(SubGroupImageBlocks, OfUlong) { expectEveryCount<uint64_t>("_ul", 8); }

}  // namespace
}  // namespace kernels
