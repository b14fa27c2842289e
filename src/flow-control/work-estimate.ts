/** Objects per seat of a list. */
const OBJECTS_PER_SEAT = 100;

export interface ListEstimate {
  /** Stored objects of the collection. */
  readonly stored: number;
  /** 0 for no limit. */
  readonly limit: number;
  /** Whether a label or field selector filters the objects. */
  readonly isFiltered: boolean;
  /** Whether any state is acceptable (`resourceVersion=0`). Then every object is processed, regardless of the limit. */
  readonly fromCache: boolean;
  /** Maximum number of seats for one request. */
  readonly widest: number;
}

/** Returns the seats of a list: one for each 100 objects that it is expected to process. */
export function listSeats({ stored, limit, isFiltered, fromCache, widest }: ListEstimate): number {
  const wanted = limit > 0 && limit < stored ? limit : stored;
  const processed = fromCache ? stored : isFiltered ? stored + wanted : 2 * wanted;
  return Math.min(widest, Math.max(1, Math.ceil(processed / OBJECTS_PER_SEAT)));
}
