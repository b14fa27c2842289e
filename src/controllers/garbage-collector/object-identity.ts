import type { OwnerReference } from '../../api/kinds/meta-v1.generated.ts';

/** The fields of an owner reference that identify an object. */
export interface OwnerCoordinates {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** An object in the graph. `namespace` is empty for cluster-scoped objects. */
export interface ObjectIdentity extends OwnerCoordinates {
  readonly namespace: string;
}

export const coordinatesOf = ({ apiVersion, kind, name, uid }: OwnerReference): OwnerCoordinates => ({
  apiVersion,
  kind,
  name,
  uid,
});

export const hasCoordinates = (
  reference: OwnerCoordinates,
  { apiVersion, kind, name, uid }: OwnerCoordinates,
): boolean =>
  reference.uid === uid && reference.name === name && reference.kind === kind && reference.apiVersion === apiVersion;

export const isSameIdentity = (a: ObjectIdentity, b: ObjectIdentity): boolean =>
  hasCoordinates(a, b) && a.namespace === b.namespace;

/** Returns a sortable key that is equal for equal identities. */
export const identityKey = ({ apiVersion, kind, namespace, name, uid }: ObjectIdentity): string =>
  [kind, apiVersion, namespace, name, uid].join('\0');

/** Returns the text for an object in events and errors. */
export const identityText = ({ apiVersion, kind, namespace, name, uid }: ObjectIdentity): string =>
  `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
