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
    spec.resourceClaims = undefined;
    for (const { resources } of containersOf(spec)) if (resources) resources.claims = undefined;
  }
  if (!inUse(live, ({ resizePolicy }) => Boolean(resizePolicy?.length))) {
    for (const container of containersOf(spec)) container.resizePolicy = undefined;
  }
  if (!live?.initContainers?.some(({ restartPolicy }) => restartPolicy != null)) {
    for (const container of spec.initContainers ?? []) container.restartPolicy = undefined;
  }
  if (live?.hostUsers == null) spec.hostUsers = undefined;
  dropProcMount(spec, live);
}

function dropProcMount(spec: PodSpec, live: PodSpec | undefined): void {
  if (inUse(live, ({ securityContext }) => (securityContext?.procMount ?? 'Default') !== 'Default')) return;
  for (const { securityContext } of containersOf(spec)) {
    if (securityContext?.procMount != null) securityContext.procMount = 'Default';
  }
}
