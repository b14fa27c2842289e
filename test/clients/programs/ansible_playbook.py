"""Runs a playbook, and prints each of its tasks as a step."""

import json
import os
import subprocess
import sys

from steps import print_version

folder = os.getcwd()
environment = {
    **os.environ,
    "ANSIBLE_COLLECTIONS_PATH": sys.argv[1],
    "ANSIBLE_STDOUT_CALLBACK": "json",
    "ANSIBLE_LOCALHOST_WARNING": "false",
    "ANSIBLE_DEPRECATION_WARNINGS": "false",
    "ANSIBLE_LOCAL_TEMP": os.path.join(folder, "ansible"),
    "ANSIBLE_REMOTE_TEMP": os.path.join(folder, "ansible"),
}
galaxy = json.load(open(os.path.join(sys.argv[1], "ansible_collections/kubernetes/core/MANIFEST.json")))
print_version(galaxy["collection_info"]["version"])
run = subprocess.run(["ansible-playbook", "playbook.yaml"], env=environment, capture_output=True, text=True)
try:
    report = json.loads(run.stdout[run.stdout.index("{") :])
except ValueError:
    sys.exit(f"{run.stdout}\n{run.stderr}")


def outcome(result):
    if result.get("failed"):
        return f"failed: {result.get('msg')}"
    return str(result["shown"]) if "shown" in result else "changed" if result.get("changed") else "ok"


for play in report["plays"]:
    for task in play["tasks"]:
        result = task["hosts"]["localhost"]
        # A task that only shows the result of another task belongs to that task.
        if task["task"]["name"].startswith("kubernetes") or result.get("failed"):
            print(json.dumps({"step": task["task"]["name"], "outcome": outcome(result)}))
