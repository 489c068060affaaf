<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="eo">
<context>
    <name>podium::ui::CheckSection</name>
    <message>
        <source>Check now</source>
        <translation>Kontroli nun</translation>
    </message>
</context>
<context>
    <name>podium::models::FindingsModel</name>
    <message>
        <source>1 thing to fix.</source>
        <translation>Unu aĵo riparenda.</translation>
    </message>
</context>
</TS>
