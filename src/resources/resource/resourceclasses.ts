import { type FieldError, required, tooLong } from '../../api/field-error.ts';
import type { ResourceClass } from '../../api/kinds/resource-v1alpha2.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { validateNodeSelector } from '../core/node/node-selector.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateParameters } from './claim-validation.ts';

const MAXIMUM_DRIVER_NAME_LENGTH = 63;

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

export const resourceclasses = resource<ResourceClass>({
  group: facts.group,
  resource: facts.resource,
  deleteAnswersObject: true,
  strategy: {
    validate: ({ driverName, parametersRef, suitableNodes }) => [
      ...validateDriverName(driverName),
      ...(parametersRef ? validateParameters(parametersRef, 'parametersRef') : []),
      ...(suitableNodes ? validateNodeSelector(suitableNodes, 'suitableNodes') : []),
    ],
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

function validateDriverName(name: string): FieldError[] {
  if (name === '') return [required('driverName')];
  return [
    ...(name.length > MAXIMUM_DRIVER_NAME_LENGTH ? [tooLong('driverName', name, MAXIMUM_DRIVER_NAME_LENGTH)] : []),
    ...invalidFor('driverName', name, isDns1123Subdomain(name.toLowerCase())),
  ];
}
