import type { ResourceClass, ResourceClassParametersReference } from '../../api/kinds/resource-v1alpha2.generated.ts';
import { isDns1123Label } from '../../api/names.ts';
import { validateNodeSelector } from '../core/node/node-selector.ts';
import { validateDriverName } from '../core/volume/volume-sources.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { PARAMETERS } from './claim-validation.ts';

const facts = {
  group: 'resource.k8s.io',
  version: 'v1alpha2',
  kind: 'ResourceClass',
  resource: 'resourceclasses',
  namespaced: false,
  description: 'A class of resources and the driver that provides them.',
  types: {
    ResourceClass: {
      driverName: 'string',
      'parametersRef?': '*ResourceClassParametersReference',
      'suitableNodes?': '*core.v1.NodeSelector',
    },
    ResourceClassParametersReference: {
      'apiGroup?': 'string',
      kind: 'string',
      name: 'string',
      'namespace?': 'string',
    },
  },
} satisfies KindFacts;

export const resourceclasses = resource<ResourceClass>(facts, {
  deleteAnswersObject: true,
  strategy: {
    validate: (object) => validateClass(object, ''),
  },
  columns: [
    nameColumn(),
    column(
      'DriverName',
      'string',
      'DriverName defines the name of the dynamic resource driver that is used for allocation of a ResourceClaim that uses this class.\n\nResource drivers have a unique name in forward domain order (acme.example.com).',
      ({ driverName }) => driverName,
    ),
    ageColumn(),
  ],
});

const validateClass = checkMembers<ResourceClass>({
  driverName: validateDriverName,
  parametersRef: checkMembers<ResourceClassParametersReference>({
    ...PARAMETERS,
    namespace: { ignoresEmpty: true, format: isDns1123Label },
  }),
  suitableNodes: validateNodeSelector,
});
