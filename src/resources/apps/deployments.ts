import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  Deployment,
  DeploymentSpec,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from '../../api/kinds/apps-v1.generated.ts';
import {
  atMost100Percent,
  intOrPercentValue,
  nonnegative,
  nonnegativeIntOrPercent,
  nonnegativeMembers,
} from '../field-validation.ts';
import { goIntOrString, goNil, goPointer, goStruct } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { labelSelectorText } from '../label-selector-validation.ts';
import { setPodTemplateDefaults } from '../pod-template.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { containerColumns } from './workload-columns.ts';
import {
  replicatedStrategy,
  validateCollisionCount,
  validateReplicaCounts,
  validateReplicatedTemplate,
} from './workload-validation.ts';

const facts = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  description: 'Runs a number of identical pods and rolls out changes to them gradually.',
  subresources: { scale: { kind: 'autoscaling/v1 Scale' }, status: {} },
  twins: ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'],
  types: {
    Deployment: { 'spec?': 'DeploymentSpec', 'status?': 'DeploymentStatus' },
    DeploymentStatus: {
      'observedGeneration?': 'int64',
      'replicas?': 'int32',
      'updatedReplicas?': 'int32',
      'readyReplicas?': 'int32 number(7)',
      'availableReplicas?': 'int32 number(4)',
      'unavailableReplicas?': 'int32 number(5)',
      'conditions?': '[]DeploymentCondition merge(type) number(6)',
      'collisionCount?': '*int32',
    },
    DeploymentStrategy: { 'type?': 'string as(DeploymentStrategyType)', 'rollingUpdate?': '*RollingUpdateDeployment' },
    DeploymentCondition: {
      type: 'string as(DeploymentConditionType)',
      status: 'string as(ConditionStatus)',
      'lastUpdateTime?': 'meta.v1.Time number(6)',
      'lastTransitionTime?': 'meta.v1.Time number(7)',
      'reason?': 'string number(4)',
      'message?': 'string number(5)',
    },
    RollingUpdateDeployment: { 'maxUnavailable?': '*util.intstr.IntOrString', 'maxSurge?': '*util.intstr.IntOrString' },
  },
} satisfies KindFacts;

export const deployments = resource<Deployment>(facts, {
  generation: ({ spec, metadata }) => [spec, metadata.annotations],
  strategy: {
    setDefaults(draft, context) {
      const { spec } = draft;
      if (!spec) return;
      setPodTemplateDefaults(spec.template, context);
      spec.strategy ??= {};
      setStrategyDefaults(spec.strategy);
      spec.replicas ??= 1;
      spec.revisionHistoryLimit ??= 10;
      spec.progressDeadlineSeconds ??= 600;
    },
    ...replicatedStrategy<Deployment>(validateDeployment),
    subresources: {
      status: {
        resetFields: ['spec', 'metadata.labels'],
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          draft.metadata.labels = live.metadata.labels;
        },
        validateUpdate: validateStatus,
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'Ready',
      'string',
      'Number of the pod with ready state',
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    column(
      'Up-to-date',
      'string',
      'Total number of non-terminated pods targeted by this deployment that have the desired template spec.',
      ({ status }) => status?.updatedReplicas ?? 0,
    ),
    column(
      'Available',
      'string',
      'Total number of available pods (ready for at least minReadySeconds) targeted by this deployment.',
      ({ status }) => status?.availableReplicas ?? 0,
    ),
    ageColumn(),
    ...containerColumns<Deployment>(({ spec }) => spec?.template),
    column(
      'Selector',
      'string',
      'Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment.',
      ({ spec }) => labelSelectorText(spec?.selector),
      1,
    ),
  ],
});

function setStrategyDefaults(strategy: DeploymentStrategy): void {
  strategy.type ||= 'RollingUpdate';
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate ??= {};
  strategy.rollingUpdate.maxUnavailable ??= '25%';
  strategy.rollingUpdate.maxSurge ??= '25%';
}

function validateDeployment(object: Deployment, context: StrategyContext): FieldError[] {
  const spec: Partial<DeploymentSpec> = object.spec ?? {};
  const errors = [
    ...nonnegative(spec.replicas, 'spec.replicas'),
    ...validateReplicatedTemplate(spec, context),
    ...validateStrategy(spec.strategy ?? {}, 'spec.strategy'),
    ...nonnegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...nonnegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
    ...nonnegative(spec.progressDeadlineSeconds, 'spec.progressDeadlineSeconds'),
  ];
  const deadline = spec.progressDeadlineSeconds;
  if (deadline != null && deadline <= (spec.minReadySeconds ?? 0)) {
    errors.push(invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'));
  }
  return errors;
}

function validateStrategy(strategy: DeploymentStrategy, field: string): FieldError[] {
  const { type = '', rollingUpdate } = strategy;
  if (type === 'RollingUpdate') {
    if (rollingUpdate) return validateRollingUpdate(rollingUpdate, `${field}.rollingUpdate`);
    return [required(`${field}.rollingUpdate`, 'this should be defaulted and never be nil')];
  }
  if (type === 'Recreate') {
    if (!rollingUpdate) return [];
    return [forbiddenField(`${field}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")];
  }
  const pointer = rollingUpdate ? goPointer : goNil;
  const shown = goStruct('apps.DeploymentStrategy', {
    Type: type,
    RollingUpdate: pointer('apps.RollingUpdateDeployment'),
  });
  return [notSupported(field, shown, ['Recreate', 'RollingUpdate'])];
}

function validateRollingUpdate({ maxUnavailable, maxSurge }: RollingUpdateDeployment, field: string): FieldError[] {
  const errors = [
    ...nonnegativeIntOrPercent(maxUnavailable, `${field}.maxUnavailable`),
    ...nonnegativeIntOrPercent(maxSurge, `${field}.maxSurge`),
  ];
  if (intOrPercentValue(maxUnavailable) === 0 && intOrPercentValue(maxSurge) === 0) {
    errors.push(
      invalid(`${field}.maxUnavailable`, goIntOrString(maxUnavailable ?? 0), 'may not be 0 when `maxSurge` is 0'),
    );
  }
  return [...errors, ...atMost100Percent(maxUnavailable, `${field}.maxUnavailable`)];
}

function validateStatus({ status = {} }: Deployment, live: Deployment): FieldError[] {
  return [
    ...nonnegativeMembers(
      status,
      [
        'observedGeneration',
        'replicas',
        'updatedReplicas',
        'readyReplicas',
        'availableReplicas',
        'unavailableReplicas',
        'collisionCount',
      ],
      'status',
    ),
    ...validateReplicaCounts({ ...status }, ['updatedReplicas', 'readyReplicas', 'availableReplicas'], 'readyReplicas'),
    ...validateCollisionCount(status.collisionCount, live.status?.collisionCount),
  ];
}
