"""Stands for a TensorBoard, as far as a browser and Podium meet it: its page with a script of some megabytes, and
what that asks for of the runs below --logdir, which are the folders with a file *tfevents* in them. What is in those
is not read: each run has a loss that falls."""

import argparse
import http.server
import json
import os
import sys
import urllib.parse

VERSION = "2.17.1"
STEPS = 1000
PAGE = b"<!doctype html><title>TensorBoard</title><script src=index.js></script>\n"
SCRIPT = b"// TensorBoard\n" + b"0;\n" * 1_000_000


def runs_below(logdir):
    found = []
    for folder, _, names in os.walk(logdir):
        if any("tfevents" in name for name in names):
            found.append(os.path.relpath(folder, logdir))
    return sorted(found)


def answer(path, query, logdir):
    """The body, and what it is; nothing where there is no such thing."""
    if path in ("/", "/index.html"):
        return PAGE, "text/html"
    if path == "/index.js":
        return SCRIPT, "text/javascript"
    runs = runs_below(logdir)
    told = {"/data/environment": {"version": VERSION, "data_location": logdir, "window_title": "",
                                  "experiment_name": "", "experiment_description": "", "creation_time": 0.0},
            "/data/runs": runs,
            "/data/plugins_listing": {"scalars": {"enabled": bool(runs), "tab_name": "Scalars"}},
            "/data/plugin/scalars/tags": {run: {"loss": {"displayName": "loss", "description": ""}} for run in runs}}
    if path == "/data/plugin/scalars/scalars" and query.get("run", [""])[0] in runs:
        told[path] = [[float(step), step, 1 / (step + 1)] for step in range(STEPS)]
    return (json.dumps(told[path]).encode(), "application/json") if path in told else (None, "text/plain")


def handler(logdir):
    class Page(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            url = urllib.parse.urlparse(self.path)
            body, kind = answer(url.path, urllib.parse.parse_qs(url.query), logdir)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *rest):
            pass

    return Page


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128


def main():
    words = argparse.ArgumentParser(prog="tensorboard")
    words.add_argument("--logdir", required=True)
    words.add_argument("--port", type=int, default=6006)
    words.add_argument("--bind_all", action="store_true")
    asked = words.parse_args()
    try:
        server = Server(("" if asked.bind_all else "localhost", asked.port), handler(os.path.abspath(asked.logdir)))
    except OSError:
        sys.exit(f"ERROR: TensorBoard could not bind to port {asked.port}, it was already in use")
    print(f"TensorBoard {VERSION} at http://localhost:{asked.port}/ (Press CTRL+C to quit)", file=sys.stderr, flush=True)
    server.serve_forever()


main()
