import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';

/** Returns a container of a pod, of any kind. */
export const containerNamed = ({ spec }: Pod, name: string): Container | undefined =>
  [...(spec?.containers ?? []), ...(spec?.initContainers ?? []), ...(spec?.ephemeralContainers ?? [])].find(
    (each) => each.name === name,
  );

/** Returns the status of a container of a pod; undefined before its pod is on a node. */
export const statusOf = ({ status }: Pod, name: string): ContainerStatus | undefined =>
  [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ].find((each) => each.name === name);
