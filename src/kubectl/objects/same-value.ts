import { sortedGoJson } from '../../api/encoding/go-json.ts';

/** Reports whether two JSON values are equal; the order of members does not matter. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && sortedGoJson(a) === sortedGoJson(b));
