"""Prints the steps of a client for the test that runs it: a line of JSON for the version and for each step."""

import json
import time
import traceback


def print_version(version):
    print(json.dumps({"version": version}), flush=True)


def step(name):
    """Runs a function as a step, and prints what it returns, or its error."""

    def run(function):
        try:
            outcome = function()
        except Exception:
            outcome = "failed: " + traceback.format_exc()
        print(json.dumps({"step": name, "outcome": str(outcome)}), flush=True)

    return run


def until(condition, what):
    end = time.time() + 30
    while not condition():
        if time.time() > end:
            raise TimeoutError(what)
        time.sleep(0.05)
