import type { Json } from '../api/object.ts';
import { goText, goType } from '../schema/go-format.ts';

/** An invalid strategic merge patch. `isFormat` is set for malformed directives (400); other errors are 500. */
export class StrategicPatchError extends Error {
  readonly isFormat: boolean;
  constructor(message: string, isFormat = false) {
    super(message);
    this.name = 'StrategicPatchError';
    this.isFormat = isFormat;
  }
}

export const LISTS_OF_LISTS = 'lists of lists are not supported';

export const noMergeKey = (element: Json, key: string): StrategicPatchError =>
  new StrategicPatchError(`map: ${goText(element)} does not contain declared merge key: ${key}`);
export const wrongType = (expected: Json, actual: Json): StrategicPatchError =>
  new StrategicPatchError(`expected a ${goType(expected)}, but received a ${goType(actual)}`);
