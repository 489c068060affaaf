// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/diskssection.h"

#include "core/lifecycle/disk/diskplan.h"
#include "core/lifecycle/pricetable.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/wholelabel.h"
#include "widgets/common/theme.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace podium::ui {

using cloud::Disk;

namespace {

QString factsText(const Disk &disk, const QStringList &holders, bool isUnreachable)
{
    const auto price =
        lifecycle::PriceTable::builtIn().diskDollarsPerDay(disk.type, double(disk.gib));
    QStringList parts{
        DisksSection::tr("%1 GiB %2").arg(QString::number(disk.gib), disk.type), disk.zone.text()};
    if (disk.status != QLatin1String("READY")) {
        parts << disk.status;
    }
    parts
        << (price ? DisksSection::tr("about %1 a day").arg(lifecycle::dollarText(*price))
                  : DisksSection::tr("price unknown"));
    parts
        << (!holders.isEmpty()
                ? DisksSection::tr("attached to %1").arg(holders.join(QStringLiteral(", ")))
            : !disk.users.isEmpty()
                ? DisksSection::tr("in use by %1").arg(disk.users.join(QStringLiteral(", ")))
            : isUnreachable ? DisksSection::tr("attached to: unknown")
                            : DisksSection::tr("attached to nothing"));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

DisksSection::DisksSection(QWidget *parent)
    : TitledCard(tr("Disks"), parent)
    , m_age(mutedLabel())
    , m_look(iconButton(QStringLiteral("refresh"), tr("Refresh the disks")))
    , m_create(new QPushButton(tr("Create a disk…")))
{
    addTool(m_create);
    addTool(m_age);
    addTool(m_look);
    connect(m_look, &QToolButton::clicked, this, &DisksSection::lookRequested);
    connect(m_create, &QPushButton::clicked, this, &DisksSection::createRequested);
    setDisks(nullptr);
}

void DisksSection::setDisks(const models::DisksFeed::State *state, const QString &age)
{
    m_age->setText(age);
    const auto fresh = state ? std::optional(*state) : std::nullopt;
    if (m_content && fresh == m_state) {
        return; // a button that has the focus keeps it
    }
    m_state = fresh;
    delete m_content;
    m_content = new QWidget;
    auto *column = makeColumn(Grid * 3 / 2, m_content);
    const auto say = [column](const QString &text) {
        QLabel *label = wrappedLabel(text);
        label->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(label);
    };
    m_create->setEnabled(state && state->isKnown);
    if (state && state->error) {
        column->addWidget(wrappedLabel(state->error->text()));
    }
    if (!state) {
        say(tr("Asking…"));
    } else if (state->isKnown) {
        for (const Disk &disk : state->list.disks) {
            column->addWidget(rowOf(disk, state->list.attached));
        }
        if (state->list.disks.empty() && state->list.unreachable.isEmpty()) {
            say(tr("There is no disk beside the nodes' own boot disks."));
        }
        if (!state->list.unreachable.isEmpty()) {
            say(tr("These did not answer; what they have is not known: %1.")
                    .arg(state->list.unreachable.join(QStringLiteral(", "))));
        }
    }
    body()->addWidget(m_content);
}

QWidget *DisksSection::rowOf(const Disk &disk, const cloud::AttachedDisks &attached)
{
    const QStringList holders = lifecycle::holdersText(disk, attached);
    auto *area = new QWidget;
    auto *name = new ElidedLabel(disk.name);
    QFont font = name->font();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    auto *facts = new WholeLabel(
        factsText(disk, holders, m_state && m_state->list.unreachable.contains(disk.zone.text())));
    facts->setForegroundRole(QPalette::PlaceholderText);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(name);
    texts->addWidget(facts);
    auto *row = makeRow(Grid / 2, area);
    row->addLayout(texts, 1);
    const auto add = [row, &disk](const QString &title, const QString &what) {
        auto *button = new QToolButton;
        button->setText(title);
        button->setAccessibleName(what.arg(disk.name));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
        return button;
    };
    connect(
        add(tr("Attach…"), tr("Attach the disk %1")), &QToolButton::clicked, this,
        [this, disk] { emit attachRequested(disk); });
    if (!holders.isEmpty()) {
        offerDetach(
            add(tr("Detach…"), tr("Detach the disk %1")), disk,
            lifecycle::holdersOf(disk, attached));
    } else {
        connect(
            add(tr("Delete…"), tr("Delete the disk %1")), &QToolButton::clicked, this,
            [this, disk] { emit deleteRequested(disk); });
    }
    return area;
}

/// From one node; of several, from the one that is chosen.
void DisksSection::offerDetach(
    QToolButton *button, const Disk &disk, const std::vector<NodeRef> &nodes)
{
    if (nodes.size() == 1) {
        connect(button, &QToolButton::clicked, this, [this, disk, node = nodes.front()] {
            emit detachRequested(disk, node);
        });
        return;
    }
    auto *menu = new QMenu(button);
    for (const NodeRef &node : nodes) {
        connect(menu->addAction(node.name.text()), &QAction::triggered, this, [this, disk, node] {
            emit detachRequested(disk, node);
        });
    }
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
}

} // namespace podium::ui
