// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values. A Status is an OpenCL error code with an optional message that names the
// invalid thing. Result<T> is a value or a Status. TRY propagates a failure. Messages are
// lower case, without a full stop, and give both values ("local size 300 exceeds 256"). For valid
// input that is not supported the message begins with "unsupported:".
#pragma once

#include <CL/cl.h>

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace lanewise {

#if defined(__clang__)
#define LW_IN_REGISTERS [[clang::trivial_abi]]
#else
#define LW_IN_REGISTERS
#endif

/// Returned in registers, and nothing is to be destroyed after a success: each call returns
/// several.
class LW_IN_REGISTERS Status {
 public:
  Status() = default;
  Status(cl_int code) : code(code) {}
  /// \pre code != CL_SUCCESS.
  [[gnu::cold, gnu::noinline]] Status(cl_int code, std::string message)
      : code(code), message_(new std::string(std::move(message))) {}
  Status(Status&& other) noexcept
      : code(other.code), message_(std::exchange(other.message_, nullptr)) {}
  Status(const Status& other)
      : code(other.code), message_(other.message_ ? new std::string(*other.message_) : nullptr) {}
  Status& operator=(Status other) noexcept {
    std::swap(code, other.code);
    std::swap(message_, other.message_);
    return *this;
  }
  ~Status() {
    if (code != CL_SUCCESS && message_) [[unlikely]]
      destroyMessage();
  }

  bool ok() const { return code == CL_SUCCESS; }
  /// Empty if there is none; ends in NUL.
  std::string_view message() const { return message_ ? std::string_view(*message_) : ""; }

  cl_int code = CL_SUCCESS;

 private:
  [[gnu::cold, gnu::noinline]] void destroyMessage() { delete message_; }
  const std::string* message_ = nullptr;  // null for a success
};

template <class T>
using Result = std::expected<T, Status>;

/// A failed Result of any type.
inline std::unexpected<Status> fail(cl_int code) { return std::unexpected<Status>(code); }
[[gnu::cold]] inline std::unexpected<Status> fail(cl_int code, std::string message) {
  return std::unexpected<Status>(Status(code, std::move(message)));
}

}  // namespace lanewise

#define LW_CONCAT_(a, b) a##b
#define LW_CONCAT(a, b) LW_CONCAT_(a, b)

/// Evaluates a Result; on failure returns its Status from the enclosing function, otherwise
/// declares `declaration` from the value.
#define TRY(declaration, expression) TRY_(LW_CONCAT(result_, __LINE__), declaration, expression)
#define TRY_(result, declaration, expression)                                   \
  auto result = (expression);                                                   \
  if (!result) return ::lanewise::detail::Propagate{std::move(result.error())}; \
  declaration = std::move(*result)

/// Evaluates a Status; on failure returns it (as a Status or as a failed Result).
#define TRY_STATUS(expression)                                    \
  do {                                                            \
    if (::lanewise::Status status_ = (expression); !status_.ok()) \
      return ::lanewise::detail::Propagate{std::move(status_)};   \
  } while (false)

namespace lanewise::detail {
struct Propagate {
  Status status;
  operator Status() && { return std::move(status); }
  template <class T>
  operator std::expected<T, Status>() && {
    return std::unexpected<Status>(std::move(status));
  }
};
}  // namespace lanewise::detail
