import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  StatefulSet,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
} from '../../api/kinds/apps-v1.generated.ts';
import { asNameRule, isDns1123Label } from '../../api/names.ts';
import { validatePodAnnotations } from '../core/pod/pod-annotations.ts';
import { nonnegative, nonnegativeMembers } from '../field-validation.ts';
import { goLabelSelector, goNil, goPointer, goStruct } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { matcherOf, validateLabels } from '../label-selector-validation.ts';
import { validateAnnotations } from '../object-meta.ts';
import { dropDisabledTemplateFields, setPodTemplateDefaults } from '../pod-template.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { containerColumns } from './workload-columns.ts';
import {
  validateCollisionCount,
  validateEndlessPods,
  validateReplicaCounts,
  validateTemplateLabels,
  validateWorkloadSelector,
  workloadWarnings,
} from './workload-validation.ts';

const RETENTIONS = ['Retain', 'Delete'];

const facts = {
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  resource: 'statefulsets',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  description: 'Runs pods with stable names and persistent storage.',
  subresources: { scale: { kind: 'autoscaling/v1 Scale' }, status: {} },
  twins: ['apps/v1beta1', 'apps/v1beta2'],
  types: {
    StatefulSet: { 'spec?': 'StatefulSetSpec', 'status?': 'StatefulSetStatus' },
    StatefulSetSpec: {
      'replicas?': '*int32',
      selector: '*meta.v1.LabelSelector',
      template: 'core.v1.PodTemplateSpec',
      'volumeClaimTemplates?': '[]core.v1.PersistentVolumeClaim',
      serviceName: 'string',
      'podManagementPolicy?': 'string as(PodManagementPolicyType)',
      'updateStrategy?': 'StatefulSetUpdateStrategy',
      'revisionHistoryLimit?': '*int32',
      'minReadySeconds?': 'int32',
      'persistentVolumeClaimRetentionPolicy?': '*StatefulSetPersistentVolumeClaimRetentionPolicy',
      'ordinals?': '*StatefulSetOrdinals',
    },
    StatefulSetStatus: {
      'observedGeneration?': 'int64',
      replicas: 'int32',
      'readyReplicas?': 'int32',
      'currentReplicas?': 'int32',
      'updatedReplicas?': 'int32',
      'currentRevision?': 'string',
      'updateRevision?': 'string',
      'collisionCount?': '*int32 number(9)',
      'conditions?': '[]StatefulSetCondition merge(type) number(10)',
      'availableReplicas?': 'int32 written number(11)',
    },
    StatefulSetUpdateStrategy: {
      'type?': 'string as(StatefulSetUpdateStrategyType)',
      'rollingUpdate?': '*RollingUpdateStatefulSetStrategy',
    },
    StatefulSetPersistentVolumeClaimRetentionPolicy: {
      'whenDeleted?': 'string as(PersistentVolumeClaimRetentionPolicyType)',
      'whenScaled?': 'string as(PersistentVolumeClaimRetentionPolicyType)',
    },
    StatefulSetOrdinals: { 'start?': 'int32 written' },
    StatefulSetCondition: {
      type: 'string as(StatefulSetConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
    RollingUpdateStatefulSetStrategy: { 'partition?': '*int32', 'maxUnavailable?': '*util.intstr.IntOrString' },
  },
} satisfies KindFacts;

export const statefulsets = resource<StatefulSet>(facts, {
  validateName: asNameRule(isDns1123Label),
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults({ spec }, context) {
      if (spec) setSpecDefaults(spec, context);
    },
    prepareForCreate: ({ spec }) => dropDisabledFields(spec),
    prepareForUpdate: ({ spec }, live) => dropDisabledFields(spec, live.spec),
    validate: validateStatefulSet,
    validateUpdate: (object, live, context) => [
      ...validateStatefulSet(object, context),
      ...validateImmutableFields(object.spec, live.spec),
    ],
    warnings: workloadWarnings,
    subresources: { status: { validateUpdate: validateStatus } },
  },
  columns: [
    nameColumn(),
    column(
      'Ready',
      'string',
      'Number of the pod with ready state',
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    ageColumn(),
    ...containerColumns<StatefulSet>(({ spec }) => spec?.template),
  ],
});

/** The field `maxUnavailable` belongs to a feature that is off by default in v1.28. */
function dropDisabledFields(spec: StatefulSetSpec | undefined, live?: StatefulSetSpec): void {
  dropDisabledTemplateFields(spec?.template, live?.template);
  delete spec?.updateStrategy?.rollingUpdate?.maxUnavailable;
}

function setSpecDefaults(spec: StatefulSetSpec, context: StrategyContext): void {
  setPodTemplateDefaults(spec.template, context);
  spec.podManagementPolicy ||= 'OrderedReady';
  setUpdateStrategyDefaults(spec);
  spec.persistentVolumeClaimRetentionPolicy ??= {};
  spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain';
  spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  for (const claim of spec.volumeClaimTemplates ?? []) {
    claim.apiVersion = 'v1';
    claim.kind = 'PersistentVolumeClaim';
    if (claim.spec) claim.spec.volumeMode ??= 'Filesystem';
    claim.status ??= {};
    claim.status.phase ||= 'Pending';
  }
}

function setUpdateStrategyDefaults(spec: StatefulSetSpec): void {
  spec.updateStrategy ??= {};
  const strategy = spec.updateStrategy;
  strategy.type ||= 'RollingUpdate';
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate ??= {};
  strategy.rollingUpdate.partition ??= 0;
}

function validateStatefulSet(object: StatefulSet, { dialect }: StrategyContext): FieldError[] {
  const spec: Partial<StatefulSetSpec> = object.spec ?? {};
  return [
    ...validatePodManagement(spec.podManagementPolicy ?? ''),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}, 'spec.updateStrategy'),
    ...validateRetention(spec.persistentVolumeClaimRetentionPolicy, 'spec.persistentVolumeClaimRetentionPolicy'),
    ...nonnegative(spec.replicas, 'spec.replicas'),
    ...nonnegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...nonnegative(spec.ordinals?.start, 'spec.ordinals.start'),
    ...validateSelectorAndTemplate(spec, dialect),
    ...validateEndlessPods(spec.template, 'spec.template', 'StatefulSet'),
  ];
}

