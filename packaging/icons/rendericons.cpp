// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// rendericons SVG FOLDER SIZE…: FOLDER/SIZExSIZE/apps/NAME.png of a picture, as the hicolor icon
// theme wants them. Run by the build.
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

namespace {

QImage rendered(QSvgRenderer &picture, int size)
{
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    picture.render(&painter);
    return image;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 4) {
        std::fputs("usage: rendericons SVG FOLDER SIZE...\n", stderr);
        return 2;
    }
    const QString source = QString::fromLocal8Bit(argv[1]);
    QSvgRenderer picture(source);
    for (int i = 3; i < argc; ++i) {
        const int size = QByteArray(argv[i]).toInt();
        const QString folder =
            QStringLiteral("%1/%2x%2/apps").arg(QString::fromLocal8Bit(argv[2])).arg(size);
        const QString file =
            folder + QLatin1Char('/') + QFileInfo(source).baseName() + QStringLiteral(".png");
        if (!picture.isValid() || size <= 0 || !QDir().mkpath(folder) ||
            !rendered(picture, size).save(file)) {
            std::fprintf(stderr, "rendericons: cannot make %s\n", qPrintable(file));
            return 1;
        }
    }
    return 0;
}
