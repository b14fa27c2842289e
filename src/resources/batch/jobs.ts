import { duplicate, type FieldError, invalid, required } from '../../api/field-error.ts';
import type { Job, JobSpec, JobStatus } from '../../api/kinds/batch-v1.generated.ts';
import type { Affinity, PodTemplateSpec } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Label } from '../../api/names.ts';
import { humanDuration } from '../../api/values/human-duration.ts';
import { containerColumns } from '../apps/workload-columns.ts';
import { podNameWarnings, validateTemplateLabels } from '../apps/workload-validation.ts';
import { goOptional } from '../core/struct-difference/go-value.ts';
import { immutable, nonnegativeMembers } from '../field-validation.ts';
import { goLabelSelector } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { labelSelectorText, matcherOf, validateLabelSelector } from '../label-selector-validation.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, ageText, column, nameColumn } from '../table-columns.ts';
import { CONTROLLER_UID_LABEL, generateSelector, JOB_NAME_LABEL, validateGeneratedSelector } from './job-selector.ts';
import { dropDisabledFields, jobSpecWarnings, setJobSpecDefaults, validateJobSpecFields } from './job-spec.ts';

const facts = {
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  resource: 'jobs',
  categories: ['all'],
  namespaced: true,
  description: 'Runs pods until a number of them succeed.',
  subresources: { status: {} },
  types: {
    Job: { 'spec?': 'JobSpec', 'status?': 'JobStatus' },
    JobStatus: {
      'conditions?': '[]JobCondition atomic merge(type)',
      'startTime?': '*meta.v1.Time',
      'completionTime?': '*meta.v1.Time',
      'active?': 'int32',
      'succeeded?': 'int32',
      'failed?': 'int32',
      'terminating?': '*int32 number(11)',
      'completedIndexes?': 'string number(7)',
      'failedIndexes?': '*string number(10)',
      'uncountedTerminatedPods?': '*UncountedTerminatedPods number(8)',
      'ready?': '*int32 number(9)',
    },
    JobCondition: {
      type: 'string as(JobConditionType)',
      status: 'string as(ConditionStatus)',
      'lastProbeTime?': 'meta.v1.Time',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
    UncountedTerminatedPods: { 'succeeded?': '[]string set as(types.UID)', 'failed?': '[]string set as(types.UID)' },
  },
} satisfies KindFacts;

export const jobs = resource<Job>(facts, {
  generation: ({ spec }) => spec,
  defaultPropagation: 'Orphan',
  selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
  unknownFieldLabelError: 'namesKind',
  strategy: {
    setDefaults(draft, context) {
      if (!draft.spec) return;
      setJobSpecDefaults(draft.spec, context);
      setDefaults(draft, draft.spec);
    },
    prepareForCreate(draft, { dialect }) {
      dropDisabledFields(draft.spec, undefined);
      if (draft.spec) generateSelector(draft, draft.spec, dialect);
    },
    // Labels copied from the template are not validated again as labels of the job.
    canonicalize: takeLabelsOfTemplate,
    prepareForUpdate(draft, live) {
      dropDisabledFields(draft.spec, live.spec);
    },
    validate: (object, context) => validateJob(object, context, true),
    revalidate: revalidateJob,
    validateUpdate: (object, live, context) => [
      ...revalidateJob(object, live, context),
      ...validateJobUpdate(object, live, context),
    ],
    warnings(object, live, context) {
      if (live && object.metadata.generation === live.metadata.generation) return [];
      return [
        ...(live ? [] : podNameWarnings(object.metadata.name)),
        ...jobSpecWarnings(object.spec, live?.spec, 'spec', context),
      ];
    },
    subresources: { status: { validateUpdate: ({ status }) => validateStatus(status ?? {}) } },
  },
  columns: [
    nameColumn(),
    column('Completions', 'string', 'The number of pods which reached phase Succeeded.', completionsText),
    column('Duration', 'string', 'Time required to complete the job.', jobDurationText),
    ageColumn(),
    ...containerColumns<Job>(({ spec }) => spec?.template),
    column(
      'Selector',
      'string',
      'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      ({ spec }) => labelSelectorText(spec?.selector),
      1,
    ),
  ],
});

/** The backoff limit of a job with limits per index. */
const UNLIMITED = 2 ** 31 - 1;

function setDefaults(draft: Job, spec: JobSpec): void {
  if (spec.completions == null && spec.parallelism == null) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : UNLIMITED;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  takeLabelsOfTemplate(draft);
}

/** Copies the labels of the template to a job without labels. */
function takeLabelsOfTemplate({ metadata, spec }: Job): void {
  const labels = spec?.template.metadata?.labels;
  if (labels && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
}

/** Reports whether the job has generated prefixed labels, which jobs of old versions lack. */
const wasGenerated = ({ spec }: Job, { dialect }: StrategyContext): boolean =>
  [JOB_NAME_LABEL, CONTROLLER_UID_LABEL].every(
    (label) => spec?.template.metadata?.labels?.[dialect.rename(label)] !== undefined,
  );

function validateJob(object: Job, context: StrategyContext, needsPrefixedLabels: boolean): FieldError[] {
  const spec: Partial<JobSpec> = object.spec ?? {};
  return [
    ...validateGeneratedSelector(object, needsPrefixedLabels, context.dialect),
    ...validateJobSpec(spec, context),
    ...validateIndexedName(object.metadata.name ?? '', spec),
  ];
}

function revalidateJob(object: Job, live: Job, context: StrategyContext): FieldError[] {
  return validateJob(object, context, wasGenerated(live, context));
}

function validateJobSpec(spec: Partial<JobSpec>, context: StrategyContext): FieldError[] {
  const matcher = matcherOf(spec.selector);
  return [
    ...validateJobSpecFields(spec, 'spec', context),
    ...(spec.selector ? validateLabelSelector(spec.selector, 'spec.selector') : [required('spec.selector')]),
    ...(matcher ? validateTemplateLabels(spec.template, matcher, 'spec.template') : []),
  ];
}

/** Pods of an indexed job have names and host names that end in their index. */
function validateIndexedName(name: string, { completionMode, completions }: Partial<JobSpec>): FieldError[] {
  if (completionMode !== 'Indexed' || !completions || completions < 0) return [];
  const last = `${name}-${completions - 1}`;
  return isDns1123Label(last).length === 0
    ? []
    : [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)];
}

function validateJobUpdate(object: Job, live: Job, context: StrategyContext): FieldError[] {
  const spec: Partial<JobSpec> = object.spec ?? {};
  const old: Partial<JobSpec> = live.spec ?? {};
  return [
    ...validateJobSpec(spec, context),
    ...validateCompletions(spec, old),
    ...immutable(spec.selector, old.selector, 'spec.selector', goLabelSelector(spec.selector)),
    ...validateTemplateUpdate(spec.template, live),
    ...immutable(spec.completionMode, old.completionMode, 'spec.completionMode'),
    ...immutable(
      spec.podFailurePolicy,
      old.podFailurePolicy,
      'spec.podFailurePolicy',
      goOptional('batch.v1.PodFailurePolicy', spec.podFailurePolicy),
    ),
  ];
}

/** Validates a change of completions. Indexed jobs are scaled by changing completions together with parallelism. */
function validateCompletions(spec: Partial<JobSpec>, old: Partial<JobSpec>): FieldError[] {
  if (spec.completionMode !== 'Indexed') return immutable(spec.completions, old.completions, 'spec.completions');
  if (spec.completions == null || spec.completions === old.completions || spec.completions === spec.parallelism) {
    return [];
  }
  return [invalid('spec.completions', spec.completions, 'can only be modified in tandem with spec.parallelism')];
}

/** The template is immutable, except for scheduling directives while the job is suspended and has not started. */
function validateTemplateUpdate(template: PodTemplateSpec | undefined, live: Job): FieldError[] {
  const old = live.spec?.template;
  const isOpen = live.spec?.suspend === true && live.status?.startTime == null;
  const expected = isOpen ? withSchedulingOf(old, template) : old;
  if (semanticallyEqual(template, expected)) return [];
  return [invalid('spec.template', goOptional('core.v1.PodTemplateSpec', template), 'field is immutable')];
}

/** Returns the old affinity with the new node affinity, the only part that may change. Undefined if both are empty. */
function withNodeAffinityOf(old: Affinity | undefined, affinity: Affinity | undefined): Affinity | undefined {
  const expected = { ...old, nodeAffinity: affinity?.nodeAffinity };
  const isEmpty = Object.values(expected).every((member) => member === undefined);
  return isEmpty && !affinity ? undefined : expected;
}

function withSchedulingOf(old: PodTemplateSpec | undefined, template: PodTemplateSpec | undefined) {
  const { affinity, nodeSelector, tolerations, schedulingGates } = template?.spec ?? {};
  const { labels, annotations } = template?.metadata ?? {};
  return {
    ...old,
    metadata: { ...old?.metadata, labels, annotations },
    spec: {
      ...old?.spec,
      affinity: withNodeAffinityOf(old?.spec?.affinity, affinity),
      nodeSelector,
      tolerations,
      schedulingGates,
    },
  };
}

function validateStatus(status: JobStatus): FieldError[] {
  const errors = nonnegativeMembers(status, ['active', 'succeeded', 'failed', 'ready', 'terminating'], 'status');
  const seen = new Set<string>();
  for (const list of ['succeeded', 'failed'] as const) {
    (status.uncountedTerminatedPods?.[list] ?? []).forEach((uid, index) => {
      const field = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === '') errors.push(invalid(field, uid, 'must not be empty'));
      else if (seen.has(uid)) errors.push(duplicate(field, uid));
      seen.add(uid);
    });
  }
  return errors;
}

function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions != null) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDurationText({ status }: Job, now: number): string {
  if (!status?.startTime) return '';
  if (!status.completionTime) return ageText(status.startTime, now);
  return humanDuration(Date.parse(status.completionTime) - Date.parse(status.startTime));
}
