import { invalid } from '../../api/field-error.ts';
import type { CSIStorageCapacity } from '../../api/kinds/storage-v1.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { parseQuantity, quantitySign } from '../../api/values/quantity.ts';
import { deprecatedNodeLabelWarnings } from '../deprecated-node-labels.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { checkMembers, checkUnchanged } from '../member-rules.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';

const names = { group: 'storage.k8s.io', resource: 'csistoragecapacities' };

export const csistoragecapacities = resource<CSIStorageCapacity>(names, {
  allowUnconditionalUpdate: false,
  strategy: {
    validate: (object) => validateCapacity(object, ''),
    validateUpdate: (object, live) => [...validateCapacity(object, ''), ...validateUnchanged(object, live, '')],
    warnings: (object, _live, context) => topologyWarnings(object, context),
  },
});

const validateCapacity = checkMembers<CSIStorageCapacity>({
  nodeTopology: validateLabelSelector,
  storageClassName: { format: isDns1123Subdomain },
  capacity: (amount, field) =>
    quantitySign(parseQuantity(String(amount))) < 0
      ? [invalid(field, String(amount), 'must be greater than or equal to 0')]
      : [],
});
const validateUnchanged = checkUnchanged<CSIStorageCapacity>({
  nodeTopology: 'meta.v1.LabelSelector',
  storageClassName: true,
});

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
