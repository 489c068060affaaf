// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/includes.h"

#include <QByteArray>
#include <QFile>

#include <glob.h>

namespace podium::sshconfig {

namespace {

QByteArray anchored(const Paths &paths, const QString &folder, const std::string &pattern)
{
    const QByteArray bytes = QByteArray::fromStdString(pattern);
    if (bytes.startsWith("~/")) {
        return QFile::encodeName(paths.home) + bytes.mid(1);
    }
    if (bytes.startsWith('/') || bytes.startsWith('~')) {
        return bytes;
    }
    return QFile::encodeName(folder) + '/' + bytes;
}

} // namespace

QStringList includedFiles(const Paths &paths, const QString &folder, const std::string &pattern)
{
    QStringList files;
    glob_t found = {};
    if (::glob(anchored(paths, folder, pattern).constData(), GLOB_TILDE, nullptr, &found) == 0) {
        for (std::size_t i = 0; i < found.gl_pathc; ++i) {
            files << QFile::decodeName(found.gl_pathv[i]);
        }
    }
    ::globfree(&found);
    return files;
}

} // namespace podium::sshconfig
