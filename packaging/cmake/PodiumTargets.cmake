# podium_room(NAME SOURCES … LINK …): one room, one library. LINK says which rooms stand left of it. It is
# static, and shared where BUILD_SHARED_LIBS is on: three hundred tests that each hold a copy of all
# rooms would take tens of gigabytes.
function(podium_room name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
    add_library(podium_${name} ${ARG_SOURCES})
    set_target_properties(podium_${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(podium_${name} PUBLIC ${ARG_LINK} PRIVATE Podium::Strict ${ARG_PRIVATE_LINK})
    target_include_directories(podium_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    if(name MATCHES "^ui_")
        podium_use_precompiled(podium_${name} widgets)
    elseif(PODIUM_FUZZ AND name IN_LIST PODIUM_FUZZED_ROOMS)
        target_link_libraries(podium_${name} PRIVATE Podium::Fuzzed)
        podium_use_precompiled(podium_${name} fuzzed)
    else()
        podium_use_precompiled(podium_${name} core)
    endif()
endfunction()

# podium_scripts(FOLDER FILE…): FILE.sh as texts of podium::ROOM::scripttexts, in core/FOLDER/scripttexts.h.
# FOLDER is a room, or ROOM/SUBROOM. Link podium_scripts_ROOM to see it. Lines that are a comment are left out, a
# third of all: each look sends the script to each worker. `ctest -R sentscripts` proves that nothing else is.
function(podium_scripts folder)
    string(REGEX REPLACE "/.*" "" room ${folder})
    set(script_texts "")
    foreach(file ${ARGN})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}.sh")
        file(READ "${file}.sh" text)
        string(REGEX REPLACE "\n[ \t]*#[^\n]*" "" text "\n${text}")
        string(SUBSTRING "${text}" 1 -1 text)
        get_filename_component(name ${file} NAME)
        string(APPEND script_texts "inline constexpr char ${name}[] = R\"podium(${text})podium\";\n")
    endforeach()
    file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/texts/core/${folder}/scripttexts.h" @ONLY CONTENT
"#pragma once
namespace podium::${room}::scripttexts {
@script_texts@
} // namespace podium::${room}::scripttexts
")
    add_library(podium_scripts_${room} INTERFACE)
    target_include_directories(podium_scripts_${room} INTERFACE "${CMAKE_CURRENT_BINARY_DIR}/texts")
endfunction()

# podium_program(NAME SOURCES … LINK …): an executable in bin/.
function(podium_program name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE Podium::Strict ${ARG_LINK})
endfunction()

# podium_whole_program(NAME SOURCES … ROOM …): one that has ROOM and all below it in itself, also where rooms are
# shared libraries. It starts in two thirds of the time: for what tests start thousands of times.
function(podium_whole_program name)
    cmake_parse_arguments(ARG "" "ROOM" "SOURCES" ${ARGN})
    podium_program(${name} SOURCES ${ARG_SOURCES})
    if(PODIUM_SANITIZE MATCHES "address")
        target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/wholeprogram.cpp")
    endif()
    set(open ${ARG_ROOM})
    set(seen Podium::Fuzzed) # how a room is compiled, not what it needs
    while(open)
        list(POP_FRONT open library)
        if(library IN_LIST seen)
            continue()
        endif()
        list(APPEND seen "${library}")
        set(type "")
        if(TARGET "${library}")
            get_target_property(type "${library}" TYPE)
        endif()
        if(library MATCHES "^podium_" AND type STREQUAL "SHARED_LIBRARY")
            target_sources(${name} PRIVATE $<TARGET_OBJECTS:${library}>)
            get_target_property(below "${library}" LINK_LIBRARIES)
            list(APPEND open ${below})
        else()
            target_link_libraries(${name} PRIVATE "${library}")
        endif()
    endwhile()
endfunction()

# podium_moc(TARGET SOURCES…): what AUTOMOC does, without its two steps for each of a hundred small
# programs: tst_X.moc for tst_X.cpp to include, moc_X.cpp for a header that has Q_OBJECT.
function(podium_moc target)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
    target_include_directories(${target} PRIVATE "${folder}")
    foreach(source IN LISTS ARGN)
        get_filename_component(base ${source} NAME_WE)
        if(source MATCHES "tst_.*[.]cpp$")
            set(output "${folder}/${base}.moc")
        elseif(source MATCHES "[.]h$")
            file(STRINGS ${source} meta REGEX "Q_OBJECT")
            if(NOT meta)
                continue()
            endif()
            set(output "${folder}/moc_${base}.cpp")
        else()
            continue()
        endif()
        qt5_generate_moc(${source} "${output}" TARGET ${target})
        target_sources(${target} PRIVATE "${output}")
    endforeach()
endfunction()

# podium_test(NAME SOURCES … LINK … LABELS …): a Qt Test program, run by ctest, offscreen.
# LINK is what the test may see: a test of core links core alone.
# With PODIUM_TEST_LABEL set (the tsan build) only the tests with that label exist, under its name.
function(podium_test name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS;DEFINES" ${ARGN})
    if(PODIUM_TEST_LABEL AND NOT PODIUM_TEST_LABEL IN_LIST ARG_LABELS)
        return()
    endif()
    add_executable(tst_${name} ${ARG_SOURCES})
    set_target_properties(tst_${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    podium_moc(tst_${name} ${ARG_SOURCES})
    target_link_libraries(tst_${name} PRIVATE Podium::Options Qt5::Test ${ARG_LINK})
    target_compile_definitions(tst_${name} PRIVATE
        PODIUM_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PODIUM_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
        ${ARG_DEFINES})
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/(widgets|inspect|app/podium)(/|$)")
        podium_use_precompiled(tst_${name} windowtest)
    else()
        podium_use_precompiled(tst_${name} test)
    endif()
    add_dependencies(podium_tests tst_${name})
    podium_add_test(${name} "${ARG_LABELS}" tst_${name})
endfunction()

# These are begun before the others, also where no run has measured them yet: none is left alone at the end.
set(PODIUM_LONG_TESTS completion configcorpus configcrash connectionwatchdog ctlaccountrecipes ctlbuiltin ctlcopy
    ctlcopycut ctlcreate ctlday ctldisks ctldiskwork ctlexamples ctlfetch ctlfetchcut ctlfold ctlgateway
    ctlgatewaycut ctlgatewayrun ctlgatewaysame ctlgrants ctlkilled ctlpages ctlpages_2 ctlpages_3 ctlpeople
    ctlrecipe ctlshares ctlterminal ctltpu ctltransferdisk ctlways day detached disk_scripts disk_traps fetchrest
    gallery_1 gallery_2 gallery_translated gatewaycopy journey_keyboard journey_mouse journey_screenreader keyboard
    orphanedrun othertools people_script people_script_user people_scripthostile people_scriptkeyfiles
    people_scriptkills people_scripttraps peoplelab podiumctlruns requestmachine requestschedules requesttroubles
    runfaults silentcloud silentlists silentwatch sshconfigctl tour tpu_hostile tpu_session tpu_workers
    trapsofmeaning tsan_agentwait tsan_connectionwatchdog windowscale windowscale_1.0007 windowscale_1.25
    windowscale_1.5 windowscale_2)

# These try hundreds of orders, interruptions, inputs or logins: a slow machine leaves them out, see ./test.
set(PODIUM_SWEEPS configcorpus configcrash confighammer configplan ctlcopycut ctlfetchcut ctlgatewaycut disk_traps
    largeconfig peoplelab requestmachine requestschedules requesttroubles runfaults silentcloud silentlists
    silentwatch trapsoffiles trapsofmeaning)

# podium_add_test(NAME LABELS COMMAND…): a ctest entry with the surroundings all tests share. Only
# what hangs meets its limit: a test waits by conditions, and the machine may be busy.
function(podium_add_test name labels)
    if(PODIUM_TEST_LABEL)
        if(NOT PODIUM_TEST_LABEL IN_LIST labels)
            return()
        endif()
        set(name "${PODIUM_TEST_LABEL}_${name}")
    endif()
    add_test(NAME ${name} COMMAND ${ARGN})
    set(environment QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
        QTEST_FUNCTION_TIMEOUT=1500000 # Qt's own limit for all rows of a test, in ms
        TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/tsan.supp
        ASAN_OPTIONS=detect_leaks=1:handle_sigill=1 # SIGILL: UBSan found something
        LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0)
    if(PODIUM_SANITIZE STREQUAL "thread")
        # GLib's allocator hands memory from thread to thread where ThreadSanitizer cannot see it.
        list(APPEND environment QT_NO_GLIB=1)
    endif()
    if(name IN_LIST PODIUM_SWEEPS)
        list(APPEND labels sweep)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT 1500 LABELS "${labels}"
        ENVIRONMENT "${environment}")
    if(name IN_LIST PODIUM_LONG_TESTS)
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endfunction()
