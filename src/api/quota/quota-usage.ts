import { type Dialect, kubernetesName } from '../dialect.ts';
import type { PersistentVolumeClaim, Pod, Service } from '../kinds/core-v1.generated.ts';
import { KUBERNETES_PREFIX, STORAGE_CLASS_ANNOTATION } from '../kubernetes-names.ts';
import { type GroupResource, groupResourceText } from '../object.ts';
import { hasEnded } from '../scheduling/has-ended.ts';
import { parseQuantity, quantityOf, quantitySign, roundUpQuantity } from '../values/quantity.ts';
import { type Amounts, addAmounts, amountsOf, containerAmounts, podAmounts } from './quota-amounts.ts';

const STORAGE_CLASS_INFIX = kubernetesName('.storageclass.storage.k8s.io/');

/** How quotas count the objects of one resource. */
export interface QuotaUsage {
  /** Operations, besides deletion, that change the usage. */
  readonly handles: readonly string[];
  /** Reports whether a name in a quota refers to this resource. */
  counts(name: string): boolean;
  /** `now` is in milliseconds. Without it, a pod counts until it has ended. */
  usageOf(object: object, now?: number): Amounts;
  /**
   * Returns the message about those of the names whose values the object does not specify; undefined when there are
   * none.
   */
  problem?(object: object, names: readonly string[]): string | undefined;
}

const ONE = quantityOf(1n);
/** Resources that quotas also count under their plain name. */
const COUNTED_BY_NAME = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']);

/** Resources that are not stored, and events: quotas never count them. */
const UNCOUNTED = [
  kubernetesName('bindings'),
  kubernetesName('componentstatuses'),
  kubernetesName('events'),
  kubernetesName('events.events.k8s.io'),
  kubernetesName('localsubjectaccessreviews.authorization.k8s.io'),
];

