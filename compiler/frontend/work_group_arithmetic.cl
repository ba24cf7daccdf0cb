// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, embedded: the functions of cl_khr_work_group_uniform_arithmetic, which Clang's tables do
// not have. Included for programs that name a reduction or a scan of work-groups. llvm-spirv does not
// recognize all of their names, but those of the SPIR-V instructions.
#if defined(cl_khr_work_group_uniform_arithmetic) && !defined(LANEWISE_WORK_GROUP_ARITHMETIC) && \
    (defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200)
#define LANEWISE_WORK_GROUP_ARITHMETIC

#define LANEWISE_OVERLOADED __attribute__((__overloadable__, __convergent__))
#define LANEWISE_FUNCTION \
  static inline __attribute__((__overloadable__, __convergent__, __always_inline__))
// Operands: the scope of work-groups, the group operation, the value. The name of the parameter is
// reserved, because macros of a program could replace others.
#define LANEWISE_FORM(type, function, instruction, operand, form)               \
  LANEWISE_FUNCTION type function(type __lanewise_value) {                      \
    return __spirv_Group##instruction##KHR(2, form, (operand)__lanewise_value); \
  }
#define LANEWISE_FORMS(type, name, instruction, operand)                          \
  operand LANEWISE_OVERLOADED __spirv_Group##instruction##KHR(int, int, operand); \
  LANEWISE_FORM(type, work_group_reduce_##name, instruction, operand, 0)          \
  LANEWISE_FORM(type, work_group_scan_inclusive_##name, instruction, operand, 1)  \
  LANEWISE_FORM(type, work_group_scan_exclusive_##name, instruction, operand, 2)
#define LANEWISE_INTEGER_FORMS(type)          \
  LANEWISE_FORMS(type, mul, IMul, type)       \
  LANEWISE_FORMS(type, and, BitwiseAnd, type) \
  LANEWISE_FORMS(type, or, BitwiseOr, type)   \
  LANEWISE_FORMS(type, xor, BitwiseXor, type)

LANEWISE_INTEGER_FORMS(int)
LANEWISE_INTEGER_FORMS(uint)
LANEWISE_INTEGER_FORMS(long)
LANEWISE_INTEGER_FORMS(ulong)
LANEWISE_FORMS(float, mul, FMul, float)
#ifdef cl_khr_fp16
LANEWISE_FORMS(half, mul, FMul, half)
#endif
#ifdef cl_khr_fp64
LANEWISE_FORMS(double, mul, FMul, double)
#endif
LANEWISE_FORMS(int, logical_and, LogicalAnd, bool)
LANEWISE_FORMS(int, logical_or, LogicalOr, bool)
LANEWISE_FORMS(int, logical_xor, LogicalXor, bool)

#undef LANEWISE_OVERLOADED
#undef LANEWISE_FUNCTION
#undef LANEWISE_FORM
#undef LANEWISE_FORMS
#undef LANEWISE_INTEGER_FORMS
#endif
