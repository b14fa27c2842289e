import { kubernetesName } from '../../../api/dialect.ts';
import type {
  Container,
  LimitRange,
  LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
} from '../../../api/kinds/core-v1.generated.ts';
import { amountsOf, containerAmounts, podAmounts } from '../../../api/quota/quota-amounts.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { RememberedCollection } from '../../remembered-collection.ts';
import { limitProblems } from './limit-constraints.ts';

const ANNOTATION = kubernetesName('kubernetes.io/limit-ranger');

/**
 * Sets the default requests and limits of containers, and enforces the namespace's limit ranges for pods and claims.
 */
export const limitRanger: AdmissionPluginFactory = ({ reader, dialect }) => {
  const ranges = new RememberedCollection<LimitRange>(reader, '', 'limitranges');
  const isLimited = (attributes: AdmissionAttributes): boolean => {
    const isPod = isRequestFor(attributes, '', 'pods') && attributes.operation !== 'UPDATE';
    if (!isPod && !isRequestFor(attributes, '', 'persistentvolumeclaims')) return false;
    if (ranges.isKnownEmpty) return false;
    return !attributes.oldObject?.metadata.deletionTimestamp;
  };
  const complete = async (attributes: AdmissionAttributes): Promise<void> => {
    for (const range of await ranges.listIn(attributes.namespace))
      fillIn(attributes.object as Pod, range, dialect.rename(ANNOTATION));
  };
  const check = async (attributes: AdmissionAttributes): Promise<void> => {
    for (const { spec } of await ranges.listIn(attributes.namespace)) {
      const problems = (spec?.limits ?? []).flatMap((limit) =>
        isRequestFor(attributes, '', 'pods')
          ? podProblems(limit, attributes.object as Pod)
          : claimProblems(limit, attributes.object as PersistentVolumeClaim),
      );
      const different = [...new Set(problems)];
      if (different.length)
        throw denial(attributes, different.length === 1 ? `${different[0]}` : `[${different.join(', ')}]`);
    }
  };
  return {
    name: 'LimitRanger',
    handles: operations('CREATE', 'UPDATE'),
    resources: resources('/pods', '/persistentvolumeclaims'),
    isIdle: () => ranges.isKnownEmpty,
    mutate: (attributes) =>
      isRequestFor(attributes, '', 'pods') && isLimited(attributes) ? complete(attributes) : undefined,
    validate: (attributes) => (isLimited(attributes) ? check(attributes) : undefined),
  };
};

/** Later items of a range override earlier ones; values in the pod take precedence over both. */
function fillIn(pod: Pod, { spec }: LimitRange, annotation: string): void {
  const items = (spec?.limits ?? []).filter(({ type }) => type === 'Container');
  const requests: Record<string, unknown> = Object.assign({}, ...items.map((item) => item.defaultRequest));
  const limits: Record<string, unknown> = Object.assign({}, ...items.map((item) => item.default));
  const changes = [
    ...(pod.spec?.containers ?? []).flatMap((container) => fillInContainer(container, 'container', requests, limits)),
    ...(pod.spec?.initContainers ?? []).flatMap((container) =>
      fillInContainer(container, 'init container', requests, limits),
    ),
  ];
  if (changes.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${changes.join('; ')}`,
  };
}

/** Returns a description of the values set. */
function fillInContainer(
  container: Container,
  type: string,
  requests: Readonly<Record<string, unknown>>,
  limits: Readonly<Record<string, unknown>>,
): string[] {
  const resources = { ...container.resources };
  const changes: string[] = [];
  for (const [which, standard] of [
    ['requests', requests],
    ['limits', limits],
  ] as const) {
    const missing = Object.keys(standard).filter((name) => resources[which]?.[name] === undefined);
    if (missing.length === 0) continue;
    resources[which] = { ...standard, ...resources[which] } as NonNullable<(typeof resources)[typeof which]>;
    changes.push(`${missing.sort().join(', ')} ${which.slice(0, -1)} for ${type} ${container.name}`);
  }
  if (changes.length) container.resources = resources;
  return changes;
}

function podProblems(limit: LimitRangeItem, pod: Pod): string[] {
  if (limit.type === 'Pod') return limitProblems(limit, podAmounts(pod, 'requests'), podAmounts(pod, 'limits'));
  if (limit.type !== 'Container') return [];
  return [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])].flatMap((container) =>
    limitProblems(limit, containerAmounts(container, 'requests'), containerAmounts(container, 'limits')),
  );
}

/** Claims have only requests. */
function claimProblems(limit: LimitRangeItem, { spec }: PersistentVolumeClaim): string[] {
  if (limit.type !== 'PersistentVolumeClaim') return [];
  return limitProblems({ ...limit, maxLimitRequestRatio: undefined }, amountsOf(spec?.resources?.requests), undefined);
}
