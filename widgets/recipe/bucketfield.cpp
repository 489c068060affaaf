// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/bucketfield.h"

#include "core/models/recipe/bucketcost.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QLineEdit>

#include <utility>

namespace podium::ui {

BucketField::BucketField(const QString &parameter, AskBucketPlace ask, QWidget *parent)
    : QWidget(parent)
    , m_ask(std::move(ask))
    , m_edit(new QLineEdit)
    , m_cost(new MarkLabel(models::Mark::Unknown))
{
    m_edit->setAccessibleName(parameter);
    m_cost->setAccessibleName(tr("%1: what it costs to read it").arg(parameter));
    m_cost->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid / 2);
    column->addWidget(m_edit);
    column->addWidget(m_cost);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::editingFinished, this, &BucketField::look);
    connect(m_edit, &QLineEdit::textChanged, this, &BucketField::showCost);
}

BucketField::~BucketField()
{
    m_edit->disconnect(this); // a widget that is destroyed takes the focus from it, which it tells
}

QString BucketField::text() const
{
    return m_edit->text();
}

void BucketField::setText(const QString &text)
{
    m_edit->setText(text);
    look();
}

void BucketField::setPlaceholderText(const QString &text)
{
    m_edit->setPlaceholderText(text);
}

void BucketField::setNodes(const std::set<NodeRef> &nodes)
{
    const bool wasEmpty = m_nodes.empty();
    m_nodes = nodes;
    if (wasEmpty) {
        look(); // it was of no interest before
    } else {
        showCost();
    }
}

/// An answer stays; what could not be told is asked again.
void BucketField::look()
{
    const auto bucket = cloud::BucketName::parse(m_edit->text());
    const bool isAsked = bucket && m_bucket == bucket && (!m_place || m_place->has_value());
    if (bucket && !isAsked && !m_nodes.empty()) {
        m_bucket = bucket;
        m_place.reset();
        m_ask(*bucket, {this, [this, bucket](const Result<cloud::BucketPlace> &place) {
                            if (m_bucket == bucket) {
                                m_place = place;
                                showCost();
                            }
                        }});
    }
    showCost();
}

void BucketField::showCost()
{
    const bool isOfText = m_bucket && m_bucket->text() == m_edit->text();
    m_cost->setVisible(isOfText && !m_nodes.empty());
    if (!isOfText) {
        return;
    }
    if (!m_place) {
        m_cost->setMark(models::Mark::Busy);
        m_cost->setText(tr("Asking where gs://%1 is…").arg(m_bucket->text()));
        m_cost->setToolTip({});
        return;
    }
    const models::BucketCost cost = models::bucketCost(*m_bucket, *m_place, m_nodes);
    m_cost->setMark(cost.mark);
    m_cost->setText(cost.text);
    m_cost->setToolTip(plainToolTip(cost.basis));
}

} // namespace podium::ui
