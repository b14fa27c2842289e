import { type FieldError, required } from '../../api/field-error.ts';
import type { ReplicationController } from '../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromPairs } from '../../api/selectors/label-selector.ts';
import { containerColumns } from '../apps/workload-columns.ts';
import {
  podNameWarnings,
  validateEndlessPods,
  validateReadOnlyDisks,
  validateReplicaCounts,
  validateTemplateLabels,
  workloadWarnings,
} from '../apps/workload-validation.ts';
import { nonnegative, nonnegativeMembers } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { dropDisabledTemplateFields, setPodTemplateDefaults, validatePodTemplate } from '../pod-template.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

function validate({ spec = {} }: ReplicationController, context: StrategyContext): FieldError[] {
  const field = 'spec.template';
  const matcher = labelSelectorFromPairs(spec.selector);
  const { template } = spec;
  return [
    ...nonnegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...(matcher.isEmpty ? [required('spec.selector')] : []),
    ...nonnegative(spec.replicas, 'spec.replicas'),
    ...(template
      ? [
          ...validateTemplateLabels(template, matcher, field),
          ...validatePodTemplate(template, field, context),
          ...((spec.replicas ?? 0) > 1 ? validateReadOnlyDisks(template.spec?.volumes, `${field}.spec.volumes`) : []),
          ...validateEndlessPods(template, field, 'ReplicationController'),
        ]
      : [required(field)]),
  ];
}

const COUNTS = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
] as const;

const facts = {
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  description: 'Keeps a number of identical pods running; superseded by ReplicaSet.',
  subresources: { scale: { kind: 'autoscaling/v1 Scale' }, status: {} },
  types: {
    ReplicationController: { 'spec?': 'ReplicationControllerSpec', 'status?': 'ReplicationControllerStatus' },
    ReplicationControllerSpec: {
      'replicas?': '*int32',
      'minReadySeconds?': 'int32 number(4)',
      'selector?': 'map[string]string atomic number(2)',
      'template?': '*PodTemplateSpec number(3)',
    },
    ReplicationControllerStatus: {
      replicas: 'int32',
      'fullyLabeledReplicas?': 'int32',
      'readyReplicas?': 'int32 number(4)',
      'availableReplicas?': 'int32 number(5)',
      'observedGeneration?': 'int64 number(3)',
      'conditions?': '[]ReplicationControllerCondition merge(type)',
    },
    ReplicationControllerCondition: {
      type: 'string as(ReplicationControllerConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
  },
} satisfies KindFacts;

export const replicationcontrollers = resource<ReplicationController>(facts, {
  storageName: 'controllers',
  defaultPropagation: 'Orphan',
  unknownFieldLabelError: 'plain',
  selectableFields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) },
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults(draft, context) {
      draft.spec ??= {};
      const { spec, metadata } = draft;
      if (spec.template) setPodTemplateDefaults(spec.template, context);
      const labels = spec.template?.metadata?.labels;
      if (labels) {
        if (!Object.keys(spec.selector ?? {}).length) spec.selector = { ...labels };
        if (!Object.keys(metadata.labels ?? {}).length) metadata.labels = { ...labels };
      }
      spec.replicas ??= 1;
    },
    prepareForCreate: ({ spec }) => dropDisabledTemplateFields(spec?.template),
    prepareForUpdate: ({ spec }, live) => dropDisabledTemplateFields(spec?.template, live.spec?.template),
    validate,
    warnings: (object, live, context) => {
      if (!live) return [...podNameWarnings(object.metadata.name), ...workloadWarnings(object, live, context)];
      // The real server confuses the templates: an update has the warnings of the old template.
      return object.metadata.generation === live.metadata.generation ? [] : workloadWarnings(live, undefined, context);
    },
    subresources: {
      status: {
        validateUpdate: ({ status }) => [
          ...nonnegativeMembers(status ?? { replicas: 0 }, COUNTS, 'status'),
          ...validateReplicaCounts(
            { ...status },
            ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
            'readyReplicas',
          ),
        ],
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'Desired',
      'integer',
      'Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller',
      ({ spec }) => spec?.replicas ?? 0,
    ),
    column(
      'Current',
      'integer',
      'Replicas is the most recently observed number of replicas. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller',
      ({ status }) => status?.replicas ?? 0,
    ),
    column(
      'Ready',
      'integer',
      'The number of ready replicas for this replication controller.',
      ({ status }) => status?.readyReplicas ?? 0,
    ),
    ageColumn(),
    ...containerColumns<ReplicationController>(({ spec }) => spec?.template),
    column(
      'Selector',
      'string',
      'Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to the labels present on the Pod template. Label keys and values that must match in order to be controlled by this replication controller, if empty defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      ({ spec }) => labelSelectorFromPairs(spec?.selector).toString() || '<none>',
      1,
    ),
  ],
});
