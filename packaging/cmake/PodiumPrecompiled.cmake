# Precompiled headers: the libraries' headers are most of a build's time. Off in the dev preset,
# so that every file shows there that it includes what it uses.
option(PODIUM_PCH "Precompile the libraries' headers" OFF)

set(PODIUM_PCH_CORE
    <algorithm> <chrono> <functional> <memory> <optional> <string> <utility> <variant> <vector>
    <QByteArray> <QCoreApplication> <QDateTime> <QHash> <QMap> <QMetaType> <QObject> <QPointer>
    <QString> <QStringList> <QThread> <QTimer> <QVector> <tl/expected.hpp>)

# podium_precompile(KIND LINK… HEADERS…): what the targets of one kind share.
function(podium_precompile kind)
    cmake_parse_arguments(ARG "" "" "LINK;HEADERS" ${ARGN})
    # Written only where it is not there: a newer one would have all compiled anew.
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/pch_${kind}.cpp" CONTENT "\n")
    add_library(podium_pch_${kind} STATIC "${CMAKE_BINARY_DIR}/pch_${kind}.cpp")
    target_link_libraries(podium_pch_${kind} PRIVATE ${ARG_LINK} tl::expected)
    target_precompile_headers(podium_pch_${kind} PRIVATE ${PODIUM_PCH_CORE} ${ARG_HEADERS})
endfunction()

if(PODIUM_PCH)
    podium_precompile(core LINK Podium::Strict Qt5::Core)
    if(PODIUM_FUZZ)
        podium_precompile(fuzzed LINK Podium::Strict Podium::Fuzzed Qt5::Core)
    endif()
    podium_precompile(widgets LINK Podium::Strict Qt5::Widgets
        HEADERS <QAbstractItemModel> <QBoxLayout> <QLabel> <QPainter> <QWidget>)
    # Without <QTest>, in which there is more for tests that link the network or widgets.
    podium_precompile(test LINK Podium::Options Qt5::Test HEADERS <QtCore> <QtTest/qtestcase.h>)
    podium_precompile(windowtest LINK Podium::Options Qt5::Test Qt5::Widgets
        HEADERS <QtCore> <QtTest/qtestcase.h> <QAbstractItemModel> <QBoxLayout> <QLabel> <QPainter> <QWidget>)
endif()

# podium_use_precompiled(TARGET KIND)
function(podium_use_precompiled target kind)
    if(PODIUM_PCH)
        target_precompile_headers(${target} REUSE_FROM podium_pch_${kind})
    endif()
endfunction()
