import type { WriteRecord } from '../../api/debug/causes.ts';
import type { AdmissionStep } from '../../api/debug/request-trace.ts';
import { type DiscoveredResource, type Discovery, findResource } from '../../client/discovery.ts';
import { listText } from '../../client/why/words.ts';

/** Finds a resource by its plural and group: `deployments.apps`. */
export function findQualified(discovery: Discovery, resource: string): DiscoveredResource | undefined {
  const [plural = '', ...group] = resource.split('.');
  return findResource(discovery, plural, group.join('.'));
}

/** Returns the write that says most about a step: the last that created, removed or bound its object, or the last. */
export const mainWrite = (writes: readonly WriteRecord[]): WriteRecord | undefined =>
  writes.findLast(({ effect, subresource }) => effect !== 'updated' || subresource === 'binding') ?? writes.at(-1);

/** Returns how admission changed an object: `12 plugins allowed it; ServiceAccount and Priority changed it`. */
export function admissionText(steps: readonly AdmissionStep[]): string {
  const matched = steps.filter(({ matched }) => matched);
  const names = (chosen: readonly AdmissionStep[]) => [...new Set(chosen.map(({ plugin, name }) => name ?? plugin))];
  const changed = names(matched.filter(({ patch }) => patch !== undefined && patch.length > 0));
  const count = names(matched).length;
  const allowed = `${count} ${count === 1 ? 'plugin' : 'plugins'} allowed it`;
  return changed.length === 0 ? `${allowed} unchanged` : `${allowed}; ${listText(changed)} changed it`;
}
