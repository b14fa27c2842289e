import type { FieldError } from '../../api/field-error.ts';
import type { ReplicaSet, ReplicaSetSpec } from '../../api/kinds/apps-v1.generated.ts';
import { nonnegative, nonnegativeMembers } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { labelSelectorText } from '../label-selector-validation.ts';
import { setPodTemplateDefaults } from '../pod-template.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { containerColumns } from './workload-columns.ts';
import { replicatedStrategy, validateReplicaCounts, validateReplicatedTemplate } from './workload-validation.ts';

const facts = {
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  description: 'Keeps a number of identical pods running.',
  subresources: { scale: { kind: 'autoscaling/v1 Scale' }, status: {} },
  twins: ['apps/v1beta2', 'extensions/v1beta1'],
  types: {
    ReplicaSet: { 'spec?': 'ReplicaSetSpec', 'status?': 'ReplicaSetStatus' },
    ReplicaSetSpec: {
      'replicas?': '*int32',
      'minReadySeconds?': 'int32 number(4)',
      selector: '*meta.v1.LabelSelector number(2)',
      'template?': 'core.v1.PodTemplateSpec number(3)',
    },
    ReplicaSetStatus: {
      replicas: 'int32',
      'fullyLabeledReplicas?': 'int32',
      'readyReplicas?': 'int32 number(4)',
      'availableReplicas?': 'int32 number(5)',
      'observedGeneration?': 'int64 number(3)',
      'conditions?': '[]ReplicaSetCondition merge(type)',
    },
    ReplicaSetCondition: {
      type: 'string as(ReplicaSetConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
  },
} satisfies KindFacts;

export const replicasets = resource<ReplicaSet>(facts, {
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults({ spec }, context) {
      if (!spec) return;
      setPodTemplateDefaults(spec.template, context);
      spec.replicas ??= 1;
    },
    ...replicatedStrategy<ReplicaSet>(validateReplicaSet),
    subresources: { status: { validateUpdate: validateStatus } },
  },
  columns: [
    nameColumn(),
    column(
      'Desired',
      'integer',
      'Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/#what-is-a-replicationcontroller',
      ({ spec }) => spec?.replicas ?? 0,
    ),
    column(
      'Current',
      'integer',
      'Replicas is the most recently observed number of replicas. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/#what-is-a-replicationcontroller',
      ({ status }) => status?.replicas ?? 0,
    ),
    column(
      'Ready',
      'integer',
      'The number of ready replicas for this replica set.',
      ({ status }) => status?.readyReplicas ?? 0,
    ),
    ageColumn(),
    ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
    column(
      'Selector',
      'string',
      'Selector is a label query over pods that should match the replica count. If the selector is empty, it is defaulted to the labels present on the pod template. Label keys and values that must match in order to be controlled by this replica set. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      ({ spec }) => labelSelectorText(spec?.selector),
      1,
    ),
  ],
});

function validateReplicaSet(object: ReplicaSet, context: StrategyContext): FieldError[] {
  const spec: Partial<ReplicaSetSpec> = object.spec ?? {};
  return [
    ...nonnegative(spec.replicas, 'spec.replicas'),
    ...nonnegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...validateReplicatedTemplate(spec, context),
  ];
}

function validateStatus({ status = { replicas: 0 } }: ReplicaSet): FieldError[] {
  return [
    ...nonnegativeMembers(
      status,
      ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
      'status',
    ),
    ...validateReplicaCounts(
      { ...status },
      ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
      'readyReplicas',
    ),
  ];
}
