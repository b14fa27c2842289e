import type { Hints } from './generate-object.ts';
import { ALTERNATIVES } from './hint-alternatives.ts';
import { BASIC_VALUES } from './hint-values.ts';
import { POD_VALUES } from './pod-hint-values.ts';

/** Values by `Definition.field`, or by `field` for every definition with that field. */
const VALUES: Readonly<Record<string, unknown>> = { ...BASIC_VALUES, ...POD_VALUES };

const withoutVersion = (definition: string): string => definition.slice(definition.lastIndexOf('.') + 1);

/** The requirements of validation for the built-in kinds. Names are Kubernetes names. */
export const hints: Hints = {
  valueOf(definition, field, outer) {
    if (definition === 'core.v1.PodSpec' && field === 'restartPolicy' && outer.includes('batch.v1.JobSpec'))
      return 'Never';
    return VALUES[`${definition}.${field}`] ?? VALUES[`${withoutVersion(definition)}.${field}`] ?? VALUES[field];
  },
  alternativesOf: (definition) => ALTERNATIVES[withoutVersion(definition)],
};
