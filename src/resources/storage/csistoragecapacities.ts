import { type FieldError, invalid } from '../../api/field-error.ts';
import type { CSIStorageCapacity } from '../../api/kinds/storage-v1.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { parseQuantity, quantitySign } from '../../api/values/quantity.ts';
import { deprecatedNodeLabelWarnings } from '../deprecated-node-labels.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import { goLabelSelector } from '../go-text.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';

export const csistoragecapacities = resource<CSIStorageCapacity>({
  group: 'storage.k8s.io',
  resource: 'csistoragecapacities',
  allowUnconditionalUpdate: false,
  strategy: {
    validate: validateCapacity,
    validateUpdate: (object, live) => [
      ...validateCapacity(object),
      ...immutable(object.nodeTopology, live.nodeTopology, 'nodeTopology', goLabelSelector(object.nodeTopology)),
      ...immutable(object.storageClassName, live.storageClassName, 'storageClassName'),
    ],
    warnings: (object, _live, context) => topologyWarnings(object, context),
  },
});

function validateCapacity({ nodeTopology, storageClassName, capacity }: CSIStorageCapacity): FieldError[] {
  return [
    ...validateLabelSelector(nodeTopology, 'nodeTopology'),
    ...invalidFor('storageClassName', storageClassName, isDns1123Subdomain(storageClassName)),
    ...(capacity !== undefined && quantitySign(parseQuantity(String(capacity))) < 0
      ? [invalid('capacity', String(capacity), 'must be greater than or equal to 0')]
      : []),
  ];
}

const topologyWarnings = ({ nodeTopology }: CSIStorageCapacity, { dialect }: StrategyContext): string[] => [
  ...deprecatedNodeLabelWarnings(
    Object.keys(nodeTopology?.matchLabels ?? {}).sort(),
    (label) => `nodeTopology.matchLabels.${label}`,
    dialect,
  ),
  ...deprecatedNodeLabelWarnings(
    (nodeTopology?.matchExpressions ?? []).map(({ key }) => key),
    (_label, index) => `nodeTopology.matchExpressions[${index}].key`,
    dialect,
  ),
];
