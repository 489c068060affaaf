"""Stands for a Jupyter server, as far as a browser and Podium meet it: it writes down what the real
one does, in the account's runtime folder, and lets nobody in who does not bring its token."""

import http.server
import json
import os
import secrets
import signal
import sys
import urllib.parse

OPTIONS = dict(word.lstrip("-").split("=", 1) for word in sys.argv[1:])
PORT = int(OPTIONS.get("port", 8888))
IP = OPTIONS.get("ip", "localhost")
TOKEN = secrets.token_hex(24)


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
        is_in = query.get("token") == [TOKEN]
        body = b"JupyterLab\n" if is_in else b"Password or token:\n"
        self.send_response(200 if is_in else 403)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *rest):
        pass


def write_down():
    """The file, which goes with the server; whole as soon as it is there."""
    folder = os.path.expanduser("~/.local/share/jupyter/runtime")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"jpserver-{os.getpid()}.json")
    told = {"base_url": "/", "hostname": IP, "password": False, "pid": os.getpid(), "port": PORT,
            "root_dir": os.path.expanduser("~"), "secure": False, "sock": "", "token": TOKEN,
            "url": f"http://localhost:{PORT}/", "version": "2.14.2"}
    new = os.path.join(folder, f".new-{os.getpid()}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(told, file)
    os.rename(new, path)
    return path


def main():
    server = http.server.ThreadingHTTPServer((IP, PORT), Page)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    path = write_down()
    try:
        server.serve_forever()
    finally:
        os.unlink(path)


main()
