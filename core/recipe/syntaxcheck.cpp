// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/syntaxcheck.h"

#include "core/ssh/plaintext.h"

#include <QProcess>

namespace podium::recipe {

void checkSyntax(const Recipe &recipe, const Callback<Result<>> &callback)
{
    QByteArray all;
    for (const RecipeStep &step : recipe.steps) {
        all += "(\n" + step.check + ")\n(\n" + step.act + ")\n";
    }
    auto *process = new QProcess;
    const auto end = [process, callback](const QString &problem) {
        process->disconnect();
        process->deleteLater();
        callback(
            problem.isEmpty()
                ? Result<>()
                : failure(
                      {ErrorKind::InvalidArgument,
                       QStringLiteral("The steps of the recipe are not valid sh."), problem}));
    };
    QObject::connect(
        process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), process,
        [process, end](int code, QProcess::ExitStatus status) {
            const QByteArray said = process->readAllStandardError().trimmed();
            const bool isGood = code == 0 && status == QProcess::NormalExit;
            end(isGood ? QString()
                       : ssh::plainText(said.isEmpty() ? QByteArray("sh -n ended") : said));
        });
    QObject::connect(process, &QProcess::errorOccurred, process, [end](QProcess::ProcessError why) {
        if (why == QProcess::FailedToStart) {
            end(QStringLiteral("sh could not be started to check them"));
        }
    });
    process->start(QStringLiteral("/bin/sh"), {QStringLiteral("-n")});
    process->write(all);
    process->closeWriteChannel();
}

} // namespace podium::recipe
