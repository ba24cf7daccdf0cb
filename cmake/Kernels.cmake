# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles kernels to SPIR-V at build time: OpenCL C with Clang and the SPIR-V translator, assembly
# with spirv-as. Used by examples/, tests/kernels/ and bench/, not by the library itself.
find_program(LANEWISE_CLANG NAMES clang-19 clang REQUIRED)
find_program(LANEWISE_LLVM_SPIRV NAMES llvm-spirv-19 llvm-spirv REQUIRED)
find_program(LANEWISE_SPIRV_AS NAMES spirv-as REQUIRED)

# lanewise_kernel(<module.spv> SOURCE <a.cl or a.spvasm> [OPTIONS <for Clang>...])
#
# The command for one module. SPIR-V 1.2 is the newest version that every OpenCL 2.x and 3.0
# platform with clCreateProgramWithIL accepts.
function(lanewise_kernel module)
  cmake_parse_arguments(arg "" "SOURCE" "OPTIONS" ${ARGN})
  cmake_path(ABSOLUTE_PATH arg_SOURCE NORMALIZE OUTPUT_VARIABLE source)
  cmake_path(GET module FILENAME name)
  cmake_path(GET module PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  if(source MATCHES "\\.spvasm$")
    add_custom_command(OUTPUT ${module} DEPENDS ${source} VERBATIM
      COMMAND ${LANEWISE_SPIRV_AS} --target-env spv1.2 ${source} -o ${module}
      COMMENT "Assembling ${name}")
  else()
    cmake_path(REPLACE_EXTENSION module LAST_ONLY bc OUTPUT_VARIABLE bitcode)
    add_custom_command(OUTPUT ${module} BYPRODUCTS ${bitcode}
      DEPENDS ${source} DEPFILE ${bitcode}.d VERBATIM
      COMMAND ${LANEWISE_CLANG} --target=spirv64 -cl-std=CL3.0 -O2 -Wno-format ${arg_OPTIONS} -x cl
              -emit-llvm -c ${source} -o ${bitcode} -MD -MF ${bitcode}.d -MT ${module}
      COMMAND ${LANEWISE_LLVM_SPIRV} --spirv-max-version=1.2 ${bitcode} -o ${module}
      COMMENT "Compiling ${name} from OpenCL C")
  endif()
endfunction()

# lanewise_kernels(<target> FOLDER <folder> SOURCES <a.cl> <b.spvasm>... [OPTIONS <for Clang>...])
#
# Makes <folder>/<name>.spv from each source, and a target that depends on all of them.
function(lanewise_kernels target)
  cmake_parse_arguments(arg "" "FOLDER" "SOURCES;OPTIONS" ${ARGN})
  set(modules "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(GET source STEM name)
    lanewise_kernel(${arg_FOLDER}/${name}.spv SOURCE ${source} OPTIONS ${arg_OPTIONS})
    list(APPEND modules ${arg_FOLDER}/${name}.spv)
  endforeach()
  add_custom_target(${target} DEPENDS ${modules})
endfunction()
