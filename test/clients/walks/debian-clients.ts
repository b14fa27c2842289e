import type { ClientName } from '../outcomes/client-outcomes.ts';

/** A client in Debian: its packages, a program that uses it, and the program's steps with their outcomes. */
export interface DebianClient {
  readonly client: ClientName;
  readonly packages: readonly string[];
  /** A package that is only unpacked; `UNPACKED` in the command stands for its folder. */
  readonly unpacked?: string;
  readonly command: readonly string[];
  readonly steps: readonly (readonly [step: string, outcome: string])[];
}

export const UNPACKED = 'UNPACKED';

const PYTHON = '/usr/bin/python3';

const elections = (kind: string, leader: string, others: DebianClient['steps'] = []): DebianClient['steps'] => [
  [`${kind}: one of two members initializes the cluster`, '[True, False]'],
  [`${kind}: members announce themselves on their pods`, `['${leader}-0', '${leader}-1']`],
  [`${kind}: one of two acquires the leader's key`, '[True, False]'],
  [`${kind}: the leader renews its key, another cannot`, '[True, False]'],
  [`${kind}: a member that watches wakes up at a change`, 'True'],
  [`${kind}: a manual failover`, `${leader}-1`],
  [`${kind}: the leader steps down, and another takes over`, 'True'],
  ...others,
  [`${kind}: delete_cluster`, '0'],
];

export const DEBIAN_CLIENTS: readonly DebianClient[] = [
  {
    client: "Python's kubernetes",
    packages: ['python3-kubernetes', 'python3-websocket'],
    command: [PYTHON, 'python_client.py'],
    steps: [
      ['create_namespace', 'Active'],
      ['create_namespaced_config_map, 5 times', 'created'],
      ['list_namespaced_config_map in pages of 4', '[4, 2]'],
      ['read_namespaced_config_map that does not exist', '404 Not Found'],
      ['patch_namespaced_config_map: merge patch and JSON patch', "{'index': '0', 'json': '1'}"],
      ['Watch.stream: changes of a ConfigMap', "['ADDED', 'MODIFIED', 'DELETED']"],
      ['Watch.stream: a version that is too old', '410 Expired'],
      ['utils.create_from_yaml', "['Deployment']"],
      ['a rollout, until it is available', '2'],
      ['patch_namespaced_deployment_scale', '1'],
      ['stream: exec with its output', 'out'],
      ['stream: exec with input and an exit code', 'typed, 3'],
      ['portforward', 'HTTP/1.1 200 OK'],
      ['read_namespaced_pod_log', '1'],
      ['Watch.stream: a log', 'True'],
      ['DynamicClient: discovery, server-side apply, watch and delete', 'Apply, ADDED applied'],
      ['DynamicClient: a custom resource', "['lamp']"],
      ['LeaderElection with a ConfigMap: one of two candidates leads', '1'],
      ['delete_collection_namespaced_config_map', '0'],
      ['delete_namespace, until it is gone', 'gone'],
    ],
  },
  {
    client: "Ruby's kubeclient",
    packages: ['ruby-kubeclient'],
    command: ['/usr/bin/ruby', 'ruby_client.rb'],
    steps: [
      ['discover', 'true'],
      ['create_namespace', 'ruby'],
      ['create_config_map, and again', '409 configmaps "a" already exists'],
      ['get_config_maps with a limit and a selector', '1 ConfigMap'],
      ['get_config_map that does not exist', '404 configmaps "absent" not found'],
      ['patch_config_map, merge_patch_config_map and json_patch_config_map', 'json strategic'],
      ['apply_config_map', 'Apply'],
      ['watch_config_maps from the version of a list', 'ADDED DELETED'],
      ['create_deployment and its pod', 'Running'],
      ['get_pod_log', '1'],
      ['watch_pod_log', 'true'],
      ['delete_namespace', 'Terminating'],
    ],
  },
  {
    client: 'Ansible',
    packages: ['ansible-core', 'python3-kubernetes', 'python3-websocket'],
    unpacked: 'ansible',
    command: [PYTHON, 'ansible_playbook.py', `${UNPACKED}/usr/lib/python3/dist-packages`],
    steps: [
      ['kubernetes.core.k8s: a namespace', 'changed'],
      ['kubernetes.core.k8s: a Deployment, waiting until it is available', 'changed'],
      ['kubernetes.core.k8s: the same again', 'ok'],
      ['kubernetes.core.k8s: server-side apply', 'changed'],
      ['kubernetes.core.k8s: apply on the client', 'changed'],
      ['kubernetes.core.k8s_info: pods with a selector', 'ok'],
      ['kubernetes.core.k8s_exec', 'changed'],
      ['kubernetes.core.k8s_log', 'ok'],
      ['kubernetes.core.k8s_cp: into a pod', 'changed'],
      ['kubernetes.core.k8s_scale', 'changed'],
      ['kubernetes.core.k8s_json_patch', 'changed'],
      ['kubernetes.core.k8s: a new image', 'changed'],
      ['kubernetes.core.k8s_rollback', 'changed'],
      ['kubernetes.core.k8s_taint', 'changed'],
      ['kubernetes.core.k8s_drain: cordon and uncordon', 'changed'],
      ['kubernetes.core.k8s_cluster_info', 'ok'],
      ['kubernetes.core.k8s: delete the namespace, waiting until it is gone', 'changed'],
    ],
  },
  {
    client: 'Patroni',
    packages: ['patroni', 'python3-kubernetes'],
    command: [PYTHON, 'patroni_elections.py'],
    steps: [
      ...elections('ConfigMaps', 'configmaps'),
      ...elections('Endpoints', 'endpoints', [
        ["Endpoints: the leader's address is in the Endpoints", '1 address, port 5432, endpoints-1'],
      ]),
    ],
  },
];
