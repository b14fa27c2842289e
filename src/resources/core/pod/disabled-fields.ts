import type { Container, EphemeralContainer, PodSpec } from '../../../api/kinds/core-v1.generated.ts';
import { containersOf } from './pod-defaults.ts';

/** Reports whether a container of the live pod uses the feature. */
const inUse = (live: PodSpec | undefined, uses: (container: Container | EphemeralContainer) => boolean): boolean =>
  live !== undefined && containersOf(live).some(uses);

/**
 * Drops fields whose feature is off by default, unless the live pod already uses them (dynamic resource allocation,
 * in-place resize, restartable init containers, user namespaces, unmasked /proc).
 */
export function dropDisabledPodFields(spec: PodSpec, live?: PodSpec): void {
  if (!live?.resourceClaims?.length) {
    drop(spec, 'resourceClaims');
    for (const { resources } of containersOf(spec)) if (resources) drop(resources, 'claims');
  }
  if (!inUse(live, ({ resizePolicy }) => Boolean(resizePolicy?.length))) {
    for (const container of containersOf(spec)) drop(container, 'resizePolicy');
  }
  if (!live?.initContainers?.some(({ restartPolicy }) => restartPolicy != null)) {
    for (const container of spec.initContainers ?? []) drop(container, 'restartPolicy');
  }
  if (live?.hostUsers == null) drop(spec, 'hostUsers');
  dropProcMount(spec, live);
}

/** Drops a field if it is present. Does not write otherwise, because the object may be a frozen part of the live pod. */
function drop<Name extends string>(from: { [Key in Name]?: unknown }, field: Name): void {
  if (from[field] != null) from[field] = undefined;
}

function dropProcMount(spec: PodSpec, live: PodSpec | undefined): void {
  if (inUse(live, ({ securityContext }) => (securityContext?.procMount ?? 'Default') !== 'Default')) return;
  for (const { securityContext } of containersOf(spec)) {
    if (securityContext?.procMount != null) securityContext.procMount = 'Default';
  }
}
