// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fileentry.h"

#include "core/ssh/plaintext.h"

#include <algorithm>

namespace podium::files {

namespace {

/// `before`, and hexadecimal digits.
bool isNumbered(const QByteArray &name, const QByteArray &before)
{
    return name.startsWith(before) && isHexadecimal(name.mid(before.size()));
}

} // namespace

bool isHexadecimal(const QByteArray &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char each) {
        return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
    });
}

bool isOfACopy(const QByteArray &name, EntryKind kind)
{
    return (kind == EntryKind::Folder && (name == PartsFolder || isNumbered(name, TempPrefix))) ||
           (kind == EntryKind::File && isNumbered(name, ".podium-copy-part-"));
}

QString shownPath(const QByteArray &path)
{
    return ssh::plainText(path);
}

} // namespace podium::files
