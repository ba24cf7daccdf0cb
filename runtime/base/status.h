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
#include <utility>

namespace lanewise {

struct Status {
  cl_int code = CL_SUCCESS;
  std::string message;

  Status() = default;
  Status(cl_int code) : code(code) {}
  Status(cl_int code, std::string message) : code(code), message(std::move(message)) {}

  bool ok() const { return code == CL_SUCCESS; }
};

template <class T>
using Result = std::expected<T, Status>;

/// A failed Result of any type.
inline std::unexpected<Status> fail(cl_int code, std::string message = {}) {
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
