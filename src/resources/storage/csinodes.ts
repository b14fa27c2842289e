import { utf8Length } from '../../api/encoding/utf8.ts';
import { duplicate, type FieldError, invalid, required } from '../../api/field-error.ts';
import type { CSINode, CSINodeDriver } from '../../api/kinds/storage-v1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { goValue } from '../core/struct-difference/go-value.ts';
import { validateDriverName } from '../core/volume/volume-sources.ts';
import { invalidFor, nonnegative } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const MAXIMUM_NODE_ID_LENGTH = 256;

const facts = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  resource: 'csinodes',
  namespaced: false,
  description: 'The storage drivers installed on a node.',
  twins: ['storage.k8s.io/v1beta1', 'storage.k8s.io/v1alpha1'],
  types: {
    CSINode: { spec: 'CSINodeSpec' },
    CSINodeSpec: { drivers: '[]CSINodeDriver merge(name)' },
    CSINodeDriver: {
      name: 'string',
      nodeID: 'string',
      'topologyKeys?': '[]string written',
      'allocatable?': '*VolumeNodeResources',
    },
    VolumeNodeResources: { 'count?': '*int32' },
  },
} satisfies KindFacts;

export const csinodes = resource<CSINode>({
  group: facts.group,
  resource: facts.resource,
  allowUnconditionalUpdate: false,
  deleteAnswersObject: true,
  strategy: {
    prepareForCreate: dropEmptyDrivers,
    prepareForUpdate: dropEmptyDrivers,
    validate: ({ spec }) => validateDrivers(spec.drivers ?? []),
    validateUpdate: ({ spec }, live) => [
      ...validateDrivers(spec.drivers ?? []),
      ...(live.spec.drivers ?? []).flatMap((old) =>
        (spec.drivers ?? [])
          .filter((driver) => driver.name === old.name && !semanticallyEqual(driver, old))
          .map((driver) => invalid('CSINodeDriver', goValue('storage.v1.CSINodeDriver', driver), 'field is immutable')),
      ),
    ],
  },
  columns: [
    nameColumn(),
    column(
      'Drivers',
      'integer',
      'Drivers indicates the number of CSI drivers registered on the node',
      ({ spec }) => spec.drivers?.length ?? 0,
    ),
    ageColumn(),
  ],
});

/** Empty lists are stored as none. */
function dropEmptyDrivers({ spec }: CSINode): void {
  if (!spec.drivers?.length) spec.drivers = null;
}

function validateDrivers(drivers: readonly CSINodeDriver[]): FieldError[] {
  return drivers.flatMap((driver, index) => {
    const field = `spec.drivers[${index}]`;
    return [
      ...validateDriverName(driver.name, `${field}.name`),
      ...validateNodeId(driver.nodeID, `${field}.nodeID`),
      ...nonnegative(driver.allocatable?.count, `${field}.allocatable.count`),
      ...(drivers.findIndex(({ name }) => name === driver.name) < index
        ? [duplicate(`${field}.name`, driver.name)]
        : []),
      ...validateTopologyKeys(driver.topologyKeys ?? [], field),
    ];
  });
}

function validateNodeId(id: string, field: string): FieldError[] {
  if (id === '') return [required(field)];
  if (utf8Length(id) <= MAXIMUM_NODE_ID_LENGTH) return [];
  return [invalid(field, id, `must be ${MAXIMUM_NODE_ID_LENGTH} characters or less`)];
}

const validateTopologyKeys = (keys: readonly string[], field: string): FieldError[] =>
  keys.flatMap((key, index) => [
    ...(key === '' ? [required(field)] : []),
    ...(keys.indexOf(key) < index ? [duplicate(field, key)] : []),
    ...invalidFor(field, key, isQualifiedName(key)),
  ]);
