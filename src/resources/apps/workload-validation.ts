import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type { PodTemplateSpec, Volume } from '../../api/kinds/core-v1.generated.ts';
import type { LabelSelector } from '../../api/kinds/meta-v1.generated.ts';
import { isDns1123Label } from '../../api/names.ts';
import type { ApiObject } from '../../api/object.ts';
import type { LabelSelector as Matcher } from '../../api/selectors/label-selector.ts';
import { immutable } from '../field-validation.ts';
import { goLabelSelector, goTemplateLabels } from '../go-text.ts';
import { isEmptySelector, matcherOf, validateLabelSelector } from '../label-selector-validation.ts';
import { dropDisabledTemplateFields, podTemplateWarnings, validatePodTemplate } from '../pod-template.ts';
import type { StrategyContext } from '../resource-definition.ts';

interface Workload extends ApiObject {
  spec?: { template?: PodTemplateSpec | undefined; selector?: LabelSelector | undefined } | undefined;
}

/** Returns the behavior that Deployments and ReplicaSets share. */
export const replicatedStrategy = <T extends Workload>(
  validate: (object: T, context: StrategyContext) => FieldError[],
) => ({
  prepareForCreate: ({ spec }: T) => dropDisabledTemplateFields(spec?.template),
  prepareForUpdate: ({ spec }: T, live: T) => dropDisabledTemplateFields(spec?.template, live.spec?.template),
  validate,
  validateUpdate: (object: T, live: T, context: StrategyContext): FieldError[] => [
    ...validate(object, context),
    ...immutable(object.spec?.selector, live.spec?.selector, 'spec.selector', goLabelSelector(object.spec?.selector)),
  ],
  warnings: (object: T, live: T | undefined, context: StrategyContext): string[] => [
    ...(live ? [] : podNameWarnings(object.metadata.name)),
    ...workloadWarnings(object, live, context),
  ],
});

/** Requires a selector that is not empty. `kind` is the name of the kind in messages. */
export function validateWorkloadSelector(selector: LabelSelector | undefined, field: string, kind: string) {
  if (!selector) return [required(field)];
  const errors = validateLabelSelector(selector, field);
  if (isEmptySelector(selector)) {
    errors.push(invalid(field, goLabelSelector(selector), `empty selector is invalid for ${kind}`));
  }
  return errors;
}

/** Requires that the selector matches the template's labels. */
export function validateTemplateLabels(template: PodTemplateSpec | undefined, matcher: Matcher, field: string) {
  const labels = template?.metadata?.labels;
  if (matcher.isEmpty || matcher.matches(labels)) return [];
  const shown = goTemplateLabels(template?.metadata);
  return [invalid(`${field}.metadata.labels`, shown, '`selector` does not match template `labels`')];
}

export function validateReadOnlyDisks(volumes: readonly Volume[] | undefined, field: string): FieldError[] {
  return (volumes ?? []).flatMap(({ gcePersistentDisk }, index) =>
    gcePersistentDisk && !gcePersistentDisk.readOnly
      ? [
          invalid(
            `${field}[${index}].gcePersistentDisk.readOnly`,
            false,
            'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
          ),
        ]
      : [],
  );
}

/** Requires restartPolicy Always. `kind` is the name of the kind in messages. */
export function validateEndlessPods(template: PodTemplateSpec | undefined, field: string, kind: string): FieldError[] {
  const restartPolicy = template?.spec?.restartPolicy ?? '';
  const errors: FieldError[] = [];
  if (restartPolicy !== 'Always') errors.push(notSupported(`${field}.spec.restartPolicy`, restartPolicy, ['Always']));
  if (template?.spec?.activeDeadlineSeconds != null) {
    errors.push(
      forbiddenField(`${field}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`),
    );
  }
  return errors;
}

/** Validates the selector and template of a ReplicaSet, including those that a Deployment creates. */
export function validateReplicatedTemplate(
  spec: Partial<{ selector: LabelSelector; template: PodTemplateSpec | undefined; replicas: number | undefined }>,
  context: StrategyContext,
): FieldError[] {
  const errors = validateWorkloadSelector(spec.selector, 'spec.selector', 'deployment');
  const matcher = matcherOf(spec.selector);
  if (!matcher) return [...errors, invalid('spec.selector', goLabelSelector(spec.selector), 'invalid label selector')];
  errors.push(...validateTemplateLabels(spec.template, matcher, 'spec.template'));
  errors.push(...validatePodTemplate(spec.template, 'spec.template', context));
  if ((spec.replicas ?? 0) > 1) {
    errors.push(...validateReadOnlyDisks(spec.template?.spec?.volumes, 'spec.template.spec.volumes'));
  }
  return [...errors, ...validateEndlessPods(spec.template, 'spec.template', 'ReplicaSet')];
}

/** Warns of names that are invalid as names or host names of pods. */
export function podNameWarnings(name: string | undefined): string[] {
  const messages = isDns1123Label(name ?? '');
  return messages.length === 0
    ? []
    : [
        `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
      ];
}

/** Returns warnings about the template of a new object, or of one whose generation changed. */
export function workloadWarnings(object: Workload, live: Workload | undefined, context: StrategyContext): string[] {
  if (live && object.metadata.generation === live.metadata.generation) return [];
  return podTemplateWarnings(object.spec?.template, live?.spec?.template, 'spec.template', context);
}

/** Requires that the counters of a status do not exceed the replicas, nor available replicas the ready ones. */
export function validateReplicaCounts(
  status: Readonly<Record<string, unknown>>,
  bounded: readonly string[],
  readyText: string,
): FieldError[] {
  const count = (name: string): number => (typeof status[name] === 'number' ? status[name] : 0);
  const errors = bounded
    .filter((name) => count(name) > count('replicas'))
    .map((name) => invalid(`status.${name}`, count(name), 'cannot be greater than status.replicas'));
  if (count('availableReplicas') > count('readyReplicas')) {
    errors.push(invalid('status.availableReplicas', count('availableReplicas'), `cannot be greater than ${readyText}`));
  }
  return errors;
}

/** Requires that the collision count does not decrease. */
export const validateCollisionCount = (count: number | undefined, live: number | undefined): FieldError[] =>
  live !== undefined && (count === undefined || count < live)
    ? [invalid('status.collisionCount', count ?? 0, 'cannot be decremented')]
    : [];
