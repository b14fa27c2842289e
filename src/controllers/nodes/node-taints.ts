import { type Dialect, type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { Node, Taint } from '../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
export const NOT_READY = kubernetesName('node.kubernetes.io/not-ready');
export const UNREACHABLE = kubernetesName('node.kubernetes.io/unreachable');
const UNSCHEDULABLE = kubernetesName('node.kubernetes.io/unschedulable');

/** The taints for conditions, by type and status. */
const CONDITION_TAINTS: Readonly<Record<string, Readonly<Record<string, KubernetesName>>>> = {
  Ready: { False: NOT_READY, Unknown: UNREACHABLE },
  MemoryPressure: { True: kubernetesName('node.kubernetes.io/memory-pressure') },
  DiskPressure: { True: kubernetesName('node.kubernetes.io/disk-pressure') },
  NetworkUnavailable: { True: kubernetesName('node.kubernetes.io/network-unavailable') },
  PIDPressure: { True: kubernetesName('node.kubernetes.io/pid-pressure') },
};

const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;

/**
 * Returns the taints with which a node keeps new pods away because of its conditions or because it is cordoned;
 * undefined when it already has them. Other taints stay.
 */
export function taintsByCondition({ spec, status }: Node, dialect: Dialect, now: string): Taint[] | undefined {
  const managed = [UNSCHEDULABLE, ...Object.values(CONDITION_TAINTS).flatMap((taints) => Object.values(taints))];
  const keys = new Set(managed.map((name) => dialect.rename(name)));
  const causes = (status?.conditions ?? []).flatMap(({ type, status: value }) => CONDITION_TAINTS[type]?.[value] ?? []);
  if (spec?.unschedulable) causes.push(UNSCHEDULABLE);
  const wanted = causes.map((name) => ({ key: dialect.rename(name), effect: 'NoSchedule' }));
  return replaceTaints(spec?.taints ?? [], wanted, ({ key, effect }) => effect === 'NoSchedule' && keys.has(key), now);
}

/**
 * Returns the taints with the wanted ones added, and without other taints that `isManaged` selects; undefined when
 * unchanged.
 */
export function replaceTaints(
  current: readonly Taint[],
  wanted: readonly Taint[],
  isManaged: (taint: Taint) => boolean,
  now: string,
): Taint[] | undefined {
  const kept = current.filter((taint) => !isManaged(taint) || wanted.some((each) => isSame(each, taint)));
  const added = wanted.filter((taint) => !current.some((each) => isSame(each, taint)));
  if (kept.length === current.length && added.length === 0) return undefined;
  return [...kept, ...added.map((taint) => ({ ...taint, timeAdded: now }))];
}

/** Writes a node's next taints. The node always has a taint or its replacement. Returns the resulting node. */
export async function writeTaints(node: Node, next: readonly Taint[], client: ApiClient): Promise<Node> {
  let written = node;
  for (const taints of taintSteps(node.spec?.taints ?? [], next)) {
    const { name = '', resourceVersion } = written.metadata;
    const spec = { taints: taints.length > 0 ? taints : null };
    written = await client.patch<Node>({ ...NODES, name }, 'strategic', { metadata: { resourceVersion }, spec });
  }
  return written;
}

/** Returns the successive lists of taints to write: first with the added taints, then without the removed ones. */
export function taintSteps(current: readonly Taint[], next: readonly Taint[]): (readonly Taint[])[] {
  const added = next.filter((taint) => !current.includes(taint));
  const isSwap = added.length > 0 && next.length < current.length + added.length;
  return isSwap ? [[...current, ...added], next] : [next];
}
