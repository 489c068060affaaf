# Texts in other languages: resources/translations/podium_LANGUAGE.ts, made from the file for
# translators, which `cmake --build BUILD --target translation_texts` leaves in
# translations/podium.ts of the build. Both need Debian's qttools5-dev-tools.
find_program(PODIUM_LUPDATE lupdate HINTS /usr/lib/qt5/bin)
find_program(PODIUM_LRELEASE lrelease HINTS /usr/lib/qt5/bin)
set(PODIUM_EXTRACT "${PROJECT_SOURCE_DIR}/packaging/translations/extract.py")
set(PODIUM_TRANSLATION_TEXTS "${CMAKE_BINARY_DIR}/translations/podium.ts")
if(PODIUM_LUPDATE)
    add_custom_target(translation_texts
        COMMAND "${PODIUM_EXTRACT}" "${PODIUM_LUPDATE}" "${PROJECT_SOURCE_DIR}" "${PODIUM_TRANSLATION_TEXTS}")
endif()

# podium_translation(TS QM): one compiled.
function(podium_translation source output)
    add_custom_command(OUTPUT "${output}" DEPENDS "${source}"
        COMMAND "${PODIUM_LRELEASE}" -silent "${source}" -qm "${output}")
endfunction()

file(GLOB translation_sources CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/resources/translations/podium_*.ts")
set(translations "")
foreach(source IN LISTS translation_sources)
    if(NOT PODIUM_LRELEASE)
        message(FATAL_ERROR "lrelease (qttools5-dev-tools) is missing")
    endif()
    get_filename_component(name "${source}" NAME_WLE)
    podium_translation("${source}" "${CMAKE_BINARY_DIR}/translations/${name}.qm")
    list(APPEND translations "${CMAKE_BINARY_DIR}/translations/${name}.qm")
endforeach()
add_custom_target(translations ALL DEPENDS ${translations})
install(FILES ${translations} DESTINATION share/podium/translations)
