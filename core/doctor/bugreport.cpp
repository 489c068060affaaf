// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/bugreport.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"

#include <QFile>
#include <QLocale>
#include <QSysInfo>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace podium::doctor {

namespace {

constexpr int MostLogLines = 200;

QString section(const QString &title, const QStringList &lines)
{
    const QString body =
        lines.isEmpty() ? QStringLiteral("(nothing)") : lines.join(QLatin1Char('\n'));
    return QStringLiteral("== %1 ==\n%2\n").arg(title, body);
}

QStringList linesOf(const Findings &findings)
{
    QStringList lines;
    for (const Finding &finding : findings) {
        lines << QStringLiteral("%1  %2: %3")
                     .arg(stateName(finding.state), -8)
                     .arg(finding.subject, finding.text);
    }
    return lines;
}

} // namespace

QStringList systemVersions(const QProcessEnvironment &environment)
{
    const auto variable = [&environment](const char *name) {
        const QString value = environment.value(QLatin1String(name));
        return value.isEmpty() ? QStringLiteral("(not set)") : value;
    };
    return {
        QStringLiteral("Podium: ") + QStringLiteral(PODIUM_VERSION),
        QStringLiteral("System: %1, %2 %3, %4")
            .arg(
                QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Qt: ") + QString::fromLatin1(qVersion()),
        QStringLiteral("Language: ") + QLocale::system().name(),
        QStringLiteral("Desktop: %1, %2")
            .arg(variable("XDG_CURRENT_DESKTOP"), variable("XDG_SESSION_TYPE")),
    };
}

QString logEnd(const QString &file)
{
    const auto bytes = readFile(file);
    if (!bytes) {
        return bytes.error().kind == ErrorKind::NotFound ? QString() : bytes.error().text();
    }
    const QStringList lines = QString::fromUtf8(*bytes).trimmed().split(QLatin1Char('\n'));
    return lines.mid(qMax(0, lines.size() - MostLogLines)).join(QLatin1Char('\n'));
}

QString bugReport(const ReportFacts &facts, const Scrubber &scrubber)
{
    QStringList log = scrubber.scrub(facts.log).split(QLatin1Char('\n'));
    log.removeAll(QString());
    const auto clean = [&scrubber](const QStringList &lines) {
        QStringList scrubbed;
        for (const QString &line : lines) {
            scrubbed << scrubber.scrub(line);
        }
        return scrubbed;
    };
    return QStringList{
        section(QStringLiteral("Versions"), clean(facts.versions)),
        section(QStringLiteral("Check of machine and account"), clean(linesOf(facts.findings))),
        section(QStringLiteral("Settings"), clean(facts.settings)),
        section(QStringLiteral("Last lines of the log"), log)}
        .join(QLatin1Char('\n'));
}

Result<> saveBugReport(const QString &file, const QString &report)
{
    const QByteArray name = QFile::encodeName(file);
    // Takes the name, so that nothing of somebody else's is written over.
    const Descriptor fd(::open(name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd.get() < 0) {
        Error error = ioError(QStringLiteral("write"), file, errno);
        if (errno == EEXIST) {
            error.kind = ErrorKind::AlreadyExists;
            error.hint = QStringLiteral("Choose another name: nothing is written over.");
        }
        return failure(error);
    }
    auto written = writeFileAtomically(file, report.toUtf8(), 0600);
    if (!written) {
        ::unlink(name.constData()); // half a report, or none, would be in the way of the next try
    }
    return written;
}

} // namespace podium::doctor
