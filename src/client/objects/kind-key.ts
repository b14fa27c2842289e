import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import {
  ADMISSION_REGISTRATION_GROUP,
  API_EXTENSIONS_GROUP,
  API_REGISTRATION_GROUP,
  CERTIFICATES_GROUP,
  CORE_GROUP,
  DISCOVERY_GROUP,
  EVENTS_GROUP,
  FLOW_CONTROL_GROUP,
  NODE_GROUP,
  RBAC_GROUP,
  STORAGE_GROUP,
} from '../../api/kubernetes-names.ts';
import { parseApiVersion } from '../../api/object.ts';

/**
 * A kind, the same text in every dialect: `core/Pod`, `apps/Deployment`, `rbac/Role`. The groups of other kinds are written in
 * full: `example.com/Widget`.
 */
export type KindKey = `${string}/${string}`;

/** The built-in groups whose served names differ from their names in keys. */
const GROUPS = [
  ['core', CORE_GROUP],
  ['admissionregistration', ADMISSION_REGISTRATION_GROUP],
  ['apiextensions', API_EXTENSIONS_GROUP],
  ['apiregistration', API_REGISTRATION_GROUP],
  ['certificates', CERTIFICATES_GROUP],
  ['coordination', kubernetesName('coordination.k8s.io')],
  ['discovery', DISCOVERY_GROUP],
  ['events', EVENTS_GROUP],
  ['flowcontrol', FLOW_CONTROL_GROUP],
  ['internal', kubernetesName('internal.apiserver.k8s.io')],
  ['networking', kubernetesName('networking.k8s.io')],
  ['node', NODE_GROUP],
  ['rbac', RBAC_GROUP],
  ['scheduling', kubernetesName('scheduling.k8s.io')],
  ['storage', STORAGE_GROUP],
] as const;

/** Returns the key of a kind that the server serves. */
export function kindKey({ group, kind }: { readonly group: string; readonly kind: string }, dialect: Dialect): KindKey {
  const named = GROUPS.find(([, name]) => dialect.rename(name) === group);
  return `${named?.[0] ?? group}/${kind}`;
}

/** Returns the key of an object's kind, or of the kind that a reference names. */
export const kindKeyOf = (
  { apiVersion = 'v1', kind = '' }: { readonly apiVersion?: string | undefined; readonly kind?: string | undefined },
  dialect: Dialect,
): KindKey => kindKey({ group: parseApiVersion(apiVersion).group, kind }, dialect);

/** Returns the group under which the server serves a kind, and the kind's name. */
export function servedKind(key: KindKey, dialect: Dialect): { readonly group: string; readonly kind: string } {
  const slash = key.indexOf('/');
  const group = key.slice(0, slash);
  const name = GROUPS.find(([short]) => short === group)?.[1];
  return { group: name === undefined ? group : dialect.rename(name), kind: key.slice(slash + 1) };
}
