import { quoted } from '../../api/field-error.ts';
import type { Container, PodSpec } from '../../api/kinds/core-v1.generated.ts';

export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

export interface Check {
  readonly name: string;
  /** The minor version of the standards that introduced it. */
  readonly since?: number;
  /** Baseline checks that this stricter one replaces. */
  readonly overrides?: readonly string[];
  run(pod: CheckedPod, minor: number): Violation | undefined;
}

export type CheckedContainer = Pick<Container, 'name' | 'securityContext' | 'ports'>;

/** Init containers come first. */
export const containersIn = ({ spec }: CheckedPod): readonly CheckedContainer[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
];

export const namesWhere = (pod: CheckedPod, isBad: (container: CheckedContainer) => boolean): readonly string[] =>
  containersIn(pod)
    .filter(isBad)
    .map(({ name }) => name);

export const quotedList = (items: Iterable<string>): string => [...items].map(quoted).join(', ');
export const sorted = (items: Iterable<string>): readonly string[] => [...new Set(items)].sort();
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** `container "a"`, `containers "a", "b"` */
export const containersText = (names: readonly string[]): string =>
  `${plural(names.length, 'container')} ${quotedList(names)}`;

/** Names the pod and the containers that set a field: `pod and container "a"`; empty when none does. */
export const settersText = (podSets: boolean, names: readonly string[]): string =>
  [...(podSets ? ['pod'] : []), ...(names.length ? [containersText(names)] : [])].join(' and ');
