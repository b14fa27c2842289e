import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import { jsonText } from '../field-path.ts';
import type { FieldSet } from '../field-set.ts';

/** A managed fields entry: the fields that one manager owns. */
export interface Managed {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339, in whole seconds; undefined for entries that never changed a value. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** The decoded entry, or the manager's entry before the change. It is reused if it is still correct. */
  readonly entry?: ManagedFieldsEntry | undefined;
}

/** The managers of an object, by `managerId`. Objects with the same managers share them. */
export interface Managers extends ReadonlyMap<string, Managed> {
  /** Unique id, by which results are cached. */
  readonly id: number;
}

let created = 0;

/** Managers under construction. */
export class ManagersDraft extends Map<string, Managed> implements Managers {
  readonly id = ++created;
}

export const NO_MANAGERS: Managers = new ManagersDraft();

/** Returns the key of an entry. An applier has one entry for all versions, an updater one per version. */
export function managerId(entry: Pick<Managed, 'manager' | 'operation' | 'apiVersion' | 'subresource'>): string {
  const manager = entry.manager ? `"manager":${nameText(entry.manager)},` : '';
  const version = entry.operation === 'Update' ? `,"apiVersion":${nameText(entry.apiVersion)}` : '';
  const subresource = entry.subresource ? `,"subresource":${nameText(entry.subresource)}` : '';
  return `{${manager}"operation":"${entry.operation}"${version}${subresource}}`;
}

/** Cached JSON texts of names: every write needs those of all managers of its object. */
const nameTexts = new BoundedMap<string, string>(1_000);

function nameText(name: string): string {
  let text = nameTexts.get(name);
  if (text === undefined) {
    text = jsonText(name);
    nameTexts.set(name, text);
  }
  return text;
}
