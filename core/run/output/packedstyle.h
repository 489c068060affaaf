// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

namespace podium::run {

/// A TextStyle in 64 bits, without isError; 0 is the default style.
using PackedStyle = quint64;

[[nodiscard]] constexpr PackedStyle packedColour(const TextColour &colour)
{
    return PackedStyle(colour.kind) << 24 | (colour.value & 0xffffffU);
}

[[nodiscard]] constexpr PackedStyle packed(const TextStyle &style)
{
    return packedColour(style.foreground) | packedColour(style.background) << 26 |
           PackedStyle(style.bold) << 52 | PackedStyle(style.faint) << 53 |
           PackedStyle(style.italic) << 54 | PackedStyle(style.underline) << 55 |
           PackedStyle(style.inverse) << 56;
}

[[nodiscard]] constexpr TextColour unpackedColour(PackedStyle bits)
{
    return {TextColour::Kind(bits >> 24 & 3U), quint32(bits & 0xffffffU)};
}

[[nodiscard]] constexpr TextStyle unpacked(PackedStyle bits, bool isError)
{
    return {
        unpackedColour(bits & 0x3ffffffU),
        unpackedColour(bits >> 26 & 0x3ffffffU),
        (bits >> 52 & 1U) != 0,
        (bits >> 53 & 1U) != 0,
        (bits >> 54 & 1U) != 0,
        (bits >> 55 & 1U) != 0,
        (bits >> 56 & 1U) != 0,
        isError};
}

} // namespace podium::run
