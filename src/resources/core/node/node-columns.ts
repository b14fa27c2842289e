import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import type { TableColumn } from '../../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../../table-columns.ts';

const ROLE_PREFIX = /^node-role\.(?:kubernetes|cluster)\.io\//;
const ROLE_LABEL = /^(?:kubernetes|cluster)\.io\/role$/;
const ADDRESSES =
  "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/concepts/nodes/node/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).";

/** Returns `Ready`, `NotReady` or `Unknown`, and whether scheduling is disabled. */
function statusText({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const words = [!ready ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'];
  if (spec?.unschedulable) words.push('SchedulingDisabled');
  return words.join(',');
}

function rolesText({ metadata }: Node): string {
  const roles = new Set<string>();
  for (const [label, value] of Object.entries(metadata.labels ?? {})) {
    const role = ROLE_PREFIX.test(label) ? label.replace(ROLE_PREFIX, '') : ROLE_LABEL.test(label) ? value : '';
    if (role) roles.add(role);
  }
  return [...roles].sort().join(',') || '<none>';
}

const addressText = ({ status }: Node, wanted: string): string =>
  status?.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>';

export const nodeColumns: readonly TableColumn<Node>[] = [
  nameColumn(),
  column('Status', 'string', 'The status of the node', statusText),
  column('Roles', 'string', 'The roles of the node', rolesText),
  ageColumn(),
  column(
    'Version',
    'string',
    'Kubelet Version reported by the node.',
    ({ status }) => status?.nodeInfo?.kubeletVersion ?? '',
  ),
  column('Internal-IP', 'string', ADDRESSES, (node) => addressText(node, 'InternalIP'), 1),
  column('External-IP', 'string', ADDRESSES, (node) => addressText(node, 'ExternalIP'), 1),
  column(
    'OS-Image',
    'string',
    'OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).',
    ({ status }) => status?.nodeInfo?.osImage || '<unknown>',
    1,
  ),
  column(
    'Kernel-Version',
    'string',
    "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
    ({ status }) => status?.nodeInfo?.kernelVersion || '<unknown>',
    1,
  ),
  column(
    'Container-Runtime',
    'string',
    'ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).',
    ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
    1,
  ),
];
