// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records file accesses. Contents are hashed when they are read, because the file may change later.
#include "compiler/frontend/looked_up_files.h"

#include "compiler/frontend/embedded_headers.h"
#include "interface/dependency.h"

#include <clang/Lex/PPCallbacks.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/MemoryBuffer.h>

#include <unistd.h>

#include <memory>

namespace lanewise {

namespace {

bool isElsewhere(const llvm::Twine& path) {
  const std::string text = path.str();
  return !text.starts_with('/') || text.starts_with(kHeaderFolder) ||
         text.starts_with(kResourceFolder);
}

/// What Clang reports of a file that is there and that the sandbox refuses to open.
const std::error_category& sandboxCategory() {
  class Category : public std::error_category {
    const char* name() const noexcept override { return "sandbox"; }
    std::string message(int) const override {
      return "outside of the folders that this program may include from: those of -I and the "
             "current one (LANEWISE_SANDBOX can add folders)";
    }
  };
  static const Category& category = *new Category;  // never destroyed
  return category;
}

/// Landlock restricts open() but not access(), which knows the rights of the user only.
bool isRefused(const llvm::Twine& path, std::error_code error) {
  return error == std::errc::permission_denied && access(path.str().c_str(), R_OK) == 0;
}

std::error_code absent() { return std::make_error_code(std::errc::no_such_file_or_directory); }

}  // namespace

LookedUpFiles::LookedUpFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

void LookedUpFiles::note(const llvm::Twine& path, std::string state) {
  std::string& known = states_[path.str()];
  // A content hash replaces the record that the file exists.
  if (known.empty() || known == kPresent) known = std::move(state);
}

llvm::ErrorOr<llvm::vfs::Status> LookedUpFiles::status(const llvm::Twine& path) {
  if (isElsewhere(path)) return absent();
  auto found = ProxyFileSystem::status(path);
  if (!found)
    note(path, kAbsent);
  else if (found->isRegularFile())
    note(path, kPresent);
  return found;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> LookedUpFiles::openFileForRead(
    const llvm::Twine& path) {
  if (isElsewhere(path)) return absent();
  // Opening a pipe would wait for a writer.
  if (const auto there = ProxyFileSystem::status(path); there && !there->isRegularFile()) {
    note(path, kAbsent);
    return absent();
  }
  auto opened = ProxyFileSystem::openFileForRead(path);
  if (!opened && isRefused(path, opened.getError())) {
    note(path, kRefused);
    return std::error_code(1, sandboxCategory());
  }
  if (!opened) {
    note(path, kAbsent);
    return opened;
  }
  auto status = (*opened)->status();
  if (!status) return status.getError();
  auto buffer = (*opened)->getBuffer(path, int64_t(status->getSize()),
                                     /*RequiresNullTerminator=*/true, /*IsVolatile=*/false);
  if (!buffer) return buffer.getError();
  const llvm::StringRef text = (*buffer)->getBuffer();
  note(path, contentState({reinterpret_cast<const uint8_t*>(text.data()), text.size()}));

  /// Returns the contents that were read.
  class Read : public llvm::vfs::File {
   public:
    Read(llvm::vfs::Status status, std::unique_ptr<llvm::MemoryBuffer> buffer)
        : status_(std::move(status)), buffer_(std::move(buffer)) {}
    llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t,
                                                                 bool, bool) override {
      return llvm::MemoryBuffer::getMemBufferCopy(buffer_->getBuffer(), name);
    }
    std::error_code close() override { return {}; }

   private:
    llvm::vfs::Status status_;
    std::unique_ptr<llvm::MemoryBuffer> buffer_;
  };
  return std::make_unique<Read>(*status, std::move(*buffer));
}

std::vector<Dependency> LookedUpFiles::dependencies() const {
  std::vector<Dependency> found;
  found.reserve(states_.size());
  for (const auto& [path, state] : states_) found.push_back({DependencyKind::File, path, state});
  return found;
}

void watchForTime(clang::Preprocessor& preprocessor, bool& passing) {
  class Watch : public clang::PPCallbacks {
   public:
    explicit Watch(bool& passing) : passing_(passing) {}
    void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                      const clang::MacroArgs*) override {
      const llvm::StringRef text = name.getIdentifierInfo()->getName();
      passing_ |= text == "__TIME__" || text == "__DATE__" || text == "__TIMESTAMP__";
    }

   private:
    bool& passing_;
  };
  preprocessor.addPPCallbacks(std::make_unique<Watch>(passing));
}

}  // namespace lanewise
