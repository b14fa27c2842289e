import { type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { CronJob, CronJobSpec, JobTemplateSpec } from '../../api/kinds/batch-v1.generated.ts';
import { cronScheduleError } from '../../api/values/cron/cron-schedule.ts';
import { timeZoneError } from '../../api/values/cron/time-zone.ts';
import { containerColumns } from '../apps/workload-columns.ts';
import { podNameWarnings } from '../apps/workload-validation.ts';
import { nonnegative, nonnegativeMembers } from '../field-validation.ts';
import { goLabelSelector } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { labelSelectorText } from '../label-selector-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { dropDisabledTemplateFields } from '../pod-template.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { ageColumn, ageText, column, nameColumn } from '../table-columns.ts';
import { jobSpecWarnings, setJobSpecDefaults, validateJobSpecFields } from './job-spec.ts';

/** Job names are 11 characters longer, and the names of their pods are host names. */
const MAXIMUM_NAME_LENGTH = 52;

const facts = {
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  resource: 'cronjobs',
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  description: 'Creates jobs on a schedule.',
  subresources: { status: {} },
  twins: ['batch/v1beta1'],
  types: {
    CronJob: { 'spec?': 'CronJobSpec', 'status?': 'CronJobStatus' },
    CronJobSpec: {
      schedule: 'string',
      'timeZone?': '*string number(8)',
      'startingDeadlineSeconds?': '*int64 number(2)',
      'concurrencyPolicy?': 'string as(ConcurrencyPolicy) number(3)',
      'suspend?': '*bool number(4)',
      jobTemplate: 'JobTemplateSpec number(5)',
      'successfulJobsHistoryLimit?': '*int32 number(6)',
      'failedJobsHistoryLimit?': '*int32 number(7)',
    },
    CronJobStatus: {
      'active?': '[]core.v1.ObjectReference atomic',
      'lastScheduleTime?': '*meta.v1.Time number(4)',
      'lastSuccessfulTime?': '*meta.v1.Time number(5)',
    },
    JobTemplateSpec: { 'metadata?': 'meta.v1.ObjectMeta', 'spec?': 'JobSpec' },
  },
} satisfies KindFacts;

export const cronjobs = resource<CronJob>(facts, {
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults({ spec }, context) {
      if (!spec) return;
      spec.concurrencyPolicy ||= 'Allow';
      spec.suspend ??= false;
      spec.successfulJobsHistoryLimit ??= 3;
      spec.failedJobsHistoryLimit ??= 1;
      if (spec.jobTemplate?.spec) setJobSpecDefaults(spec.jobTemplate.spec, context);
    },
    prepareForCreate(draft) {
      dropDisabledTemplateFields(draft.spec?.jobTemplate.spec?.template, undefined);
    },
    prepareForUpdate(draft, live) {
      dropDisabledTemplateFields(draft.spec?.jobTemplate.spec?.template, live.spec?.jobTemplate.spec?.template);
    },
    validate: (object, context) => [
      ...validateCronJobSpec(object.spec ?? {}, undefined, context),
      ...validateNameLength(object.metadata.name ?? ''),
    ],
    validateUpdate: (object, live, context) => validateCronJobSpec(object.spec ?? {}, live.spec, context),
    warnings: cronJobWarnings,
  },
  columns: [
    nameColumn(),
    column(
      'Schedule',
      'string',
      'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.',
      ({ spec }) => spec?.schedule ?? '',
    ),
    column(
      'Suspend',
      'boolean',
      'This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.',
      ({ spec }) => (spec?.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False'),
    ),
    column(
      'Active',
      'integer',
      'A list of pointers to currently running jobs.',
      ({ status }) => status?.active?.length ?? 0,
    ),
    column(
      'Last Schedule',
      'string',
      'Information when was the last time the job was successfully scheduled.',
      ({ status }, now) => (status?.lastScheduleTime ? ageText(status.lastScheduleTime, now) : '<none>'),
    ),
    ageColumn(),
    ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate.spec?.template),
    column(
      'Selector',
      'string',
      'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      ({ spec }) => labelSelectorText(spec?.jobTemplate.spec?.selector),
      1,
    ),
  ],
});

const validateConcurrency = checkMembers<Partial<CronJobSpec>>({
  concurrencyPolicy: { notEmpty: true, oneOf: ['Allow', 'Forbid', 'Replace'] },
});

function validateCronJobSpec(
  spec: Partial<CronJobSpec>,
  live: CronJobSpec | undefined,
  context: StrategyContext,
): FieldError[] {
  const { schedule = '', timeZone } = spec;
  return [
    ...validateSchedule(schedule, timeZone),
    ...nonnegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
    ...(live && live.timeZone === timeZone ? [] : validateTimeZone(timeZone)),
    ...validateConcurrency(spec, 'spec'),
    ...validateJobTemplate(spec.jobTemplate ?? {}, 'spec.jobTemplate', context),
    ...nonnegativeMembers(spec, ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'], 'spec'),
  ];
}

function validateSchedule(schedule: string, timeZone: string | null | undefined): FieldError[] {
  if (schedule === '') return [required('spec.schedule')];
  const error = cronScheduleError(schedule);
  const errors = error === undefined ? [] : [invalid('spec.schedule', schedule, error)];
  if (timeZone != null && schedule.includes('TZ')) {
    errors.push(invalid('spec.schedule', schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  }
  return errors;
}

function validateTimeZone(timeZone: string | null | undefined): FieldError[] {
  if (timeZone == null) return [];
  const wrong = (detail: string) => invalid('spec.timeZone', timeZone, detail);
  if (timeZone === '') return [wrong('timeZone must be nil or non-empty string')];
  if (timeZone.toLowerCase() === 'local') {
    return [wrong('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')];
  }
  const error = timeZoneError(timeZone);
  return error === undefined ? [] : [wrong(error)];
}

function validateJobTemplate({ spec }: JobTemplateSpec, field: string, context: StrategyContext): FieldError[] {
  const errors = validateJobSpecFields(spec ?? {}, `${field}.spec`, context);
  if (spec?.selector) {
    const shown = goLabelSelector(spec.selector);
    errors.push(invalid(`${field}.spec.selector`, shown, '`selector` will be auto-generated'));
  }
  if (spec?.manualSelector) errors.push(notSupported(`${field}.spec.manualSelector`, true, ['nil', 'false']));
  return errors;
}

const validateNameLength = (name: string): FieldError[] =>
  name.length > MAXIMUM_NAME_LENGTH
    ? [invalid('metadata.name', name, `must be no more than ${MAXIMUM_NAME_LENGTH} characters`)]
    : [];

function cronJobWarnings(object: CronJob, live: CronJob | undefined, context: StrategyContext): string[] {
  const isChanged = !live || object.metadata.generation !== live.metadata.generation;
  const template = object.spec?.jobTemplate.spec;
  const field = 'spec.jobTemplate.spec';
  return [
    ...(live ? [] : podNameWarnings(object.metadata.name)),
    ...(isChanged ? jobSpecWarnings(template, live?.spec?.jobTemplate.spec, field, context) : []),
    ...(object.spec?.schedule.includes('TZ')
      ? [
          context.dialect.renameText(
            'CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
          ),
        ]
      : []),
  ];
}
