import type { Container, EphemeralContainer, PodSpec } from '../../../../api/kinds/core-v1.generated.ts';

/**
 * Returns every container with its path: init containers, containers, ephemeral containers. `field` is the path of the
 * spec.
 */
export const containerPaths = (
  spec: PodSpec,
  field: string,
): readonly (readonly [Container | EphemeralContainer, string])[] =>
  (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, index) => [container, `${field}.${list}[${index}]`] as const),
  );
