"""Kubernetes' client for Python: lists, watches, patches, streams, dynamic client, elections."""

import threading
from importlib.metadata import version

from kubernetes import client, config, dynamic, utils, watch
from kubernetes.client.rest import ApiException
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.configmaplock import ConfigMapLock
from kubernetes.stream import portforward, stream
from steps import print_version, step, until

config.load_kube_config()
core = client.CoreV1Api()
apps = client.AppsV1Api()
namespace = "python"

print_version(version("kubernetes"))


def config_map(name, **data):
    return client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name), data=data)


@step("create_namespace")
def _():
    body = client.V1Namespace(metadata=client.V1ObjectMeta(name=namespace))
    return core.create_namespace(body).status.phase


@step("create_namespaced_config_map, 5 times")
def _():
    for index in range(5):
        core.create_namespaced_config_map(namespace, config_map(f"c{index}", index=str(index)))
    return "created"


@step("list_namespaced_config_map in pages of 4")
def _():
    sizes, following = [], None
    while following != "":
        page = core.list_namespaced_config_map(namespace, limit=4, **({"_continue": following} if following else {}))
        sizes.append(len(page.items))
        following = page.metadata._continue or ""
    return sizes


@step("read_namespaced_config_map that does not exist")
def _():
    try:
        core.read_namespaced_config_map("absent", namespace)
    except ApiException as error:
        return f"{error.status} {error.reason}"


@step("patch_namespaced_config_map: merge patch and JSON patch")
def _():
    core.patch_namespaced_config_map("c0", namespace, {"data": {"merge": "1"}})
    patch = [{"op": "remove", "path": "/data/merge"}, {"op": "add", "path": "/data/json", "value": "1"}]
    return core.patch_namespaced_config_map("c0", namespace, patch).data


@step("Watch.stream: changes of a ConfigMap")
def _():
    version = core.list_namespaced_config_map(namespace).metadata.resource_version
    core.create_namespaced_config_map(namespace, config_map("watched"))
    core.patch_namespaced_config_map("watched", namespace, {"data": {"a": "1"}})
    core.delete_namespaced_config_map("watched", namespace)
    seen, watcher = [], watch.Watch()
    for event in watcher.stream(core.list_namespaced_config_map, namespace, resource_version=version):
        seen.append(event["type"])
        if event["type"] == "DELETED":
            watcher.stop()
    return seen


@step("Watch.stream: a version that is too old")
def _():
    try:
        for _ in watch.Watch().stream(core.list_namespaced_config_map, namespace, resource_version="1"):
            pass
    except ApiException as error:
        return f"{error.status} {error.reason.split(':')[0]}"


@step("utils.create_from_yaml")
def _():
    created = utils.create_from_yaml(client.ApiClient(), "deployment.yaml", namespace=namespace)
    return [one.kind for group in created for one in group]


@step("a rollout, until it is available")
def _():
    until(lambda: apps.read_namespaced_deployment("web", namespace).status.available_replicas == 2, "replicas")
    return apps.read_namespaced_deployment_scale("web", namespace).spec.replicas


@step("patch_namespaced_deployment_scale")
def _():
    return apps.patch_namespaced_deployment_scale("web", namespace, {"spec": {"replicas": 1}}).spec.replicas


def pod_name():
    until(lambda: apps.read_namespaced_deployment("web", namespace).status.replicas == 1, "one replica")
    pods = core.list_namespaced_pod(namespace, label_selector="app=web").items
    return next(pod.metadata.name for pod in pods if pod.metadata.deletion_timestamp is None)


@step("stream: exec with its output")
def _():
    command = ["sh", "-c", "echo out"]
    return stream(core.connect_get_namespaced_pod_exec, pod_name(), namespace, command=command, stdout=True).strip()


@step("stream: exec with input and an exit code")
def _():
    options = {"command": ["sh"], "stdin": True, "stdout": True, "stderr": True, "_preload_content": False}
    session = stream(core.connect_get_namespaced_pod_exec, pod_name(), namespace, **options)
    session.write_stdin("echo typed\nexit 3\n")
    session.run_forever(timeout=10)
    return f"{session.read_stdout().strip()}, {session.returncode}"


@step("portforward")
def _():
    forward = portforward(core.connect_get_namespaced_pod_portforward, pod_name(), namespace, ports="80")
    socket = forward.socket(80)
    socket.setblocking(True)
    socket.sendall(b"GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n")
    answer = socket.recv(1024)
    socket.close()
    return answer.decode().split("\r\n")[0]


@step("read_namespaced_pod_log")
def _():
    return len(core.read_namespaced_pod_log(pod_name(), namespace, tail_lines=1).splitlines())


@step("Watch.stream: a log")
def _():
    watcher = watch.Watch()
    for line in watcher.stream(core.read_namespaced_pod_log, pod_name(), namespace):
        watcher.stop()
        return len(line) > 0


@step("DynamicClient: discovery, server-side apply, watch and delete")
def _():
    dynamic_client = dynamic.DynamicClient(client.ApiClient())
    secrets = dynamic_client.resources.get(api_version="v1", kind="Secret")
    # This version of the client cannot encode the body of an apply patch.
    body = '{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "applied"}, "stringData": {"a": "b"}}'
    applied = secrets.server_side_apply(body=body, name="applied", namespace=namespace, field_manager="tests")
    first = next(iter(secrets.watch(namespace=namespace, timeout=5)))
    secrets.delete(name="applied", namespace=namespace)
    return f"{applied.metadata.managedFields[0].operation}, {first['type']} {first['object'].metadata.name}"


@step("DynamicClient: a custom resource")
def _():
    utils.create_from_yaml(client.ApiClient(), "widget-definition.yaml")
    dynamic_client = dynamic.DynamicClient(client.ApiClient())

    def widgets():
        try:
            return dynamic_client.resources.get(api_version="shop.example.com/v1", kind="Widget")
        except dynamic.exceptions.ResourceNotFoundError:
            return None

    until(lambda: widgets() is not None, "the resource")
    body = {"apiVersion": "shop.example.com/v1", "kind": "Widget", "metadata": {"name": "lamp"}, "spec": {"colour": "blue"}}
    widgets().create(body=body, namespace=namespace)
    return [one.metadata.name for one in widgets().get(namespace=namespace).items]


@step("LeaderElection with a ConfigMap: one of two candidates leads")
def _():
    leaders, elected = [], threading.Event()

    def lead(name):
        def started():
            leaders.append(name)
            elected.set()
            threading.Event().wait(60)

        return started

    for name in ["first", "second"]:
        lock = ConfigMapLock("chair", namespace, name)
        options = {"lease_duration": 5, "renew_deadline": 4, "retry_period": 1, "onstopped_leading": None}
        candidate = electionconfig.Config(lock, onstarted_leading=lead(name), **options)
        threading.Thread(target=leaderelection.LeaderElection(candidate).run, daemon=True).start()
    elected.wait(20)
    return len(leaders)


@step("delete_collection_namespaced_config_map")
def _():
    core.delete_collection_namespaced_config_map(namespace, field_selector="metadata.name=c1")
    return len([one for one in core.list_namespaced_config_map(namespace).items if one.metadata.name == "c1"])


@step("delete_namespace, until it is gone")
def _():
    core.delete_namespace(namespace)

    def is_gone():
        try:
            return core.read_namespace(namespace) is None
        except ApiException as error:
            return error.status == 404

    until(is_gone, "the end of the namespace")
    return "gone"
