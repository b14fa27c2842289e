"""Patroni's store of elections: two members that elect a leader, with ConfigMaps and with Endpoints."""

import os
import sys
import time
from importlib.metadata import version

from kubernetes import client, config
from patroni.dcs import get_dcs
from steps import print_version, step, until

config.load_kube_config()
core = client.CoreV1Api()
print_version(version("patroni"))


def pod(name, labels):
    spec = {"containers": [{"name": "postgres", "image": "postgres:15", "ports": [{"containerPort": 5432}]}]}
    core.create_namespaced_pod("default", {"metadata": {"name": name, "labels": labels}, "spec": spec})
    until(lambda: core.read_namespaced_pod(name, "default").status.pod_ip, "an address")


def member(scope, name, use_endpoints):
    pod(name, {"application": "patroni", "cluster-name": scope})
    settings = {"labels": {"application": "patroni"}, "use_endpoints": use_endpoints, "context": "tabplane"}
    if use_endpoints:
        settings["pod_ip"] = core.read_namespaced_pod(name, "default").status.pod_ip
    return get_dcs({"scope": scope, "name": name, "ttl": 20, "retry_timeout": 5, "loop_wait": 5, "kubernetes": settings})


def elections(kind, use_endpoints):
    scope = kind.lower()
    first, second = [member(scope, f"{scope}-{index}", use_endpoints) for index in range(2)]

    @step(f"{kind}: one of two members initializes the cluster")
    def _():
        for each in [first, second]:
            each.get_cluster()
        return [bool(each.initialize(create_new=True, sysid="7101")) for each in [first, second]]

    @step(f"{kind}: members announce themselves on their pods")
    def _():
        for each in [first, second]:
            each.touch_member({"state": "running", "role": "replica", "conn_url": "postgres://127.0.0.1/postgres"})
        until(lambda: len(first.get_cluster().members) == 2, "two members")
        return sorted(each.name for each in first.get_cluster().members)

    @step(f"{kind}: one of two acquires the leader's key")
    def _():
        for each in [first, second]:
            each.get_cluster()
        acquired = [bool(each.attempt_to_acquire_leader()) for each in [first, second]]
        until(lambda: second.get_cluster().leader and second.get_cluster().leader.name == f"{scope}-0", "the leader")
        return acquired

    @step(f"{kind}: the leader renews its key, another cannot")
    def _():
        return [bool(first.update_leader(1000)), bool(second.update_leader(1000))]

    @step(f"{kind}: a member that watches wakes up at a change")
    def _():
        first.set_config_value('{"ttl":30}')
        until(lambda: second.get_cluster().config.data.get("ttl") == 30, "the first configuration")
        second.watch(None, 0)
        first.set_config_value('{"ttl":20}')
        start = time.time()
        second.watch(None, 20)
        until(lambda: second.get_cluster().config.data.get("ttl") == 20, "the configuration")
        return time.time() - start < 15

    @step(f"{kind}: a manual failover")
    def _():
        first.manual_failover(f"{scope}-0", f"{scope}-1")
        until(lambda: second.get_cluster().failover and second.get_cluster().failover.candidate, "the request")
        return second.get_cluster().failover.candidate

    @step(f"{kind}: the leader steps down, and another takes over")
    def _():
        first.delete_leader(2000)
        until(lambda: not (second.get_cluster().leader and second.get_cluster().leader.name), "no leader")
        is_acquired = bool(second.attempt_to_acquire_leader()) and bool(second.update_leader(2000))
        until(lambda: first.get_cluster().leader.name == f"{scope}-1", "the new leader")
        return is_acquired

    if use_endpoints:

        @step(f"{kind}: the leader's address is in the Endpoints")
        def _():
            (subset,) = core.read_namespaced_endpoints(scope, "default").subsets
            return f"{len(subset.addresses)} address, port {subset.ports[0].port}, {subset.addresses[0].target_ref.name}"

    @step(f"{kind}: delete_cluster")
    def _():
        first.delete_cluster()
        listed = core.list_namespaced_endpoints if use_endpoints else core.list_namespaced_config_map
        return len(listed("default", label_selector=f"cluster-name={scope}").items)


elections("ConfigMaps", False)
elections("Endpoints", True)
sys.stdout.flush()
# Its watches run in threads that never end.
os._exit(0)
