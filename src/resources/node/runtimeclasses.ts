import type { Dialect } from '../../api/dialect.ts';
import { duplicate, type FieldError } from '../../api/field-error.ts';
import type { Toleration } from '../../api/kinds/core-v1.generated.ts';
import type { RuntimeClass, Scheduling } from '../../api/kinds/node-v1.generated.ts';
import { isDns1123Label } from '../../api/names.ts';
import { validateResourceRequirements } from '../core/pod/container/container-resources.ts';
import { validateTolerations } from '../core/pod/scheduling/tolerations.ts';
import { goValue } from '../core/struct-difference/go-value.ts';
import { deprecatedNodeLabelWarnings } from '../deprecated-node-labels.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { validateLabels } from '../label-selector-validation.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const facts = {
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  resource: 'runtimeclasses',
  namespaced: false,
  description: 'A container runtime configuration that pods can select.',
  twins: ['node.k8s.io/v1beta1', 'node.k8s.io/v1alpha1'],
  types: {
    RuntimeClass: { handler: 'string', 'overhead?': '*Overhead', 'scheduling?': '*Scheduling' },
    Overhead: { 'podFixed?': 'map[string]api.resource.Quantity exact' },
    Scheduling: { 'nodeSelector?': 'map[string]string atomic', 'tolerations?': '[]core.v1.Toleration atomic' },
  },
} satisfies KindFacts;

export const runtimeclasses = resource<RuntimeClass>(facts, {
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  strategy: {
    setDefaults({ overhead }) {
      const amounts: Record<string, unknown> = overhead?.podFixed ?? {};
      // Go reads null as the zero quantity.
      for (const name of Object.keys(amounts)) amounts[name] ??= '0';
    },
    validate: (object, { dialect }) => validateRuntimeClass(object, dialect),
    validateUpdate: (object, live, { dialect }) => [
      ...validateRuntimeClass(object, dialect),
      ...immutable(object.handler, live.handler, 'handler'),
    ],
    warnings: ({ scheduling }, _live, { dialect }) =>
      deprecatedNodeLabelWarnings(
        Object.keys(scheduling?.nodeSelector ?? {}).sort(),
        () => 'scheduling.nodeSelector',
        dialect,
      ),
  },
  columns: [nameColumn(), column('Handler', 'string', '', ({ handler }) => handler), ageColumn()],
});

function validateRuntimeClass({ handler, overhead, scheduling }: RuntimeClass, dialect: Dialect): FieldError[] {
  return [
    ...invalidFor('handler', handler, isDns1123Label(handler)),
    // The overhead is validated like the limits of a container.
    ...(overhead ? validateResourceRequirements({ limits: overhead.podFixed }, 'overhead', dialect) : []),
    ...(scheduling ? validateScheduling(scheduling) : []),
  ];
}

function validateScheduling({ nodeSelector, tolerations = [] }: Scheduling): FieldError[] {
  return [
    ...validateLabels(nodeSelector, 'scheduling.nodeSelector'),
    // The path repeats the field, as in the real server.
    ...validateTolerations(tolerations, 'scheduling.tolerations.tolerations'),
    ...tolerations.flatMap((toleration, index) =>
      tolerations.slice(0, index).some((earlier) => keyOf(earlier) === keyOf(toleration))
        ? [duplicate(`scheduling.tolerations[${index}]`, goValue('core.v1.Toleration', toleration))]
        : [],
    ),
  ];
}

/** Tolerations are identified by everything except their tolerationSeconds. */
const keyOf = ({ key = '', operator = '', value = '', effect = '' }: Toleration): string =>
  JSON.stringify([key, operator, value, effect]);
