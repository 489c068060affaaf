// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/copyscripts.h"

#include "core/files/scripttexts.h"

namespace podium::files {

namespace {

/// None: it takes as long as the bytes take.
constexpr std::chrono::milliseconds NoLimit{0};

QByteArray withDigests(const char *text)
{
    return QByteArray(scripttexts::digests) + text;
}

} // namespace

remote::Script lookScript()
{
    return {
        scripttexts::look, remote::Rights::Login, QStringLiteral("Look what is there"), NoLimit,
        false};
}

remote::Script sumsScript()
{
    return {
        withDigests(scripttexts::sums), remote::Rights::Login, QStringLiteral("Compare files"),
        NoLimit, false};
}

remote::Script beginningsScript()
{
    return {
        scripttexts::beginnings, remote::Rights::Login, QStringLiteral("Compare files"), NoLimit,
        false};
}

remote::Script sendScript()
{
    return {
        scripttexts::send, remote::Rights::Login, QStringLiteral("Fetch files"), NoLimit, false};
}

remote::Script receiveScript()
{
    return {
        withDigests(scripttexts::receive), remote::Rights::Login, QStringLiteral("Copy files"),
        NoLimit, true};
}

} // namespace podium::files
