import { type FieldError, invalid, notSupported, quoted, required } from '../../api/field-error.ts';
import type { JobSpec } from '../../api/kinds/batch-v1.generated.ts';
import { nonnegativeMembers } from '../field-validation.ts';
import {
  dropDisabledTemplateFields,
  podTemplateWarnings,
  setPodTemplateDefaults,
  validatePodTemplate,
} from '../pod-template.ts';
import type { StrategyContext } from '../resource-definition.ts';
import { validatePodFailurePolicy } from './pod-failure-policy.ts';

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;
const COMPLETION_MODES = ['NonIndexed', 'Indexed'];
const MAXIMUM_INDEXED_PARALLELISM = 100_000;
/** Completions above which limits per index are lower. */
const MANY_COMPLETIONS = 100_000;
const MOST_OF_MANY = 10_000;

/** Sets the defaults of a job spec, in a job or in a job template. */
export function setJobSpecDefaults(spec: JobSpec, context: StrategyContext): void {
  setPodTemplateDefaults(spec.template, context);
  for (const rule of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True';
  }
}

/** Drops fields of features that are off in v1.28, unless they are already stored. */
export function dropDisabledFields(spec: JobSpec | undefined, live: JobSpec | undefined): void {
  if (!spec) return;
  dropDisabledTemplateFields(spec.template, live?.template);
  for (const member of ['backoffLimitPerIndex', 'maxFailedIndexes', 'podReplacementPolicy'] as const) {
    if (live?.[member] === undefined) delete spec[member];
  }
}

/** Validates the spec except for its selector. */
export function validateJobSpecFields(spec: Partial<JobSpec>, field: string, context: StrategyContext): FieldError[] {
  return [
    ...nonnegativeMembers(spec, COUNTS, field),
    ...(spec.maxFailedIndexes != null && spec.backoffLimitPerIndex == null
      ? [required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
    ...validateCompletionMode(spec, field),
    ...validateIndexLimits(spec, field),
    ...(spec.podFailurePolicy ? validatePodFailurePolicy(spec, `${field}.podFailurePolicy`) : []),
    ...validateReplacementPolicy(spec, `${field}.podReplacementPolicy`),
    ...validatePodTemplate(spec.template, `${field}.template`, context),
    ...validateRestartPolicy(spec, `${field}.template.spec.restartPolicy`),
  ];
}

function validateCompletionMode({ completionMode, completions, parallelism }: Partial<JobSpec>, field: string) {
  if (completionMode === undefined) return [];
  const errors: FieldError[] = [];
  if (!COMPLETION_MODES.includes(completionMode)) {
    errors.push(notSupported(`${field}.completionMode`, completionMode, COMPLETION_MODES));
  }
  if (completionMode !== 'Indexed') return errors;
  if (completions == null) errors.push(required(`${field}.completions`, 'when completion mode is Indexed'));
  if (parallelism != null && parallelism > MAXIMUM_INDEXED_PARALLELISM) {
    const detail = `must be less than or equal to ${MAXIMUM_INDEXED_PARALLELISM} when completion mode is Indexed`;
    errors.push(invalid(`${field}.parallelism`, parallelism, detail));
  }
  return errors;
}

/** Validates the limits of failed indexes, which need indexes. */
function validateIndexLimits(spec: Partial<JobSpec>, field: string): FieldError[] {
  const { completionMode = 'NonIndexed', completions, parallelism, backoffLimitPerIndex, maxFailedIndexes } = spec;
  if (completionMode === 'NonIndexed') {
    return (['backoffLimitPerIndex', 'maxFailedIndexes'] as const)
      .filter((member) => spec[member] != null)
      .map((member) => invalid(`${field}.${member}`, spec[member], 'requires indexed completion mode'));
  }
  if (completionMode !== 'Indexed') return [];
  const atMost = (member: 'maxFailedIndexes' | 'parallelism', most: number, detail: string): FieldError[] =>
    (spec[member] ?? 0) > most
      ? [invalid(`${field}.${member}`, spec[member], `must be less than or equal to ${detail}`)]
      : [];
  const errors = [
    ...(completions == null ? [] : atMost('maxFailedIndexes', completions, 'completions')),
    ...atMost('maxFailedIndexes', MANY_COMPLETIONS, String(MANY_COMPLETIONS)),
  ];
  if ((completions ?? 0) <= MANY_COMPLETIONS || backoffLimitPerIndex == null) return errors;
  const detail = `${MOST_OF_MANY} when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  return [
    ...errors,
    ...(maxFailedIndexes == null
      ? [required(`${field}.maxFailedIndexes`, `must be specified when completions is above ${MANY_COMPLETIONS}`)]
      : []),
    ...(parallelism == null ? [] : atMost('parallelism', MOST_OF_MANY, detail)),
    ...atMost('maxFailedIndexes', MOST_OF_MANY, detail),
  ];
}

/** Validates the replacement policy. A job with a failure policy may only replace failed pods. */
function validateReplacementPolicy(
  { podReplacementPolicy: policy, podFailurePolicy }: Partial<JobSpec>,
  field: string,
): FieldError[] {
  const supported = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return policy == null || supported.includes(policy) ? [] : [notSupported(field, policy, supported)];
}

function validateRestartPolicy({ template, podFailurePolicy }: Partial<JobSpec>, field: string): FieldError[] {
  const policy = template?.spec?.restartPolicy ?? '';
  const allowed = ['OnFailure', 'Never'];
  if (policy === 'Always' || policy === '') {
    return [required(field, `valid values: ${allowed.map(quoted).join(', ')}`)];
  }
  if (!allowed.includes(policy)) return [notSupported(field, policy, allowed)];
  if (podFailurePolicy && policy !== 'Never') {
    return [invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified')];
  }
  return [];
}

/** Returns warnings about a spec at `field`. */
export function jobSpecWarnings(
  spec: JobSpec | undefined,
  live: JobSpec | undefined,
  field: string,
  context: StrategyContext,
): string[] {
  const isHuge =
    spec?.completionMode === 'Indexed' && (spec.completions ?? 0) > 100_000 && (spec.parallelism ?? 0) > 10_000;
  return [
    ...(isHuge
      ? [
          `${field}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
        ]
      : []),
    ...podTemplateWarnings(spec?.template, live?.template, `${field}.template`, context),
  ];
}
