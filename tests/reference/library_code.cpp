// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the device library's functions with the stages of a build to shared objects, and opens
// these with dlopen.
#include "tests/reference/library_code.h"

#include "builtins/device_library.h"
#include "compiler/codegen/generate.h"
#include "compiler/codegen/link_object.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/module_flags.h"
#include "compiler/driver/pipeline.h"
#include "compiler/target/vector_registers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lanewise::fuzz {
namespace {

void* loadSharedObject(llvm::ArrayRef<uint8_t> bytes) {
  const int file = memfd_create("library", 0);
  if (file < 0 || write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    die("the library cannot be written to memory");
  void* handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) die(dlerror());
  return handle;  // the file stays open: the loader takes files of one name for the same
}

}  // namespace

void die(const std::string& message) {
  llvm::errs() << "lane-fuzz: " << message << '\n';
  std::exit(2);
}

void orDie(llvm::Error error) {
  if (error) die(llvm::toString(std::move(error)));
}

void prepareModule(llvm::Module& module, const Target& target, llvm::TargetMachine& machine) {
  module.setTargetTriple(target.triple);
  module.setDataLayout(machine.createDataLayout());
  if (target.hasNativeHalf()) module.addModuleFlag(llvm::Module::Warning, kNativeHalfFlag, 1);
  module.addModuleFlag(llvm::Module::Warning, kRegisterBitsFlag, target.registerBits());
  module.addModuleFlag(llvm::Module::Warning, kLevelFlag,
                       llvm::MDString::get(module.getContext(), target.level));
}

void* LibraryCode::load(llvm::Module& module) {
  const Machine machine = orDie(takeMachine(target_, /*optimize=*/true));
  prepareModule(module, target_, *machine);
  orDie(runStage(Stage::Link, module, {.machine = machine.get()}));
  orDie(runPasses("expand-scaling,globaldce", module, {.machine = machine.get()}));
  const auto object = orDie(emitCode(module, *machine, CodeForm::Object));
  const auto bytes = [](std::span<const std::byte> all) {
    return std::span(reinterpret_cast<const uint8_t*>(all.data()), all.size());
  };
  const auto code = orDie(
      linkObjects(object, {.runtimeLibrary = bytes(builtins::runtimeLibrary(target_.level)),
                           .vectorVariants = bytes(builtins::vectorVariants(target_.level))}));
  void* found = dlsym(loadSharedObject(code), "get");
  if (!found) die(dlerror());
  return found;
}

LibraryFunction LibraryCode::caller(const llvm::Function& declaration) {
  LibraryFunction& known = callers_[declaration.getName()];
  if (known) return known;
  llvm::LLVMContext context;
  llvm::Module module("caller", context);
  llvm::IRBuilder<> builder(context);
  // The types belong to another context: they are written and read as text.
  llvm::SmallVector<llvm::Type*> parameters;
  const auto copied = [&](const llvm::Type& type) -> llvm::Type* {
    if (type.isHalfTy()) return builder.getHalfTy();
    if (type.isFloatTy()) return builder.getFloatTy();
    if (type.isDoubleTy()) return builder.getDoubleTy();
    if (type.isPointerTy()) return builder.getPtrTy();
    return builder.getIntNTy(type.getIntegerBitWidth());
  };
  for (const llvm::Argument& argument : declaration.args())
    parameters.push_back(copied(*argument.getType()));
  llvm::Type* resultType = copied(*declaration.getReturnType());
  auto* callee =
      llvm::Function::Create(llvm::FunctionType::get(resultType, parameters, false),
                             llvm::Function::ExternalLinkage, declaration.getName(), module);
  auto* get = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()}, false),
      llvm::Function::ExternalLinkage, "get", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", get));
  llvm::SmallVector<llvm::Value*> arguments;
  for (unsigned i = 0; i < parameters.size(); ++i)
    arguments.push_back(builder.CreateLoad(
        parameters[i], builder.CreateConstGEP1_64(builder.getInt64Ty(), get->getArg(0), i)));
  llvm::Value* result = builder.CreateCall(callee, arguments);
  builder.CreateStore(builder.getInt64(0), get->getArg(1));
  builder.CreateStore(result, get->getArg(1));
  builder.CreateRetVoid();
  known = reinterpret_cast<LibraryFunction>(load(module));
  return known;
}

void* LibraryCode::symbol(llvm::StringRef name) {
  void*& known = symbols_[name];
  if (known) return known;
  llvm::LLVMContext context;
  llvm::Module module("symbol", context);
  llvm::IRBuilder<> builder(context);
  auto* wanted = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                                        llvm::Function::ExternalLinkage, "wanted", module);
  wanted->setVisibility(llvm::GlobalValue::HiddenVisibility);
  wanted->setDSOLocal(true);
  auto* get = llvm::Function::Create(llvm::FunctionType::get(builder.getPtrTy(), false),
                                     llvm::Function::ExternalLinkage, "get", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", get));
  builder.CreateRet(wanted);
  wanted->setName(name);
  known = reinterpret_cast<void* (*)()>(load(module))();
  return known;
}

}  // namespace lanewise::fuzz
