import { kubernetesName } from '../../api/dialect.ts';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantitySign,
  quantityText,
  thousandths,
} from '../../api/values/quantity.ts';
import { ApiError } from '../../client/api-error.ts';
import type { AnyObject } from '../command.ts';
import { listAll, unlessForbidden } from '../objects/list-all.ts';
import { typeNamed } from '../objects/resource-types.ts';
import type { Describe, Subject } from './describer.ts';
import { type Description, longTime, since, writeEntries, writeLabels } from './description.ts';
import { items, member, string, textMap, texts } from './fields.ts';

const ROLE = kubernetesName('node-role.kubernetes.io/');

export const describeNode: Describe = async (subject) => {
  const { object, description, now, environment } = subject;
  const { metadata } = object;
  const role = environment.dialect().rename(ROLE);
  const roles = Object.keys(metadata.labels ?? {})
    .filter((name) => name.startsWith(role))
    .map((name) => name.slice(role.length))
    .sort();
  description.field('Roles', roles.join(',') || '<none>');
  writeLabels(description, metadata);
  description.field('CreationTimestamp', longTime(metadata.creationTimestamp));
  const taints = items(object, 'spec', 'taints').map(
    (taint) =>
      `${string(taint, 'key')}${string(taint, 'value') ? `=${string(taint, 'value')}` : ''}:${string(taint, 'effect')}`,
  );
  writeEntries(description, 'Taints', taints.sort());
  description.field('Unschedulable', member(object, 'spec', 'unschedulable') === true);
  await describeLease(description, subject);
  describeState(description, object);
  const pods = await unlessForbidden(podsOn(subject));
  if (pods) {
    describePods(description, pods, object, now);
    describeAllocated(description, pods, object);
  } else description.line(0, 'Pods:\tNot authorized');
};

