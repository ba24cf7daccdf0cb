// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In OpenCL, Clang 19 registers a null pointer instead of the object. The object is the one whose
// turn it is: each has one function that constructs it and registers its destructor, and one
// function calls these in the order of declaration, one for each priority. Functions of objects
// that may be in other modules are alone in llvm.global_ctors, beside their object. Guarded objects
// have been entered in their registrations (static_objects.h).
#include "compiler/frontend/destructors.h"

#include "compiler/frontend/prepare_module.h"
#include "compiler/frontend/static_objects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <spirv/unified1/spirv.hpp11>

namespace lanewise {
namespace {

using Objects = DestroyedObjects;

/// That of objects without init_priority.
constexpr unsigned kUsualPriority = 65535;

bool isDestroyed(const clang::VarDecl& variable, const clang::ASTContext& context) {
  return variable.isThisDeclarationADefinition() == clang::VarDecl::Definition &&
         variable.hasGlobalStorage() && !variable.isInline() &&
         !clang::isTemplateInstantiation(variable.getTemplateSpecializationKind()) &&
         !variable.getType()->isDependentType() &&
         variable.needsDestruction(context) == clang::QualType::DK_cxx_destructor;
}

void collect(const clang::DeclContext& scope, clang::CodeGenerator& generator,
             const clang::ASTContext& context, Objects& objects) {
  for (const clang::Decl* declaration : scope.decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
      collect(*llvm::cast<clang::DeclContext>(declaration), generator, context, objects);
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || variable->isTemplated() || !isDestroyed(*variable, context)) continue;
    const llvm::Constant* object =
        generator.GetAddrOfGlobal(clang::GlobalDecl(variable), /*isForDefinition=*/false);
    const auto* priority = variable->getAttr<clang::InitPriorityAttr>();
    objects[priority ? priority->getPriority() : kUsualPriority].push_back(
        object->stripPointerCasts()->getName().str());
  }
}

/// The object of a registration of a temporary, or between guards. Null for other objects.
llvm::GlobalVariable* registeredObject(const llvm::CallInst& registration) {
  return llvm::dyn_cast<llvm::GlobalVariable>(registration.getArgOperand(1)->stripPointerCasts());
}

/// The guard of a registration, null if there is none.
llvm::GlobalVariable* guardOf(const llvm::CallInst& registration) {
  auto* guard =
      llvm::dyn_cast<llvm::GlobalVariable>(registration.getArgOperand(2)->stripPointerCasts());
  return guard && guard->getName() != "__dso_handle" ? guard : nullptr;
}

/// The calls that register destructors in a function of one object, without those between guards:
/// none if it has no destructor, several if temporaries live as long as the object.
llvm::SmallVector<llvm::CallInst*, 1> registrationsIn(llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*, 1> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function* callee = call->getCalledFunction();
          callee && callee->getName() == "__cxa_atexit" && !guardOf(*call))
        found.push_back(call);
  return found;
}

struct Destruction {
  llvm::Function* destructor;
  llvm::Constant* object;
};

/// All in the order of construction.
struct Destructions {
  std::vector<Destruction> ofProgram;
  /// The destructors of guarded objects. Guards say whether and when an object was constructed,
  /// while kernels ran.
  llvm::MapVector<llvm::GlobalVariable*, std::vector<Destruction>> ofGuards;
  size_t count = 0;
};

class Reader {
 public:
  Reader(llvm::Module& module, const Objects& objects) : module_(module), objects_(objects) {}

  Destructions read() {
    readLists();
    const llvm::Function* registers = module_.getFunction("__cxa_atexit");
    if (!registers) return std::move(found_);
    for (llvm::Function& function : module_)
      for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call && call->getCalledFunction() == registers)
          if (llvm::GlobalVariable* guard = guardOf(*call))
            add(*call, registeredObject(*call), guard);
    return std::move(found_);
  }
  /// Whether each object of the program was found.
  bool hasAll() const {
    size_t count = 0;
    for (const auto& [priority, names] : objects_) count += names.size();
    return placed_ == count;
  }

 private:
  void readLists() {
    const llvm::GlobalVariable* list = module_.getGlobalVariable("llvm.global_ctors");
    const auto* entries =
        list ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
    if (!entries) return;
    for (const llvm::Use& use : entries->operands()) {
      const auto* entry = llvm::cast<llvm::ConstantStruct>(use);
      auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
      if (!function) continue;
      llvm::Constant* key = entry->getOperand(2)->stripPointerCasts();
      if (!llvm::isa<llvm::GlobalVariable>(key))
        readInOrder(*function, llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue());
      else
        for (const llvm::CallInst* call : registrationsIn(*function))
          add(*call, registeredObject(*call) ? registeredObject(*call) : key);
    }
  }

  void readInOrder(llvm::Function& all, uint64_t priority) {
    llvm::SmallVector<llvm::CallInst*> registrations;
    for (llvm::Instruction& instruction : llvm::instructions(all)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::Function* one = call ? call->getCalledFunction() : nullptr;
      if (one && !one->isDeclaration()) registrations.append(registrationsIn(*one));
    }
    const auto known = objects_.find(static_cast<unsigned>(priority));
    const size_t count = known == objects_.end() ? 0 : known->second.size();
    const auto isOfATurn = [](llvm::CallInst* call) { return !registeredObject(*call); };
    if (static_cast<size_t>(llvm::count_if(registrations, isOfATurn)) != count) return;
    placed_ += count;
    size_t turn = 0;
    for (const llvm::CallInst* call : registrations) {
      llvm::GlobalVariable* object = registeredObject(*call);
      add(*call, object ? object : module_.getNamedValue(known->second[turn++]));
    }
  }

  void add(const llvm::CallInst& registration, llvm::Value* object,
           llvm::GlobalVariable* guard = nullptr) {
    auto* variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object);
    if (!variable) return;
    llvm::Value* called = registration.getArgOperand(0)->stripPointerCastsAndAliases();
    auto* destructor = llvm::dyn_cast<llvm::Function>(called);
    if (!destructor) return;
    ++found_.count;
    (guard ? found_.ofGuards[guard] : found_.ofProgram).push_back({destructor, variable});
  }

  llvm::Module& module_;
  const Objects& objects_;
  size_t placed_ = 0;
  Destructions found_;
};

