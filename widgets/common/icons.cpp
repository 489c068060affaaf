// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

// Resources of a static library are linked in only where they are named; the macro must stand
// outside any namespace.
static void initIconResources()
{
    Q_INIT_RESOURCE(icons);
}

namespace podium::ui {

namespace {

class TintedEngine final : public QIconEngine
{
public:
    TintedEngine(QString name, QByteArray svg, QColor colour)
        : m_name(std::move(name))
        , m_svg(std::move(svg))
        , m_colour(colour)
    {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray svg = m_svg;
        svg.replace("#000000", colourFor(mode).name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        const QString key = QStringLiteral("podium-icon:%1:%2:%3x%4")
                                .arg(m_name, colourFor(mode).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) {
            return pixmap;
        }
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }
    [[nodiscard]] QIconEngine *clone() const override
    {
        return new TintedEngine(m_name, m_svg, m_colour);
    }

private:
    [[nodiscard]] QColor colourFor(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled) {
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        }
        if (mode == QIcon::Selected) {
            return palette.color(QPalette::HighlightedText);
        }
        return m_colour.isValid() ? m_colour : palette.color(QPalette::ButtonText);
    }

    QString m_name;
    QByteArray m_svg;
    QColor m_colour; ///< invalid: that of the text
};

} // namespace

QIcon themedIcon(const QString &name)
{
    return themedIcon(name, QColor());
}

QIcon themedIcon(const QString &name, const QColor &colour)
{
    initIconResources();
    QFile file(QStringLiteral(":/podium/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "themedIcon", "no icon of this name");
    return QIcon(new TintedEngine(name, opened ? file.readAll() : QByteArray(), colour));
}

QIcon applicationIcon()
{
    initIconResources();
    return QIcon(QStringLiteral(":/podium/icons/podium.svg"));
}

} // namespace podium::ui
