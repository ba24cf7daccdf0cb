// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser is one token ahead. A function's code is generated when its last token has been
// parsed, so the place of the function replaces that of the token.
#include "compiler/frontend/places_reached.h"

#include "compiler/frontend/clang_place.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>

namespace lanewise {
namespace {

void noteAt(const clang::SourceManager& sources, clang::SourceLocation location,
            const NotePlace& note) {
  const SourcePlace place = placeOf(location, sources);
  if (place.file.empty() || sources.isInSystemHeader(location)) return;
  note(place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column));
}

class PlaceNoter final : public clang::ASTConsumer {
 public:
  PlaceNoter(const clang::SourceManager& sources, const NotePlace& note)
      : sources_(sources), note_(note) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group)
      if (llvm::isa<clang::FunctionDecl>(declaration))
        noteAt(sources_, declaration->getLocation(), note_);
    return true;
  }

 private:
  const clang::SourceManager& sources_;
  const NotePlace& note_;
};

}  // namespace

void notePlaces(clang::CompilerInstance& compiler, const NotePlace& note) {
  compiler.getPreprocessor().setTokenWatcher(
      [&sources = compiler.getSourceManager(), &note](const clang::Token& token) {
        noteAt(sources, token.getLocation(), note);
      });
}

std::unique_ptr<clang::ASTConsumer> makePlaceNoter(clang::CompilerInstance& compiler,
                                                   const NotePlace& note) {
  return std::make_unique<PlaceNoter>(compiler.getSourceManager(), note);
}

}  // namespace lanewise
