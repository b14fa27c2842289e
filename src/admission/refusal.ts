import type { Pod } from '../api/kinds/core-v1.generated.ts';
import { forbidden, type StatusError } from '../api/status.ts';
import type { AdmissionAttributes, AdmissionOperation } from './admission-plugin.ts';

/** The 403 of a plugin: `pods "p" is forbidden: <why>`, by the name the object has or is going to have. */
export function refusal(attributes: AdmissionAttributes, why: string): StatusError {
  const { name, generateName } = attributes.object?.metadata ?? {};
  const { group, resource } = attributes.resource;
  return forbidden({ group, resource }, attributes.name || name || generateName || 'Unknown', why);
}

export const operations = (...handled: AdmissionOperation[]): ReadonlySet<AdmissionOperation> => new Set(handled);

/** Whether the request is about the resource itself (or the subresource named). Names as in the server's dialect. */
export const isAbout = (attributes: AdmissionAttributes, group: string, resource: string, subresource = ''): boolean =>
  attributes.resource.group === group &&
  attributes.resource.resource === resource &&
  attributes.subresource === subresource;

/** The pod that a create, update or its subresource's update leaves; undefined for other requests. */
export const podOf = (attributes: AdmissionAttributes, subresource = ''): Pod | undefined =>
  isAbout(attributes, '', 'pods', subresource) ? (attributes.object as Pod | undefined) : undefined;

/** Init containers first, then containers, each with what messages call it. */
export function containersOf({ spec }: Pod) {
  return [
    ...(spec?.initContainers ?? []).map((container) => ({ type: 'init container', container })),
    ...(spec?.containers ?? []).map((container) => ({ type: 'container', container })),
  ];
}