void callAll(llvm::IRBuilder<>& builder, const std::vector<Destruction>& all) {
  for (const auto& [destructor, object] : llvm::reverse(all)) {
    llvm::Type* type = destructor->getFunctionType()->getParamType(0);
    builder.CreateCall(destructor, {builder.CreateAddrSpaceCast(object, type)})
        ->setCallingConv(destructor->getCallingConv());
  }
}

/// Numbers of constructions from the last one back: the guard with the number is that of the
/// objects to destroy. It is cleared, because two sources may have the same static object.
void destroyGuarded(llvm::IRBuilder<>& builder, const Destructions& all) {
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::Function* function = before->getParent();
  const auto block = [&](const char* name) {
    return llvm::BasicBlock::Create(builder.getContext(), name, function);
  };
  llvm::BasicBlock *head = block("constructions"), *body = block("construction"),
                   *end = block("others");
  llvm::Value* first =
      builder.CreateLoad(builder.getInt32Ty(), nextConstruction(*function->getParent()));
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  llvm::PHINode* next = builder.CreatePHI(builder.getInt32Ty(), 2);
  next->addIncoming(first, before);
  builder.CreateCondBr(builder.CreateICmpUGT(next, builder.getInt32(kFirstConstructed)), body, end);
  builder.SetInsertPoint(body);
  llvm::Value* number = builder.CreateSub(next, builder.getInt32(1));
  for (const auto& [guard, objects] : all.ofGuards) {
    llvm::BasicBlock *own = block("constructed"), *behind = block("behind");
    llvm::Value* state = builder.CreateLoad(builder.getInt32Ty(), guard);
    builder.CreateCondBr(builder.CreateICmpEQ(state, number), own, behind);
    builder.SetInsertPoint(own);
    builder.CreateStore(builder.getInt32(0), guard);
    callAll(builder, objects);
    builder.CreateBr(behind);
    builder.SetInsertPoint(behind);
  }
  next->addIncoming(number, builder.GetInsertBlock());
  builder.CreateBr(head);
  builder.SetInsertPoint(end);
}

void writeFinalizer(llvm::Module& module, const Destructions& all, const std::string& name) {
  llvm::LLVMContext& context = module.getContext();
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::ExternalLinkage, "", module);
  addEntryPoint(*function, name, spv::ExecutionMode::Finalizer);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", function));
  if (!all.ofGuards.empty()) destroyGuarded(builder, all);
  callAll(builder, all.ofProgram);
  builder.CreateRetVoid();
}

/// The number of registrations that were there.
size_t removeRegistrations(llvm::Module& module) {
  llvm::Function* registers = module.getFunction("__cxa_atexit");
  if (!registers) return 0;
  size_t count = 0;
  for (llvm::User* user : llvm::make_early_inc_range(registers->users()))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      ++count;
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), 0));
      call->eraseFromParent();
    }
  if (registers->use_empty()) registers->eraseFromParent();
  if (llvm::GlobalVariable* handle = module.getGlobalVariable("__dso_handle"))
    if (handle->use_empty()) handle->eraseFromParent();
  return count;
}

}  // namespace

DestroyedObjects destroyedObjects(clang::CodeGenerator& generator,
                                  const clang::ASTContext& context) {
  Objects objects;
  if (context.getLangOpts().OpenCLCPlusPlus)
    collect(*context.getTranslationUnitDecl(), generator, context, objects);
  return objects;
}

bool moveDestructors(llvm::Module& module, const Objects& objects, const std::string& suffix) {
  Reader reader(module, objects);
  const Destructions found = reader.read();
  const size_t count = removeRegistrations(module);
  if (found.count != 0) writeFinalizer(module, found, "lanewise.destructors." + suffix);
  return reader.hasAll() && found.count == count;
}

}  // namespace lanewise
