# When this version was made: the day of its entry in packaging/debian/changelog, as 2026-12-31.
file(STRINGS "${PROJECT_SOURCE_DIR}/packaging/debian/changelog" release_signature
    LIMIT_COUNT 1 REGEX "^ -- ")
if(NOT release_signature MATCHES ", ([0-9]+) ([A-Z][a-z]+) ([0-9]+) ")
    message(FATAL_ERROR "packaging/debian/changelog has no date")
endif()
set(release_day ${CMAKE_MATCH_1})
set(release_month ${CMAKE_MATCH_2})
set(release_year ${CMAKE_MATCH_3})
set(release_months Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec)
list(FIND release_months ${release_month} release_index)
math(EXPR release_number "${release_index} + 1")
string(LENGTH "${release_number}" release_digits)
if(release_digits EQUAL 1)
    set(release_number "0${release_number}")
endif()
set(PODIUM_RELEASE_DATE "${release_year}-${release_number}-${release_day}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/packaging/debian/changelog")
