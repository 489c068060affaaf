// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/files/transfer.h"
#include "core/models/mark.h"
#include "core/run/service/runservice.h"

#include <QByteArrayList>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QFormLayout;
class QLabel;

namespace podium::ui {

/// What is to be copied to workers, or fetched from them, and how: the part of a TransferPage that
/// differs.
class TransferForm : public QWidget
{
    Q_OBJECT

public:
    explicit TransferForm(QWidget *parent = nullptr);

    /// What the page says around it.
    struct Texts
    {
        QString page;      ///< its accessible name
        QString plan;      ///< a button: makes the plan
        QString act;       ///< the button that carries it out
        QString actDelete; ///< the same where something is deleted
        QString rest;      ///< a button: a plan for those that are not verified
        QString title;     ///< what was done, for Activity
        QString emptyTitle;
        QString emptyText;
        QString icon;
    };
    /// Makes one for these workers; not started.
    using Make = std::function<std::unique_ptr<files::Transfer>(
        run::RunService service, const std::vector<WorkerRef> &workers)>;

    [[nodiscard]] virtual Texts texts() const = 0;
    /// Something was filled in that a plan can be made of.
    [[nodiscard]] virtual bool isComplete() const = 0;
    /// What is filled in now; an Error says what cannot be. `all`: the workers of the whole
    /// transfer, which may be made for some of them.
    [[nodiscard]] virtual Result<Make> wanted(const std::vector<WorkerRef> &all) const = 0;
    /// Files of this machine may be dropped on the page.
    [[nodiscard]] virtual bool takesFiles() const { return false; }
    /// The page's workers are these now, by these words.
    virtual void
    setTargets(const QStringList & /*words*/, const std::vector<WorkerRef> & /*workers*/)
    {}
    /// Such were; by their absolute paths.
    virtual void addFiles(const QByteArrayList & /*paths*/) {}
    /// How wide the labels before its fields are; what stands above them is to begin where they do.
    [[nodiscard]] int labelWidth() const { return m_labelWidth; }

signals:
    void changed();
    void submitted(); ///< Return in one of its fields
    /// For the person, where the page says such things.
    void told(podium::models::Mark mark, const QString &text);
    void failed(const podium::Error &error);

protected:
    /// An empty one, for fields with labels before them.
    [[nodiscard]] static QFormLayout *makeFields();
    /// The label before a field.
    [[nodiscard]] QLabel *labelFor(const QString &text, QWidget *field);

private:
    int m_labelWidth = 0;
};

} // namespace podium::ui
