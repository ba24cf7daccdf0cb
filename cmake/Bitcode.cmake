# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Device library C++ -> bitcode, and files -> embedded objects. Owned by builtins/.
