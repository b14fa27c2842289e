import { forbidden, type StatusError } from '../api/status.ts';
import type { AdmissionAttributes } from './admission-plugin.ts';

/** Returns a plugin's 403, `pods "p" is forbidden: <why>`, with the object's current or generated name. */
export function denial(attributes: AdmissionAttributes, why: string): StatusError {
  const { name, generateName } = attributes.object?.metadata ?? {};
  const { group, resource } = attributes.resource;
  return forbidden({ group, resource }, attributes.name || name || generateName || 'Unknown', why);
}
