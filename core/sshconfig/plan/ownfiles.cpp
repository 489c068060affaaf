// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/ownfiles.h"

#include "core/base/files.h"
#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/document/includes.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <sys/stat.h>

namespace podium::sshconfig {

namespace {

/// As deep as ssh goes.
constexpr int kDepth = 16;

class Reader final
{
public:
    Reader(const Paths &paths, OwnFiles &own)
        : m_paths(paths)
        , m_own(own)
        , m_generated(
              QFileInfo(paths.podiumSshDir() + QStringLiteral("/config")).canonicalFilePath())
    {}

    Result<> read(const QString &shownAs, const QByteArray &bytes, int depth)
    {
        const ConfigDocument document(bytes);
        for (const LiteralAlias &alias : document.aliases()) {
            const QString name = QString::fromStdString(alias.name);
            if (!m_own.aliases.contains(name)) {
                m_own.aliases.insert(
                    name, QStringLiteral("%1, line %2").arg(shownAs, QString::number(alias.line)));
                m_own.names.push_back(alias.name);
            }
        }
        for (const IncludeLine &include : document.includes()) {
            for (const std::string &pattern : include.patterns) {
                if (auto done = readIncluded(pattern, shownAs, include.line, depth); !done) {
                    return done;
                }
            }
        }
        return {};
    }

private:
    Result<> readIncluded(const std::string &pattern, const QString &by, int line, int depth)
    {
        if (depth >= kDepth) {
            return {};
        }
        for (const QString &path : includedFiles(m_paths, m_paths.sshDir(), pattern)) {
            if (auto done = readOne(path, by, line, depth); !done) {
                return done;
            }
        }
        return {};
    }

    Result<> readOne(const QString &path, const QString &by, int line, int depth)
    {
        struct stat info = {};
        const QString real = QFileInfo(path).canonicalFilePath();
        if (real == m_generated || m_seen.contains(real) ||
            ::stat(QFile::encodeName(path).constData(), &info) != 0) {
            return {};
        }
        m_seen.insert(real);
        if (S_ISFIFO(info.st_mode)) {
            return failure(
                {ErrorKind::Refused,
                 QStringLiteral("%1 is a FIFO; ssh and Podium would wait for it for ever.")
                     .arg(path),
                 QStringLiteral("%1 includes it in line %2.").arg(by, QString::number(line)),
                 {},
                 path});
        }
        const auto bytes = readFile(path);
        // What cannot be read is for ssh itself to judge, which is asked later.
        return bytes ? read(path, *bytes, depth + 1) : Result<>();
    }

    const Paths &m_paths;
    OwnFiles &m_own;
    QString m_generated;
    QSet<QString> m_seen;
};

} // namespace

Result<OwnFiles> readOwnFiles(const Paths &paths)
{
    auto main = readTarget(paths.sshConfigFile());
    if (!main) {
        return failure(main.error());
    }
    OwnFiles own;
    own.main = std::move(*main);
    Reader reader(paths, own);
    if (auto done = reader.read(own.main.path, own.main.bytes, 0); !done) {
        return failure(done.error());
    }
    return own;
}

} // namespace podium::sshconfig
