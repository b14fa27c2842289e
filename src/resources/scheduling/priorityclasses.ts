import { type FieldError, forbiddenField } from '../../api/field-error.ts';
import type { PriorityClass } from '../../api/kinds/scheduling-v1.generated.ts';
import { validatePreemptionPolicy } from '../core/pod/pod-spec-validation.ts';
import { immutable } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const HIGHEST_USER_PRIORITY = 1_000_000_000;
const SYSTEM_PREFIX = 'system-';
const SYSTEM_VALUES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

const facts = {
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  resource: 'priorityclasses',
  shortNames: ['pc'],
  namespaced: false,
  description: 'A named pod priority.',
  twins: ['scheduling.k8s.io/v1beta1', 'scheduling.k8s.io/v1alpha1'],
  types: {
    PriorityClass: {
      value: 'int32',
      'globalDefault?': 'bool',
      'description?': 'string',
      'preemptionPolicy?': '*string as(PreemptionPolicy)',
    },
  },
} satisfies KindFacts;

export const priorityclasses = resource<PriorityClass>(facts, {
  generation: () => null,
  strategy: {
    setDefaults(draft) {
      draft.preemptionPolicy ??= 'PreemptLowerPriority';
    },
    validate: (object) => [
      ...validateValue(object),
      ...validatePreemptionPolicy(object.preemptionPolicy, 'preemptionPolicy'),
    ],
    validateUpdate: (object, live) => [
      ...(object.value === live.value ? [] : [forbiddenField('value', 'may not be changed in an update.')]),
      ...immutable(object.preemptionPolicy, live.preemptionPolicy, 'preemptionPolicy'),
    ],
  },
  columns: [
    nameColumn(),
    column(
      'Value',
      'integer',
      'value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.',
      ({ value }) => value,
    ),
    column(
      'Global-Default',
      'boolean',
      'globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.',
      ({ globalDefault }) => globalDefault ?? false,
    ),
    ageColumn(),
  ],
});

function validateValue({ metadata, value, globalDefault }: PriorityClass): FieldError[] {
  const name = metadata.name ?? '';
  if (!name.startsWith(SYSTEM_PREFIX)) {
    if (value <= HIGHEST_USER_PRIORITY) return [];
    return [forbiddenField('value', `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`)];
  }
  const problem = systemClassProblem(name, value, globalDefault ?? false);
  if (problem === undefined) return [];
  return [
    forbiddenField(
      'metadata.name',
      `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: ${problem}`,
    ),
  ];
}

function systemClassProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  const expected = SYSTEM_VALUES[name];
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
