import { type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  DaemonSet,
  DaemonSetSpec,
  DaemonSetStatus,
  DaemonSetUpdateStrategy,
  RollingUpdateDaemonSet,
} from '../../api/kinds/apps-v1.generated.ts';
import {
  atMost100Percent,
  immutable,
  intOrPercentValue,
  nonnegative,
  nonnegativeIntOrPercent,
  nonnegativeMembers,
} from '../field-validation.ts';
import { goIntOrString, goLabelSelector, goNil, goPointer, goStruct, goTemplateLabels } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { isEmptySelector, matcherOf, validateLabelSelector } from '../label-selector-validation.ts';
import { dropDisabledTemplateFields, setPodTemplateDefaults, validatePodTemplate } from '../pod-template.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { daemonSetColumns } from './daemonset-columns.ts';
import {
  validateCollisionCount,
  validateEndlessPods,
  validateReadOnlyDisks,
  workloadWarnings,
} from './workload-validation.ts';

/** Counts changes of the template, for old clients. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

const facts = {
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  resource: 'daemonsets',
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  description: 'Runs one pod on every node, or on selected nodes.',
  subresources: { status: {} },
  twins: ['apps/v1beta2', 'extensions/v1beta1'],
  types: {
    DaemonSet: { 'spec?': 'DaemonSetSpec', 'status?': 'DaemonSetStatus' },
    DaemonSetSpec: {
      selector: '*meta.v1.LabelSelector',
      template: 'core.v1.PodTemplateSpec',
      'updateStrategy?': 'DaemonSetUpdateStrategy',
      'minReadySeconds?': 'int32',
      'revisionHistoryLimit?': '*int32 number(6)',
    },
    DaemonSetStatus: {
      currentNumberScheduled: 'int32',
      numberMisscheduled: 'int32',
      desiredNumberScheduled: 'int32',
      numberReady: 'int32',
      'observedGeneration?': 'int64',
      'updatedNumberScheduled?': 'int32',
      'numberAvailable?': 'int32',
      'numberUnavailable?': 'int32',
      'collisionCount?': '*int32',
      'conditions?': '[]DaemonSetCondition merge(type)',
    },
    DaemonSetUpdateStrategy: {
      'type?': 'string as(DaemonSetUpdateStrategyType)',
      'rollingUpdate?': '*RollingUpdateDaemonSet',
    },
    DaemonSetCondition: {
      type: 'string as(DaemonSetConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
    RollingUpdateDaemonSet: { 'maxUnavailable?': '*util.intstr.IntOrString', 'maxSurge?': '*util.intstr.IntOrString' },
  },
} satisfies KindFacts;

export const daemonsets = resource<DaemonSet>(facts, {
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults({ metadata, spec }, context) {
      metadata.annotations ??= {};
      metadata.annotations[TEMPLATE_GENERATION] ??= '0';
      if (!spec) return;
      setPodTemplateDefaults(spec.template, context);
      setUpdateStrategyDefaults(spec);
      spec.revisionHistoryLimit ??= 10;
    },
    prepareForCreate(draft) {
      dropDisabledTemplateFields(draft.spec?.template);
      setTemplateGeneration(draft, Math.max(templateGeneration(draft), 1));
    },
    prepareForUpdate(draft, live) {
      dropDisabledTemplateFields(draft.spec?.template, live.spec?.template);
      const isChanged = !semanticallyEqual(draft.spec?.template, live.spec?.template);
      setTemplateGeneration(draft, templateGeneration(live) + (isChanged ? 1 : 0));
    },
    validate: validateDaemonSet,
    validateUpdate: (object, live, context) => [
      ...validateDaemonSet(object, context),
      ...immutable(object.spec?.selector, live.spec?.selector, 'spec.selector', goLabelSelector(object.spec?.selector)),
    ],
    warnings: workloadWarnings,
    subresources: {
      status: {
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          setTemplateGeneration(draft, templateGeneration(live));
        },
        validateUpdate: validateStatus,
      },
    },
  },
  columns: daemonSetColumns,
});

function setUpdateStrategyDefaults(spec: DaemonSetSpec): void {
  spec.updateStrategy ??= {};
  const strategy = spec.updateStrategy;
  strategy.type ||= 'RollingUpdate';
  const isRolling = strategy.type === 'RollingUpdate';
  if (isRolling) strategy.rollingUpdate ??= {};
  if (!strategy.rollingUpdate) return;
  // The real server's internal type writes them as zero even for strategies that do not use them.
  strategy.rollingUpdate.maxUnavailable ??= isRolling ? 1 : 0;
  strategy.rollingUpdate.maxSurge ??= 0;
}

const templateGeneration = ({ metadata }: DaemonSet): number =>
  Number.parseInt(metadata.annotations?.[TEMPLATE_GENERATION] ?? '0', 10) || 0;

function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}

function validateDaemonSet(object: DaemonSet, context: StrategyContext): FieldError[] {
  const spec: Partial<DaemonSetSpec> = object.spec ?? {};
  return [
    ...validateSelector(spec),
    ...validatePodTemplate(spec.template, 'spec.template', context),
    ...validateReadOnlyDisks(spec.template?.spec?.volumes, 'spec.template.spec.volumes'),
    ...validateEndlessPods(spec.template, 'spec.template', 'DaemonSet'),
    ...nonnegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}, 'spec.updateStrategy'),
    ...nonnegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ];
}

function validateSelector({ selector, template }: Partial<DaemonSetSpec>): FieldError[] {
  const errors = validateLabelSelector(selector, 'spec.selector');
  const labels = template?.metadata?.labels;
  if (matcherOf(selector)?.matches(labels) === false) {
    const shown = goTemplateLabels(template?.metadata);
    errors.push(invalid('spec.template.metadata.labels', shown, '`selector` does not match template `labels`'));
  }
  if (selector && isEmptySelector(selector)) {
    errors.push(invalid('spec.selector', goLabelSelector(selector), 'empty selector is invalid for daemonset'));
  }
  return errors;
}

function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy, field: string): FieldError[] {
  const { type = '', rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type === 'RollingUpdate') {
    return rollingUpdate
      ? validateRollingUpdate(rollingUpdate, `${field}.rollingUpdate`)
      : [required(`${field}.rollingUpdate`)];
  }
  const pointer = rollingUpdate ? goPointer : goNil;
  const shown = goStruct('apps.DaemonSetUpdateStrategy', {
    Type: type,
    RollingUpdate: pointer('apps.RollingUpdateDaemonSet'),
  });
  return [notSupported(field, shown, ['RollingUpdate', 'OnDelete'])];
}

function validateRollingUpdate({ maxUnavailable, maxSurge }: RollingUpdateDaemonSet, field: string): FieldError[] {
  const errors = [
    ...nonnegativeIntOrPercent(maxUnavailable, `${field}.maxUnavailable`),
    ...nonnegativeIntOrPercent(maxSurge, `${field}.maxSurge`),
    ...atMost100Percent(maxUnavailable, `${field}.maxUnavailable`),
    ...atMost100Percent(maxSurge, `${field}.maxSurge`),
  ];
  const hasUnavailable = intOrPercentValue(maxUnavailable) !== 0;
  const hasSurge = intOrPercentValue(maxSurge) !== 0;
  if (hasUnavailable && hasSurge) {
    const shown = goIntOrString(maxSurge ?? 0);
    errors.push(invalid(`${field}.maxSurge`, shown, 'may not be set when maxUnavailable is non-zero'));
  } else if (!hasUnavailable && !hasSurge) {
    errors.push(required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}

function validateStatus(object: DaemonSet, live: DaemonSet): FieldError[] {
  const status: Partial<DaemonSetStatus> = object.status ?? {};
  return [
    ...nonnegativeMembers(
      status,
      [
        'currentNumberScheduled',
        'numberMisscheduled',
        'desiredNumberScheduled',
        'numberReady',
        'observedGeneration',
        'updatedNumberScheduled',
        'numberAvailable',
        'numberUnavailable',
        'collisionCount',
      ],
      'status',
    ),
    ...validateCollisionCount(status.collisionCount, live.status?.collisionCount),
  ];
}