async function describeLease(description: Description, { client, environment, object }: Subject): Promise<void> {
  const { group, version, resource } = await typeNamed(environment, 'leases');
  try {
    const lease = await client.get<AnyObject>({
      group,
      version,
      resource,
      namespace: 'kube-node-lease',
      name: object.metadata.name ?? '',
    });
    description.line(0, 'Lease:');
    description.line(1, `HolderIdentity:\t${string(lease, 'spec', 'holderIdentity') || '<unset>'}`);
    const acquired = string(lease, 'spec', 'acquireTime');
    const renewed = string(lease, 'spec', 'renewTime');
    description.line(1, `AcquireTime:\t${acquired ? longTime(acquired) : '<unset>'}`);
    description.line(1, `RenewTime:\t${renewed ? longTime(renewed) : '<unset>'}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    description.field('Lease', `Failed to get lease: ${error.status.message}`);
  }
}

function describeState(description: Description, object: AnyObject): void {
  const status = member(object, 'status');
  const conditions = items(status, 'conditions');
  if (conditions.length > 0) {
    description.line(0, 'Conditions:');
    description.titles(1, 'Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage');
    for (const each of conditions)
      description.line(
        1,
        `${string(each, 'type')} \t${string(each, 'status')} \t${longTime(string(each, 'lastHeartbeatTime'))} \t${longTime(string(each, 'lastTransitionTime'))} \t${string(each, 'reason')} \t${string(each, 'message')}`,
      );
  }
  description.line(0, 'Addresses:');
  for (const address of items(status, 'addresses'))
    description.line(1, `${string(address, 'type')}:\t${string(address, 'address')}`);
  for (const [title, name] of [
    ['Capacity', 'capacity'],
    ['Allocatable', 'allocatable'],
  ] as const) {
    const amounts = textMap(status, name);
    if (Object.keys(amounts).length === 0) continue;
    description.line(0, `${title}:`);
    for (const key of Object.keys(amounts).sort()) description.line(1, `${key}:\t${amounts[key]}`);
  }
  description.line(0, 'System Info:');
  for (const [title, name] of SYSTEM_INFO) description.line(1, `${title}:\t${string(status, 'nodeInfo', name)}`);
  if (string(object, 'spec', 'podCIDR')) description.field('PodCIDR', string(object, 'spec', 'podCIDR'));
  if (texts(object, 'spec', 'podCIDRs').length > 0)
    description.field('PodCIDRs', texts(object, 'spec', 'podCIDRs').join(','));
  if (string(object, 'spec', 'providerID')) description.field('ProviderID', string(object, 'spec', 'providerID'));
}

const SYSTEM_INFO = [
  ['Machine ID', 'machineID'],
  ['System UUID', 'systemUUID'],
  ['Boot ID', 'bootID'],
  ['Kernel Version', 'kernelVersion'],
  ['OS Image', 'osImage'],
  ['Operating System', 'operatingSystem'],
  ['Architecture', 'architecture'],
  ['Container Runtime Version', 'containerRuntimeVersion'],
  ['Kubelet Version', 'kubeletVersion'],
  ['Kube-Proxy Version', 'kubeProxyVersion'],
] as const;

async function podsOn({ client, environment, object }: Subject): Promise<AnyObject[]> {
  const fieldSelector = `spec.nodeName=${object.metadata.name},status.phase!=Failed,status.phase!=Succeeded`;
  return listAll(client, await typeNamed(environment, 'pods'), undefined, { fieldSelector });
}

const ZERO = parseQuantity('0');

const larger = (a: Quantity, b: Quantity): Quantity => (compareQuantities(a, b) < 0 ? b : a);

/**
 * Returns what a pod requests, or its limit, of a resource, as the scheduler counts it (`podRequests`), but with the
 * format of its quantities. A pod without a limit has no limit for its overhead, either.
 */
function podAmount(pod: AnyObject, kind: 'requests' | 'limits', name: string): Quantity {
  const amountOf = (container: unknown): Quantity => parseQuantity(string(container, 'resources', kind, name) || '0');
  let total = items(pod, 'spec', 'containers').map(amountOf).reduce(addQuantities, ZERO);
  let [sidecars, highest] = [ZERO, ZERO];
  for (const container of items(pod, 'spec', 'initContainers')) {
    const amount = amountOf(container);
    const isSidecar = string(container, 'restartPolicy') === 'Always';
    highest = larger(highest, addQuantities(sidecars, amount));
    if (!isSidecar) continue;
    sidecars = addQuantities(sidecars, amount);
    total = addQuantities(total, amount);
  }
  total = larger(total, highest);
  const isOpen = kind === 'limits' && quantitySign(total) === 0;
  return isOpen ? total : addQuantities(total, parseQuantity(string(pod, 'spec', 'overhead', name) || '0'));
}

const percent = (amount: Quantity, all: string): string => {
  const total = thousandths(parseQuantity(all || '0'));
  return total > 0 ? `${Math.trunc((thousandths(amount) * 100) / total)}%` : '0%';
};

function describePods(description: Description, pods: readonly AnyObject[], node: AnyObject, now: number): void {
  description.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  description.titles(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  const allocatable = textMap(node, 'status', 'allocatable');
  for (const pod of pods) {
    const cells = (['cpu', 'memory'] as const).flatMap((name) =>
      (['requests', 'limits'] as const).map((kind) => {
        const amount = podAmount(pod, kind, name);
        return `${quantityText(amount)} (${percent(amount, allocatable[name] ?? '')})`;
      }),
    );
    description.line(
      1,
      `${pod.metadata.namespace}\t${pod.metadata.name}\t\t${cells.join('\t')}\t${since(pod.metadata.creationTimestamp, now)}`,
    );
  }
}

function describeAllocated(description: Description, pods: readonly AnyObject[], node: AnyObject): void {
  description.line(
    0,
    'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n  Resource\tRequests\tLimits',
  );
  description.line(1, '--------\t--------\t------');
  const allocatable = textMap(node, 'status', 'allocatable');
  const others = Object.keys(allocatable)
    .filter((name) => name.startsWith('hugepages-') || name.includes('/'))
    .sort();
  for (const name of ['cpu', 'memory', 'ephemeral-storage', ...others]) {
    const [requests = ZERO, limits = ZERO] = (['requests', 'limits'] as const).map((kind) =>
      pods.map((pod) => podAmount(pod, kind, name)).reduce(addQuantities, ZERO),
    );
    const isPlain = others.includes(name) && !name.startsWith('hugepages-');
    if (isPlain) description.line(1, `${name}\t${quantityText(requests)}\t${quantityText(limits)}`);
    else
      description.line(
        1,
        `${name}\t${quantityText(requests)} (${percent(requests, allocatable[name] ?? '')})\t${quantityText(limits)} (${percent(limits, allocatable[name] ?? '')})`,
      );
  }
}
