/** Objects that a list processes for one seat. */
const OBJECTS_PER_SEAT = 100;

export interface ListEstimate {
  /** Stored objects of the collection. */
  readonly stored: number;
  /** 0 for no limit. */
  readonly limit: number;
  /** Whether a label or field selector filters the objects. */
  readonly isFiltered: boolean;
  /** Whether any state will do (`resourceVersion=0`): then every object is processed, whatever the limit. */
  readonly fromCache: boolean;
  /** The most seats that one request may occupy. */
  readonly widest: number;
}

/** Returns the seats of a list: one for each 100 objects that it is expected to process. */
export function listSeats({ stored, limit, isFiltered, fromCache, widest }: ListEstimate): number {
  const wanted = limit > 0 && limit < stored ? limit : stored;
  const processed = fromCache ? stored : isFiltered ? stored + wanted : 2 * wanted;
  return Math.min(widest, Math.max(1, Math.ceil(processed / OBJECTS_PER_SEAT)));
}
