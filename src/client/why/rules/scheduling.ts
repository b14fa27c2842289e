import type { Cause } from '../../../api/debug/why.ts';
import type { Node, PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hostPortsOf } from '../../../api/scheduling/host-ports.ts';
import { matchesNodeAffinity } from '../../../api/scheduling/node-affinity.ts';
import { podRequests } from '../../../api/scheduling/pod-requests.ts';
import { firstUntoleratedTaint } from '../../../api/scheduling/tolerations.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { amountText, nodeUse } from '../../objects/node-capacity.ts';
import { cause, conditionEvidence, objectEvidence, patchFix } from '../cause.ts';
import { idle } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { countText, have, labelsText, listText } from '../words.ts';

/** The scheduler's reason for rejecting some nodes. */
interface Obstacle {
  readonly pod: Pod;
  readonly nodes: readonly Node[];
  readonly view: View;
  readonly match: RegExpExecArray;
}

type Explain = (obstacle: Obstacle) => Cause | Promise<Cause>;

const plain =
  (name: string, text: string): Explain =>
  ({ pod }) =>
    cause(name, text, { evidence: [scheduled(pod)] });

const scheduled = (pod: Pod) => conditionEvidence(pod, conditionOf(pod.status?.conditions, 'PodScheduled'));

/** The scheduler's text for each obstacle. The first match explains it. */
const OBSTACLES: readonly (readonly [RegExp, Explain])[] = [
  [/Insufficient (\S+)/, insufficient],
  [/Too many pods/, plain('node-full', 'every node already has as many pods as it allows')],
  [/didn't match Pod's node affinity\/selector/, nodeSelector],
  [/untolerated taint \{(.+?): (.*?)\}/, taint],
  [/node\(s\) were unschedulable/, cordoned],
  [/didn't have free ports/, hostPort],
  [
    /anti-affinity rules/,
    plain('pod-anti-affinity', 'its anti-affinity keeps it from every node that has a pod of the same kind'),
  ],
  [/pod affinity rules/, plain('pod-affinity', 'no node has a pod that its pod affinity requires')],
  [/missing required label/, plain('topology-label', 'no node has the topology label of its spread constraints')],
  [/topology spread constraints/, plain('topology-spread', 'every node would violate its topology spread constraints')],
  [/persistentvolumeclaim "(.+?)" not found/, claimMissing],
  [/unbound immediate PersistentVolumeClaims/, claimUnbound],
  [
    /find available persistent volumes/,
    plain('volume-unavailable', 'no persistent volume fits its claims on any node'),
  ],
  [
    /volume node affinity conflict|available volume zone/,
    plain('volume-elsewhere', 'its volume can only be used on a node that has no room for it'),
  ],
  [/bound to non-existent pv/, plain('volume-gone', 'the volume to which its claim is bound no longer exists')],
  [/requested node name/, plain('node-name', 'no node has the requested name')],
];

/** Explains why a pod has no node. */
export const unschedulable: Rule = rule<Pod>(async (pod, view) => {
  const { spec, status, metadata } = pod;
  if (spec?.nodeName || metadata.deletionTimestamp || (status?.phase ?? 'Pending') !== 'Pending') return undefined;
  const gates = (spec?.schedulingGates ?? []).map(({ name }) => name);
  if (gates.length > 0)
    return cause(
      'scheduling-gate',
      `it has the scheduling ${gates.length === 1 ? 'gate' : 'gates'} ${listText(gates)}`,
      {
        evidence: [scheduled(pod)],
      },
    );
  const scheduler = spec?.schedulerName ?? 'default-scheduler';
  if (scheduler !== 'default-scheduler')
    return cause('scheduler-unknown', `no scheduler named ${scheduler} has assigned it a node`);
  const condition = conditionOf(status?.conditions, 'PodScheduled');
  const waits = idle('kube-scheduler', view);
  if (condition?.status !== 'False' || waits.some((each) => each.rule === 'controller-stopped'))
    return cause('not-scheduled', 'the scheduler has not processed it', { because: waits });
  const nodes = await view.listAs<Node>('core/Node');
  if (nodes.length === 0)
    return cause('no-nodes', 'the cluster has no nodes', { evidence: [conditionEvidence(pod, condition)] });
  // The scheduler does not retry while no node matches, so that its message may be about earlier nodes.
  if (!nodes.some((node) => matchesNodeAffinity(pod, node))) return nodeSelector({ pod });
  const found = await obstacles({ pod, nodes, view }, condition.message ?? '');
  return found.length > 0
    ? found
    : cause('unschedulable', `the scheduler reports: ${condition.message}`, { evidence: [scheduled(pod)] });
});

/** Returns the causes of `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.`, the most frequent first. */
async function obstacles(where: Omit<Obstacle, 'match'>, message: string): Promise<readonly Cause[]> {
  const [statement = ''] = message.split(/\. ?preemption:/);
  const parts = statement.replace(/^0\/\d+ nodes are available: /, '').split(/, (?=\d+ )/);
  const found: { readonly count: number; readonly cause: Cause }[] = [];
  for (const part of parts) {
    const count = Number(/^\d+/.exec(part)?.[0] ?? where.nodes.length);
    for (const [pattern, explain] of OBSTACLES) {
      const match = pattern.exec(part);
      if (!match) continue;
      found.push({ count, cause: await explain({ ...where, match }) });
      break;
    }
  }
  return found.sort((a, b) => b.count - a.count).map((each) => each.cause);
}

async function insufficient({ pod, nodes, view, match }: Obstacle): Promise<Cause> {
  const resource = (match[1] ?? '').replace(/\.$/, '');
  const wanted = podRequests(pod)[resource] ?? 0;
  const pods = await view.listAs<Pod>('core/Pod');
  const rooms = nodes.map((node) => {
    const own = pods.filter(({ spec }) => spec?.nodeName === node.metadata.name);
    const use = nodeUse(node, own).find((each) => each.resource === resource);
    return { node, free: use ? use.allocatable - use.requested : 0, whole: use?.allocatable ?? 0 };
  });
  const best = rooms.reduce((a, b) => (b.free > a.free ? b : a));
  const largest = Math.max(...rooms.map(({ whole }) => whole));
  const text = (amount: number) => `${amountText(resource, amount)} ${resource}`;
  const room =
    largest === 0
      ? `no node has ${resource}`
      : largest < wanted
        ? `the largest node has only ${text(largest)}`
        : `the most that is free on a node is ${text(best.free)}`;
  return cause('insufficient-resource', `it requests ${text(wanted)}, and ${room}`, {
    evidence: [scheduled(pod), objectEvidence(best.node, `${text(best.free)} free`)],
  });
}

function nodeSelector({ pod }: Pick<Obstacle, 'pod'>): Cause {
  const labels = labelsText(pod.spec?.nodeSelector);
  const text = labels
    ? `no node has the ${labels.includes(',') ? 'labels' : 'label'} ${labels} of its node selector`
    : 'no node matches its node affinity';
  return cause('node-selector', text, { evidence: [scheduled(pod), objectEvidence(pod, 'spec.nodeSelector')] });
}

async function taint({ pod, nodes, view, match: [, key = '', value] }: Obstacle): Promise<Cause> {
  const tainted = nodes.filter(({ spec }) => firstUntoleratedTaint(spec?.taints, pod.spec?.tolerations)?.key === key);
  const [first] = tainted;
  if (!first)
    return cause('taint', `the nodes had the taint ${key} at the last scheduling attempt`, {
      evidence: [scheduled(pod)],
    });
  const isOfHealth = /\/(not-ready|unreachable)$/.test(key);
  return cause(
    'taint',
    isOfHealth
      ? `${countText(tainted.length, 'node')} ${have(tainted.length)} the taint of nodes that are not ready`
      : `it does not tolerate the taint ${key}${value ? `=${value}` : ''} of ${listText(tainted.map(nodeName))}`,
    {
      evidence: [scheduled(pod), ...tainted.slice(0, 3).map((node) => objectEvidence(node, 'spec.taints'))],
      because: isOfHealth ? await view.causesOf(first) : [],
    },
  );
}

const nodeName = ({ metadata }: Node): string => `node ${metadata.name}`;

function cordoned({ pod, nodes }: Obstacle): Cause {
  const all = nodes.filter(({ spec }) => spec?.unschedulable);
  const [first] = all;
  return cause('node-cordoned', `${listText(all.map(nodeName))} ${all.length === 1 ? 'is' : 'are'} cordoned`, {
    evidence: [scheduled(pod), ...all.slice(0, 3).map((node) => objectEvidence(node, 'spec.unschedulable'))],
    fix: first && patchFix(`Uncordon node ${first.metadata.name}`, first, 'nodes', { spec: { unschedulable: null } }),
  });
}

async function hostPort({ pod, view }: Obstacle): Promise<Cause> {
  const ports = hostPortsOf(pod).map(({ port }) => port);
  const numbers = ports.map((port) => port.slice(port.indexOf('/') + 1));
  const holders = (await view.listAs<Pod>('core/Pod')).filter(
    (other) =>
      other.spec?.nodeName &&
      other.metadata.uid !== pod.metadata.uid &&
      hostPortsOf(other).some(({ port }) => ports.includes(port)),
  );
  const by = holders.length > 0 ? ` by ${listText(holders.map(({ metadata }) => `pod ${metadata.name}`))}` : '';
  return cause('host-port', `host port ${listText(numbers)} is taken on every node${by}`, {
    evidence: [scheduled(pod), ...holders.slice(0, 3).map((holder) => objectEvidence(holder))],
  });
}

function claimMissing({ pod, match: [, name] }: Obstacle): Cause {
  return cause('claim-missing', `persistent volume claim ${name} does not exist`, { evidence: [scheduled(pod)] });
}

async function claimUnbound({ pod, view }: Obstacle): Promise<Cause> {
  const names = (pod.spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) =>
    persistentVolumeClaim ? [persistentVolumeClaim.claimName] : ephemeral ? [`${pod.metadata.name}-${name}`] : [],
  );
  const claims = await view.listAs<PersistentVolumeClaim>('core/PersistentVolumeClaim', pod.metadata.namespace);
  const unbound = claims.find(
    ({ metadata, status }) => names.includes(metadata.name ?? '') && status?.phase !== 'Bound',
  );
  return cause('claim-unbound', `persistent volume claim ${unbound?.metadata.name ?? listText(names)} is not bound`, {
    evidence: [scheduled(pod), unbound && objectEvidence(unbound, 'status.phase')],
    because: await view.causesOf(unbound),
  });
}
