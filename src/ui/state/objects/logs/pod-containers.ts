import type { Dialect } from '../../../../api/dialect.ts';
import type { ContainerStatus, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import { DEFAULT_CONTAINER_ANNOTATION } from '../../../../api/kubernetes-names.ts';

/** A container whose log can be read. */
export interface PodContainer {
  readonly name: string;
  /** Shown after the name of `init` and `ephemeral` containers. */
  readonly type: 'main' | 'init' | 'ephemeral';
  /** Whether the container ran before and was restarted. */
  readonly hasPrevious: boolean;
  /** Changes when the container starts or restarts. */
  readonly run: string;
}

/** Returns the containers of a pod, main containers first. */
export function podContainers({ spec, status }: Pod): PodContainer[] {
  const statuses = new Map(
    [
      ...(status?.containerStatuses ?? []),
      ...(status?.initContainerStatuses ?? []),
      ...(status?.ephemeralContainerStatuses ?? []),
    ].map((each) => [each.name, each]),
  );
  const of = (
    type: PodContainer['type'],
    list: readonly { readonly name: string }[] | null | undefined,
  ): PodContainer[] => (list ?? []).map(({ name }) => ({ name, type, ...runOf(statuses.get(name)) }));
  return [
    ...of('main', spec?.containers),
    ...of('init', spec?.initContainers),
    ...of('ephemeral', spec?.ephemeralContainers),
  ];
}

function runOf(status: ContainerStatus | undefined): Pick<PodContainer, 'hasPrevious' | 'run'> {
  const { state = {}, restartCount = 0, lastState } = status ?? {};
  const phase = state.running || state.terminated ? 'started' : 'waiting';
  return { hasPrevious: lastState?.terminated !== undefined, run: `${restartCount} ${phase}` };
}

/** Returns the chosen container, or the one that is read by default. */
export function shownContainer(
  pod: Pod,
  containers: readonly PodContainer[],
  chosen: string | undefined,
  dialect: Dialect,
): PodContainer | undefined {
  const named = (name: string | undefined) => containers.find((container) => container.name === name);
  const byDefault = named(pod.metadata.annotations?.[dialect.rename(DEFAULT_CONTAINER_ANNOTATION)]);
  return named(chosen) ?? byDefault ?? containers[0];
}
