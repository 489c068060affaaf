# podium_embed(OUT FILE…): a C++ source that holds each FILE as podium::sim::embedded("NAME").
function(podium_embed out)
    set(table "")
    foreach(file IN LISTS ARGN)
        get_filename_component(name "${file}" NAME)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
        file(READ "${file}" text)
        string(APPEND table "    {\"${name}\", R\"podium(${text})podium\"},\n")
    endforeach()
    file(CONFIGURE OUTPUT "${out}" @ONLY CONTENT [[
#include "app/podium-sim/embedded.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace podium::sim {

static constexpr std::pair<std::string_view, std::string_view> files[] = {
@table@};

std::string_view embedded(std::string_view name)
{
    for (const auto &[key, text] : files) {
        if (key == name)
            return text;
    }
    throw std::out_of_range("no embedded file " + std::string(name));
}

} // namespace podium::sim
]])
endfunction()
