import { duplicate, type FieldError, invalid } from '../../api/field-error.ts';
import type { Toleration } from '../../api/kinds/core-v1.generated.ts';
import type { Overhead, RuntimeClass, Scheduling } from '../../api/kinds/node-v1.generated.ts';
import { isDns1123Label, isQualifiedName } from '../../api/names.ts';
import { parseQuantity, quantitySign } from '../../api/quantity.ts';
import { deprecatedNodeLabelWarnings } from '../deprecated-node-labels.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import { goNil, goPointer, goStruct } from '../go-text.ts';
import { validateLabels } from '../label-selector-validation.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

export const runtimeclasses = resource<RuntimeClass>({
  group: 'node.k8s.io',
  resource: 'runtimeclasses',
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  strategy: {
    validate: validateRuntimeClass,
    validateUpdate: (object, live) => [
      ...validateRuntimeClass(object),
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

function validateRuntimeClass({ handler, overhead, scheduling }: RuntimeClass): FieldError[] {
  return [
    ...invalidFor('handler', handler, isDns1123Label(handler)),
    ...(overhead ? validateOverhead(overhead) : []),
    ...(scheduling ? validateScheduling(scheduling) : []),
  ];
}

/** The overhead is judged as the limits of a container are. */
const validateOverhead = ({ podFixed = {} }: Overhead): FieldError[] =>
  Object.entries(podFixed).flatMap(([name, quantity]) => {
    const field = `overhead.limits[${name}]`;
    const isNegative = quantitySign(parseQuantity(String(quantity))) < 0;
    return [
      ...invalidFor(field, name, isQualifiedName(name)),
      ...(isNegative ? [invalid(field, String(quantity), 'must be greater than or equal to 0')] : []),
    ];
  });

function validateScheduling({ nodeSelector, tolerations = [] }: Scheduling): FieldError[] {
  return [
    ...validateLabels(nodeSelector, 'scheduling.nodeSelector'),
    ...tolerations.flatMap((toleration, index) =>
      tolerations.slice(0, index).some((earlier) => semanticallyEqual(earlier, toleration))
        ? [duplicate(`scheduling.tolerations[${index}]`, goToleration(toleration))]
        : [],
    ),
  ];
}

const goToleration = ({ key = '', operator = '', value = '', effect = '', tolerationSeconds }: Toleration) =>
  goStruct('core.Toleration', {
    Key: key,
    Operator: operator,
    Value: value,
    Effect: effect,
    TolerationSeconds: (tolerationSeconds == null ? goNil : goPointer)('int64'),
  });
