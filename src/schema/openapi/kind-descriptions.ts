import type { Definition } from '../definition.ts';

/** Fields that every kind has. */
const FIELDS: Readonly<Record<string, string>> = {
  apiVersion: 'API group and version of the object.',
  items: 'The objects in the list.',
  kind: 'Kind of the object.',
  metadata: 'Name, labels and other data common to all objects.',
  spec: 'The desired state.',
  status: 'The most recently observed state.',
};

/** Returns the description of a kind, for `kubectl explain` and editors; undefined for other definitions. */
export function kindDescription({ kinds, description }: Definition): string | undefined {
  const kind = kinds?.[0]?.[2];
  return description ?? (kind?.endsWith('List') ? `A list of ${kind.slice(0, -'List'.length)} objects.` : undefined);
}

/** Returns the description of a field common to all kinds. */
export const kindFieldDescription = (field: string): string | undefined => FIELDS[field];
