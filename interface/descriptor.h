// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptor: owns a file descriptor and closes it in the destructor. FileIdentity: which file a
// number refers to.
// Applications may close descriptors that they did not open and reuse the numbers. Whoever keeps a
// descriptor across calls of the API therefore compares its identity before each use.
#pragma once

#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lanewise {

class Descriptor {
 public:
  Descriptor() = default;
  /// A negative number means no descriptor, like the result of a failed system call.
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// The number, which the caller closes from now on.
  int detach() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

/// Device and inode of an open file.
class FileIdentity {
 public:
  FileIdentity() = default;
  explicit FileIdentity(int number) {
    struct stat found;
    if (number < 0 || fstat(number, &found) != 0) return;
    device_ = found.st_dev;
    inode_ = found.st_ino;
  }
  /// False for two descriptors that are not open.
  bool operator==(const FileIdentity& other) const {
    return inode_ != 0 && device_ == other.device_ && inode_ == other.inode_;
  }

 private:
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

/// A descriptor that is kept across calls of the API, beside code that may close it.
class LastingDescriptor {
 public:
  LastingDescriptor() = default;
  explicit LastingDescriptor(Descriptor descriptor)
      : identity_(descriptor.get()), descriptor_(std::move(descriptor)) {}
  LastingDescriptor(LastingDescriptor&&) = default;
  LastingDescriptor& operator=(LastingDescriptor&&) = delete;
  ~LastingDescriptor() {
    // Another file has the number now, and that is not ours to close.
    if (descriptor_ && !isOurs()) descriptor_.detach();
  }

  explicit operator bool() const { return bool(descriptor_); }
  /// Whether the number still refers to the file that it was opened for.
  bool isOurs() const { return FileIdentity(descriptor_.get()) == identity_; }
  /// The number, or -1 if it is not ours any more.
  int get() const { return isOurs() ? descriptor_.get() : -1; }

 private:
  FileIdentity identity_;
  Descriptor descriptor_;
};

}  // namespace lanewise
