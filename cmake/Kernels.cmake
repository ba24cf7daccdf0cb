# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels to SPIR-V when the project is built: OpenCL C by Clang and the SPIR-V translator, assembly
# by spirv-as. Used by examples/, tests/kernels/ and bench/; the library itself never needs it.
find_program(LANEWISE_CLANG NAMES clang-19 clang REQUIRED)
find_program(LANEWISE_LLVM_SPIRV NAMES llvm-spirv-19 llvm-spirv REQUIRED)
find_program(LANEWISE_SPIRV_AS NAMES spirv-as REQUIRED)

# lanewise_kernels(<target> FOLDER <folder> SOURCES <a.cl> <b.spvasm> ... [OPTIONS <for Clang>...])
#
# Makes <folder>/<name>.spv of each source and a target that depends on all of them. SPIR-V 1.2 is
# the newest version that every OpenCL 2.x and 3.0 platform with clCreateProgramWithIL takes.
function(lanewise_kernels target)
  cmake_parse_arguments(arg "" "FOLDER" "SOURCES;OPTIONS" ${ARGN})
  file(MAKE_DIRECTORY ${arg_FOLDER})
  set(modules "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path STEM name)
    set(module ${arg_FOLDER}/${name}.spv)
    if(path MATCHES "\\.spvasm$")
      add_custom_command(OUTPUT ${module} DEPENDS ${path} VERBATIM
        COMMAND ${LANEWISE_SPIRV_AS} --target-env spv1.2 ${path} -o ${module}
        COMMENT "Assembling ${name}.spv")
    else()
      set(bitcode ${arg_FOLDER}/${name}.bc)
      add_custom_command(OUTPUT ${module} BYPRODUCTS ${bitcode} ${bitcode}.d
        DEPENDS ${path} DEPFILE ${bitcode}.d VERBATIM
        COMMAND ${LANEWISE_CLANG} --target=spirv64 -cl-std=CL3.0 -O2 ${arg_OPTIONS} -x cl
                -emit-llvm -c ${path} -o ${bitcode} -MD -MF ${bitcode}.d -MT ${module}
        COMMAND ${LANEWISE_LLVM_SPIRV} --spirv-max-version=1.2 ${bitcode} -o ${module}
        COMMENT "Compiling ${name}.cl to SPIR-V")
    endif()
    list(APPEND modules ${module})
  endforeach()
  add_custom_target(${target} DEPENDS ${modules})
endfunction()
