-- A database of Podium as its schema 4 left it. Frozen: it shows that today's Podium opens it.
CREATE TABLE activity (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, detail TEXT NOT NULL);
INSERT INTO "activity" VALUES(1,1772352800000,'note','tpu1','A note of before.','Its detail.');
CREATE TABLE claims (what TEXT PRIMARY KEY, time INTEGER NOT NULL);
INSERT INTO "claims" VALUES('prune',1772360000000);
CREATE TABLE coverage (project TEXT NOT NULL, zone TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (project, zone));
INSERT INTO "coverage" VALUES('','','all');
INSERT INTO "coverage" VALUES('lab-speech','','listed');
CREATE TABLE events (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL, project TEXT NOT NULL, zone TEXT NOT NULL, node TEXT NOT NULL, worker INTEGER NOT NULL, old TEXT NOT NULL, new TEXT NOT NULL);
INSERT INTO "events" VALUES(1,1772356400000,'ip-changed','lab-speech','us-central2-b','pod-v4',0,'34.61.0.8','34.62.0.15');
CREATE TABLE facts (id INTEGER PRIMARY KEY, project TEXT NOT NULL, zone TEXT NOT NULL, node TEXT NOT NULL, worker INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, open INTEGER NOT NULL);
INSERT INTO "facts" VALUES(1,'lab-speech','us-central2-b','pod-v4',0,'external-ip','34.62.0.15',1772356400000,1772360000000,1);
CREATE TABLE leavers (login TEXT PRIMARY KEY, facts BLOB NOT NULL);
CREATE TABLE looks (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
INSERT INTO "looks" VALUES(1772273600000,1772360000000);
CREATE TABLE nodes (project TEXT NOT NULL, zone TEXT NOT NULL, name TEXT NOT NULL, seen_at INTEGER NOT NULL, stale INTEGER NOT NULL, resource BLOB NOT NULL, host_keys TEXT NOT NULL, PRIMARY KEY (project, zone, name));
INSERT INTO "nodes" VALUES('lab-speech','us-central2-b','pod-v4',1772360000000,0,CAST('{"acceleratorType":"v4-16","createTime":"2026-02-28T09:00:00Z","health":"HEALTHY","id":"7000000000000000002","labels":{"team":"speech"},"name":"projects/lab-speech/locations/us-central2-b/nodes/pod-v4","networkEndpoints":[{"accessConfig":{"externalIp":"34.62.0.15"},"ipAddress":"10.130.0.2"},{"accessConfig":{"externalIp":"34.62.0.16"},"ipAddress":"10.130.0.3"}],"runtimeVersion":"tpu-ubuntu2204-base","state":"READY"}' AS BLOB),'0 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ3eWcJyp1OHvB8EfPhpi9yXcmO4s8ZVTyV4d9g4ukTc
0 hostname t1v-n-0a1b2c3d-w-0
');
INSERT INTO "nodes" VALUES('lab-speech','europe-west4-a','old',1772273600000,1,CAST('{"acceleratorType":"v2-8","id":"7000000000000000009","name":"projects/lab-speech/locations/europe-west4-a/nodes/old","networkEndpoints":[{"ipAddress":"10.131.0.2"}],"runtimeVersion":"tpu-vm-base","state":"PREEMPTED"}' AS BLOB),'');
CREATE TABLE people (login TEXT PRIMARY KEY, facts BLOB NOT NULL);
INSERT INTO "people" VALUES('ada',CAST('{"email":"ada@example.org","grants":[{"on":"pod-*"}],"keys":[{"added":"2026-02-20T10:00:00Z","key":"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ3eWcJyp1OHvB8EfPhpi9yXcmO4s8ZVTyV4d9g4ukTc","label":"laptop"}],"login":"ada","name":"Ada"}' AS BLOB));
CREATE TABLE people_options (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE problems (id INTEGER PRIMARY KEY, project TEXT NOT NULL, zone TEXT NOT NULL, kind INTEGER NOT NULL, summary TEXT NOT NULL, detail TEXT NOT NULL, hint TEXT NOT NULL, subject TEXT NOT NULL, since INTEGER NOT NULL);
CREATE TABLE projects (id TEXT PRIMARY KEY, number TEXT NOT NULL, name TEXT NOT NULL);
INSERT INTO "projects" VALUES('lab-speech','402915838151','The speech lab');
CREATE TABLE snapshot (id INTEGER PRIMARY KEY CHECK (id = 1), as_of INTEGER NOT NULL);
INSERT INTO "snapshot" VALUES(1,1772360000000);
CREATE TABLE watcher (id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, process TEXT NOT NULL, program TEXT NOT NULL, until INTEGER NOT NULL);
CREATE INDEX events_by_node ON events (project, zone, node, worker, time);
CREATE INDEX events_by_time ON events (time);
CREATE INDEX activity_by_time ON activity (time);
CREATE INDEX facts_by_node ON facts (project, zone, node, open);
CREATE INDEX facts_by_time ON facts (last);
PRAGMA user_version = 4;