function validatePodManagement(policy: string): FieldError[] {
  if (policy === 'OrderedReady' || policy === 'Parallel') return [];
  if (policy === '') return [required('spec.podManagementPolicy')];
  return [invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")];
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy, field: string): FieldError[] {
  const { type = '', rollingUpdate } = strategy;
  if (type === '') return [required(field)];
  if (type === 'RollingUpdate') return nonnegative(rollingUpdate?.partition, `${field}.rollingUpdate.partition`);
  if (type === 'OnDelete') {
    if (!rollingUpdate) return [];
    const shown = goStruct('apps.RollingUpdateStatefulSetStrategy', {
      Partition: rollingUpdate.partition ?? 0,
      MaxUnavailable: goNil('intstr.IntOrString'),
    });
    return [invalid(`${field}.rollingUpdate`, shown, "only allowed for updateStrategy 'RollingUpdate'")];
  }
  const pointer = rollingUpdate ? goPointer : goNil;
  const shown = goStruct('apps.StatefulSetUpdateStrategy', {
    Type: type,
    RollingUpdate: pointer('apps.RollingUpdateStatefulSetStrategy'),
  });
  return [invalid(field, shown, "must be 'RollingUpdate' or 'OnDelete'")];
}

function validateRetention(policy: StatefulSetSpec['persistentVolumeClaimRetentionPolicy'], field: string) {
  if (!policy) return [];
  return (['whenDeleted', 'whenScaled'] as const).flatMap((member) =>
    RETENTIONS.includes(policy[member] ?? '')
      ? []
      : [notSupported(`${field}.${member}`, policy[member] ?? '', RETENTIONS)],
  );
}

/** Validates the selector and the template, without the pod spec. */
function validateSelectorAndTemplate({ selector, template }: Partial<StatefulSetSpec>, dialect: Dialect): FieldError[] {
  const annotations = template?.metadata?.annotations;
  const errors = validateWorkloadSelector(selector, 'spec.selector', 'statefulset');
  const matcher = matcherOf(selector);
  if (!matcher) return [...errors, invalid('spec.selector', goLabelSelector(selector), '')];
  return [
    ...errors,
    ...validateTemplateLabels(template, matcher, 'spec.template'),
    ...validateLabels(template?.metadata?.labels, 'spec.template.labels'),
    ...validateAnnotations(annotations, 'spec.template.annotations'),
    ...validatePodAnnotations(annotations, template?.spec ?? { containers: [] }, 'spec.template.annotations', dialect),
  ];
}

/** Fields of the spec that an update may change. */
const MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

function validateImmutableFields(spec: StatefulSetSpec | undefined, live: StatefulSetSpec | undefined): FieldError[] {
  const rest = (of: StatefulSetSpec | undefined): Partial<StatefulSetSpec> => {
    const copy: Partial<StatefulSetSpec> = { ...of };
    for (const member of MUTABLE) delete copy[member];
    return copy;
  };
  if (semanticallyEqual(rest(spec), rest(live))) return [];
  const mutable = MUTABLE.map((member) => `'${member}'`);
  return [
    forbiddenField(
      'spec',
      `updates to statefulset spec for fields other than ${mutable.slice(0, -1).join(', ')} and ${mutable.at(-1)} are forbidden`,
    ),
  ];
}

function validateStatus(object: StatefulSet, live: StatefulSet): FieldError[] {
  const status: Partial<StatefulSetStatus> = object.status ?? {};
  return [
    ...nonnegativeMembers(
      status,
      [
        'replicas',
        'readyReplicas',
        'currentReplicas',
        'updatedReplicas',
        'availableReplicas',
        'observedGeneration',
        'collisionCount',
      ],
      'status',
    ),
    ...validateReplicaCounts(
      { ...status },
      ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
      'status.readyReplicas',
    ),
    ...validateCollisionCount(status.collisionCount, live.status?.collisionCount),
  ];
}
