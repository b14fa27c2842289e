import type { Dialect } from '../api/dialect.ts';
import { nodeLabelDeprecation } from './core/node/node-label-warnings.ts';

/** Returns a warning for each deprecated label of a map or list, with the path returned by `fieldOf`. */
export const deprecatedNodeLabelWarnings = (
  labels: readonly string[],
  fieldOf: (label: string, index: number) => string,
  dialect: Dialect,
): string[] =>
  labels.flatMap((label, index) => {
    const message = nodeLabelDeprecation(label, dialect);
    return message === undefined ? [] : [`${fieldOf(label, index)}: ${message}`];
  });
