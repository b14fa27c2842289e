import { type FieldError, invalid, notSupported } from '../../api/field-error.ts';
import type {
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from '../../api/kinds/policy-v1.generated.ts';
import { validateConditions } from '../condition-validation.ts';
import { atMost100Percent, nonnegativeIntOrPercent, nonnegativeMembers } from '../field-validation.ts';
import { goNil, goPointer, goStruct } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const EVICTION_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

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
    subresources: { status: { validateUpdate: ({ status }) => validateStatus(status ?? {}) } },
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

function validateSpec(spec: PodDisruptionBudgetSpec): FieldError[] {
  const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    errors.push(invalid('spec', goSpec(spec), 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const [member, value] of Object.entries({ minAvailable, maxUnavailable })) {
    errors.push(...nonnegativeIntOrPercent(value, `spec.${member}`), ...atMost100Percent(value, `spec.${member}`));
  }
  errors.push(...validateLabelSelector(spec.selector, 'spec.selector'));
  if (policy !== undefined && !EVICTION_POLICIES.includes(policy)) {
    errors.push(notSupported('spec.unhealthyPodEvictionPolicy', policy, EVICTION_POLICIES));
  }
  return errors;
}

function goSpec({ minAvailable, selector, maxUnavailable, unhealthyPodEvictionPolicy }: PodDisruptionBudgetSpec) {
  const pointer = (value: unknown, type: string) => (value === undefined ? goNil : goPointer)(type);
  return goStruct('policy.PodDisruptionBudgetSpec', {
    MinAvailable: pointer(minAvailable, 'intstr.IntOrString'),
    Selector: pointer(selector, 'v1.LabelSelector'),
    MaxUnavailable: pointer(maxUnavailable, 'intstr.IntOrString'),
    UnhealthyPodEvictionPolicy: pointer(unhealthyPodEvictionPolicy, 'policy.UnhealthyPodEvictionPolicyType'),
  });
}

const validateStatus = (status: Partial<PodDisruptionBudgetStatus>): FieldError[] => [
  ...validateConditions(status.conditions, 'status.conditions'),
  ...nonnegativeMembers(status, ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'], 'status'),
];
