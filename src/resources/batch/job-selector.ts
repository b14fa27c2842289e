import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { Job, JobSpec } from '../../api/kinds/batch-v1.generated.ts';
import { goLabelSelector, goStringMap } from '../go-text.ts';
import { matcherOf } from '../label-selector-validation.ts';

export const CONTROLLER_UID_LABEL = kubernetesName('batch.kubernetes.io/controller-uid');
export const JOB_NAME_LABEL = kubernetesName('batch.kubernetes.io/job-name');

/** The labels that select a job's pods: with a prefix, and without one for old clients. */
const prefixedLabels = (dialect: Dialect, { metadata }: Job): [string, string][] => [
  [dialect.rename(CONTROLLER_UID_LABEL), metadata.uid ?? ''],
  [dialect.rename(JOB_NAME_LABEL), metadata.name ?? ''],
];
const legacyLabels = ({ metadata }: Job): [string, string][] => [
  ['controller-uid', metadata.uid ?? ''],
  ['job-name', metadata.name ?? ''],
];

/**
 * Adds the generated labels to the template and the selector to the job, unless the user manages both. Existing values
 * are kept.
 */
export function generateSelector(draft: Job, spec: JobSpec, dialect: Dialect): void {
  if (spec.manualSelector) return;
  const labels = Object.fromEntries([...prefixedLabels(dialect, draft), ...legacyLabels(draft)]);
  spec.template.metadata ??= {};
  spec.template.metadata.labels = { ...labels, ...spec.template.metadata.labels };
  const [[key, uid] = ['', '']] = prefixedLabels(dialect, draft);
  spec.selector ??= {};
  spec.selector.matchLabels = { [key]: uid, ...spec.selector.matchLabels };
}

/** Requires that a generated selector equals the one generated now. */
export function validateGeneratedSelector(object: Job, needsPrefixedLabels: boolean, dialect: Dialect): FieldError[] {
  const { spec, metadata } = object;
  if (spec?.manualSelector || !spec?.selector) return [];
  const expected = [...(needsPrefixedLabels ? prefixedLabels(dialect, object) : []), ...legacyLabels(object)];
  const errors = metadata.uid ? [] : [required('metadata.uid')];
  for (const [key, value] of expected) errors.push(...validateLabel(spec, key, value));
  if (matcherOf(spec.selector)?.matches(Object.fromEntries(expected)) === false) {
    errors.push(invalid('spec.selector', goLabelSelector(spec.selector), '`selector` not auto-generated'));
  }
  return errors;
}

function validateLabel({ template }: JobSpec, key: string, expected: string): FieldError[] {
  const labels = template.metadata?.labels;
  const field = `spec.template.metadata.labels[${key}]`;
  if (labels?.[key] === expected) return [];
  const detail = `must be '${expected}'`;
  return [labels?.[key] === undefined ? required(field, detail) : invalid(field, goStringMap(labels), detail)];
}