/** Returns undefined for resources that quotas do not count. */
export function quotaUsageOf({ group, resource }: GroupResource, dialect: Dialect): QuotaUsage | undefined {
  const name = groupResourceText({ group, resource });
  if (UNCOUNTED.some((uncounted) => dialect.rename(uncounted) === name)) return undefined;
  const count = `count/${name}`;
  if (group === '' && resource === 'pods') return podUsage(count, dialect);
  if (group === '' && resource === 'services') return serviceUsage(count);
  if (group === '' && resource === 'persistentvolumeclaims') return claimUsage(count, dialect);
  const names = group === '' && COUNTED_BY_NAME.has(resource) ? [count, resource] : [count];
  return {
    handles: ['CREATE'],
    counts: (name) => names.includes(name),
    usageOf: () => new Map(names.map((name) => [name, ONE])),
  };
}

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const POD_NAMES = new Set(['pods', ...COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`])]);
/** Resources that every container must specify when a quota counts them. */
const DEMANDED = new Set(['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]));

function podUsage(count: string, dialect: Dialect): QuotaUsage {
  return {
    handles: ['CREATE'],
    counts: (name) =>
      name === count ||
      POD_NAMES.has(name) ||
      /^(requests\.)?hugepages-/.test(name) ||
      (name.startsWith('requests.') && isExtendedResource(name.slice('requests.'.length), dialect)),
    usageOf: (object, now = Number.NEGATIVE_INFINITY) => {
      const pod = object as Pod;
      const counted: Amounts = new Map([[count, ONE]]);
      if (!isCharged(pod, now)) return counted;
      const overhead = amountsOf(pod.spec?.overhead);
      const limits = podAmounts(pod, 'limits');
      const computed = computeUsage(
        addAmounts(podAmounts(pod, 'requests'), overhead),
        // Overhead is added to existing limits only.
        addAmounts(limits, new Map([...overhead].filter(([name]) => limits.has(name)))),
        dialect,
      );
      return addAmounts(counted, addAmounts(new Map([['pods', ONE]]), computed));
    },
    problem: (object, names) => unspecified(object as Pod, names, dialect),
  };
}

/** Reports whether a pod's requests count: it has not ended, nor has its grace period. `now` is in milliseconds. */
export const isCharged = (pod: Pod, now: number): boolean => !hasEnded(pod) && now <= endOfGrace(pod);

/** Returns the end of a terminating pod's grace period; infinite for other pods. */
export function endOfGrace({ metadata }: Pod): number {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (!deletionTimestamp || deletionGracePeriodSeconds == null) return Number.POSITIVE_INFINITY;
  return Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000;
}

/** Requests count under their own name and under `requests.`, limits under `limits.`. */
function computeUsage(requests: Amounts, limits: Amounts, dialect: Dialect): Amounts {
  const usage = new Map<string, ReturnType<typeof quantityOf>>();
  for (const [name, amount] of requests) {
    if (COMPUTE.includes(name) || name.startsWith('hugepages-'))
      usage.set(name, amount).set(`requests.${name}`, amount);
    else if (isExtendedResource(name, dialect)) usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) if (COMPUTE.includes(name)) usage.set(`limits.${name}`, amount);
  return usage;
}

function unspecified({ spec }: Pod, names: readonly string[], dialect: Dialect): string | undefined {
  const demanded = names.filter((name) => DEMANDED.has(name)).sort();
  const lacking = demanded.flatMap((name) => {
    const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
      .filter((container) => {
        const limits = containerAmounts(container, 'limits');
        return !computeUsage(containerAmounts(container, 'requests'), limits, dialect).has(name);
      })
      .map((container) => container.name);
    return containers.length ? [`${name} for: ${[...new Set(containers)].sort().join(',')}`] : [];
  });
  return lacking.length ? `must specify ${lacking.join('; ')}` : undefined;
}

/** Reports whether it is an extended resource: its name has a domain other than the cluster's own. */
export const isExtendedResource = (name: string, dialect: Dialect): boolean =>
  name.includes('/') && !name.includes(dialect.rename(KUBERNETES_PREFIX)) && !name.startsWith('requests.');

function serviceUsage(count: string): QuotaUsage {
  const names = new Set([count, 'services', 'services.nodeports', 'services.loadbalancers']);
  return {
    handles: ['CREATE', 'UPDATE'],
    counts: (name) => names.has(name),
    usageOf: (object) => {
      const { type, ports = [], allocateLoadBalancerNodePorts } = (object as Service).spec ?? {};
      const isBalanced = type === 'LoadBalancer';
      const allocated = isBalanced && allocateLoadBalancerNodePorts === false;
      const nodePorts = allocated ? (ports ?? []).filter(({ nodePort }) => nodePort).length : (ports ?? []).length;
      return new Map([
        [count, ONE],
        ['services', ONE],
        ['services.loadbalancers', quantityOf(isBalanced ? 1n : 0n)],
        ['services.nodeports', quantityOf(isBalanced || type === 'NodePort' ? BigInt(nodePorts) : 0n)],
      ]);
    },
  };
}

function claimUsage(count: string, dialect: Dialect): QuotaUsage {
  const ofClass = dialect.rename(STORAGE_CLASS_INFIX);
  const names = new Set([count, 'persistentvolumeclaims', 'requests.storage']);
  return {
    handles: ['CREATE', 'UPDATE'],
    counts: (name) =>
      names.has(name) ||
      name.endsWith(`${ofClass}requests.storage`) ||
      name.endsWith(`${ofClass}persistentvolumeclaims`),
    usageOf: (object) => {
      const { spec, metadata } = object as PersistentVolumeClaim;
      // Usage is counted in whole bytes.
      const storage = roundUpQuantity(parseQuantity(String(spec?.resources?.requests?.storage ?? '0')), 0);
      const annotation = metadata.annotations?.[dialect.rename(STORAGE_CLASS_ANNOTATION)];
      const storageClass = annotation ?? spec?.storageClassName ?? '';
      const usage = new Map([
        [count, ONE],
        ['persistentvolumeclaims', ONE],
      ]);
      if (quantitySign(storage) !== 0) usage.set('requests.storage', storage);
      if (storageClass === '') return usage;
      usage.set(`${storageClass}${ofClass}persistentvolumeclaims`, ONE);
      if (quantitySign(storage) !== 0) usage.set(`${storageClass}${ofClass}requests.storage`, storage);
      return usage;
    },
  };
}
