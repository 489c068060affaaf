# Flags live in one INTERFACE target that every target of the project links privately.
add_library(podium_options INTERFACE)
add_library(Podium::Options ALIAS podium_options)
target_include_directories(podium_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(podium_options INTERFACE
    QT_USE_QSTRINGBUILDER QT_NO_FOREACH
    QT_DISABLE_DEPRECATED_BEFORE=0x050f00 QT_DEPRECATED_WARNINGS
    SPDLOG_FMT_EXTERNAL PODIUM_VERSION="${PROJECT_VERSION}")
target_compile_options(podium_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wsuggest-override
    -Wcast-qual
    -Wformat=2 -Wimplicit-fallthrough -Wnull-dereference
    $<$<BOOL:${PODIUM_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports false positives for these inside libstdc++ when it optimises or instruments. From
    # 13 on it takes a reference for one to a temporary argument of the function that gave it.
    target_compile_options(podium_options INTERFACE
        -Wduplicated-cond -Wlogical-op -Wno-null-dereference -Wno-maybe-uninitialized -Wno-restrict
        -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-dangling-reference)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
    # What a value's fields begin with is said where they stand, not wherever a few of them are named.
    target_compile_options(podium_options INTERFACE -Wno-missing-designated-field-initializers)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_UNITY_BUILD)
    # A joined file includes the .cpp files: what is nameless there looks like a header's to g++.
    target_compile_options(podium_options INTERFACE -Wno-subobject-linkage)
endif()
# What UBSan looks for is looked for in the programs themselves, see podium_strict: a third of what a test's own file
# takes to compile.
string(REGEX REPLACE ",?undefined" "" PODIUM_SANITIZE_ALL "${PODIUM_SANITIZE}")
if(PODIUM_SANITIZE)
    target_compile_options(podium_options INTERFACE
        $<$<BOOL:${PODIUM_SANITIZE_ALL}>:-fsanitize=${PODIUM_SANITIZE_ALL}>
        -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(podium_options INTERFACE -fsanitize=${PODIUM_SANITIZE})
endif()
if(PODIUM_SANITIZE_ALL MATCHES "address")
    # A program that stands where it was linked to has nothing to relocate: a sixth of the time in which it starts, and
    # podiumctl is started thousands of times.
    target_link_options(podium_options INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
# With tests a hundred large programs are linked: mold takes a fraction of ld's time for it.
find_program(PODIUM_MOLD mold)
if(PODIUM_TESTS AND PODIUM_MOLD)
    target_link_options(podium_options INTERFACE -fuse-ld=mold)
endif()
if(BUILD_SHARED_LIBS)
    # As Qt's own libraries: a room calls its own functions without asking some seventy libraries for each of
    # them at the start of every program.
    target_link_options(podium_options INTERFACE
        $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>:-Wl,-Bsymbolic-functions>)
endif()
# The rooms whose parsers are fuzzed, and those they use, count for libFuzzer which edges are reached. That
# costs a call at each comparison: not for the others.
set(PODIUM_FUZZED_ROOMS base cloud disk files gateway inventory people recipe remote run ssh sshconfig store tpu
    tunnel)
# libFuzzer chooses its inputs by the counters; a table of where each of them stands, which is for its reports, would
# be relocated at each start, too. All that goes into one program has it, or nothing has.
set(PODIUM_EDGES -fno-sanitize-coverage=pc-table)
add_library(podium_fuzzed INTERFACE)
add_library(Podium::Fuzzed ALIAS podium_fuzzed)
if(PODIUM_FUZZ)
    target_compile_options(podium_fuzzed INTERFACE -fsanitize=fuzzer-no-link ${PODIUM_EDGES})
endif()

# The programs themselves convert text only where it is said; tests may write plain literals.
add_library(podium_strict INTERFACE)
add_library(Podium::Strict ALIAS podium_strict)
target_link_libraries(podium_strict INTERFACE podium_options)
target_compile_definitions(podium_strict INTERFACE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII)
if(PODIUM_SANITIZE MATCHES "undefined")
    target_compile_options(podium_strict INTERFACE -fsanitize=undefined)
endif()
if(PODIUM_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # What UBSan finds ends the program by SIGILL, and AddressSanitizer says where. A text for each check would be
    # two thirds of a program's data. Whether an object or a function is of the type that it is used as, UBSan's own
    # code has to judge, where rooms are shared libraries: that is told in words.
    target_compile_options(podium_strict INTERFACE -fsanitize-trap=undefined -fno-sanitize-trap=vptr,function)
endif()
