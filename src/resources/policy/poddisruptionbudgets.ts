import { type FieldError, invalid } from '../../api/field-error.ts';
import type {
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from '../../api/kinds/policy-v1.generated.ts';
import { validateConditions } from '../condition-validation.ts';
import { atMost100Percent, nonnegativeIntOrPercent } from '../field-validation.ts';
import { goNil, goPointer, goStruct, type IntOrString } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { checkMembers, NONNEGATIVE } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const facts = {
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  resource: 'poddisruptionbudgets',
  shortNames: ['pdb'],
  namespaced: true,
  description: 'Limits how many pods of an application may be down at the same time.',
  subresources: { status: {} },
  twins: ['policy/v1beta1'],
  types: {
    PodDisruptionBudget: { 'spec?': 'PodDisruptionBudgetSpec', 'status?': 'PodDisruptionBudgetStatus' },
    PodDisruptionBudgetStatus: {
      'observedGeneration?': 'int64',
      'disruptedPods?': 'map[string]meta.v1.Time',
      disruptionsAllowed: 'int32',
      currentHealthy: 'int32',
      desiredHealthy: 'int32',
      expectedPods: 'int32',
      'conditions?': '[]meta.v1.Condition map(type) merge(type)',
    },
  },
} satisfies KindFacts;

export const poddisruptionbudgets = resource<PodDisruptionBudget>(facts, {
  takesAnyFinalizer: true,
  allowUnconditionalUpdate: false,
  generation: ({ spec }) => spec,
  strategy: {
    validate: ({ spec }) => validateSpec(spec ?? {}),
    subresources: { status: { validateUpdate: ({ status }) => validateStatus(status, 'status') } },
  },
  columns: [
    nameColumn(),
    column('Min Available', 'string', 'The minimum number of pods that must be available.', ({ spec }) =>
      String(spec?.minAvailable ?? 'N/A'),
    ),
    column('Max Unavailable', 'string', 'The maximum number of pods that may be unavailable.', ({ spec }) =>
      String(spec?.maxUnavailable ?? 'N/A'),
    ),
    column(
      'Allowed Disruptions',
      'integer',
      'Calculated number of pods that may be disrupted at this time.',
      ({ status }) => status?.disruptionsAllowed ?? 0,
    ),
    ageColumn(),
  ],
});

const validateAmount = (value: IntOrString, field: string): FieldError[] => [
  ...nonnegativeIntOrPercent(value, field),
  ...atMost100Percent(value, field),
];

const validateMembers = checkMembers<PodDisruptionBudgetSpec>({
  minAvailable: validateAmount,
  maxUnavailable: validateAmount,
  selector: validateLabelSelector,
  unhealthyPodEvictionPolicy: { oneOf: ['AlwaysAllow', 'IfHealthyBudget'] },
});

const validateSpec = (spec: PodDisruptionBudgetSpec): FieldError[] => [
  ...(spec.minAvailable !== undefined && spec.maxUnavailable !== undefined
    ? [invalid('spec', goSpec(spec), 'minAvailable and maxUnavailable cannot be both set')]
    : []),
  ...validateMembers(spec, 'spec'),
];

function goSpec({ minAvailable, selector, maxUnavailable, unhealthyPodEvictionPolicy }: PodDisruptionBudgetSpec) {
  const pointer = (value: unknown, type: string) => (value === undefined ? goNil : goPointer)(type);
  return goStruct('policy.PodDisruptionBudgetSpec', {
    MinAvailable: pointer(minAvailable, 'intstr.IntOrString'),
    Selector: pointer(selector, 'v1.LabelSelector'),
    MaxUnavailable: pointer(maxUnavailable, 'intstr.IntOrString'),
    UnhealthyPodEvictionPolicy: pointer(unhealthyPodEvictionPolicy, 'policy.UnhealthyPodEvictionPolicyType'),
  });
}

const validateStatus = checkMembers<PodDisruptionBudgetStatus>({
  conditions: validateConditions,
  disruptionsAllowed: NONNEGATIVE,
  currentHealthy: NONNEGATIVE,
  desiredHealthy: NONNEGATIVE,
  expectedPods: NONNEGATIVE,
});
