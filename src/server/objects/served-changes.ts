import type { Change } from '../../storage/storage.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import { isServedAsStored, servedObjects } from './served-objects.ts';
import type { StoredObject } from './stored-object.ts';
import type { StateChange, StoredObjects } from './stored-objects.ts';

/** A change with its states as requests for a resource see them. */
export type ServedChange = StateChange;

/** Changes that are converted for several watches at once. */
const conversions = new WeakMap<Change, Map<ServedResource, Promise<ServedChange>>>();

/**
 * Returns a change with its states in the version of the resource, as a promise only when a custom resource must be
 * converted. All watches of a version share the conversion.
 */
export function servedChange(
  resource: ServedResource,
  change: Change,
  all: StoredObjects,
): ServedChange | Promise<ServedChange> {
  const states = all.ofChange(change);
  if (isServedAsStored(resource, states.current) && isServedAsStored(resource, states.previous)) return states;
  const known = conversions.get(change) ?? new Map<ServedResource, Promise<ServedChange>>();
  conversions.set(change, known);
  const conversion = known.get(resource) ?? converted(resource, states);
  known.set(resource, conversion);
  return conversion;
}

async function converted(resource: ServedResource, { change, current, previous }: StateChange): Promise<ServedChange> {
  const present = [current, previous].filter((state) => state !== undefined);
  const served = await servedObjects(resource, present);
  const of = (state: StoredObject | undefined) => state && served[present.indexOf(state)];
  return { change, current: of(current), previous: of(previous) };
}
