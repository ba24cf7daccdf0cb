// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_device_enqueue_local_arg_types: blocks whose parameters point to any type in local memory.
// Clang refuses them, but looks through casts to find the block. Programs with such blocks are
// compiled again, with a cast to a block of parameters `local void*` in front of each.
#pragma once

#include <map>
#include <memory>

namespace clang {
class ASTConsumer;
class Token;
}  // namespace clang

namespace lanewise {

class TokenWriter;

/// The numbers of parameters of blocks, by the encoded place of the first token of the argument
/// that has to be cast. The places of one run of Clang are those of the next if the headers are.
using BlockCasts = std::map<unsigned, unsigned>;

/// Adds to `found` what the program needs.
std::unique_ptr<clang::ASTConsumer> makeBlockCastReader(BlockCasts& found);

/// Writes the cast of the argument that begins with the token, if it needs one.
void writeBlockCast(const BlockCasts& casts, const clang::Token& token, TokenWriter& writer);

}  // namespace lanewise
