import { utf8Length } from '../../api/encoding/utf8.ts';
import { duplicate, type FieldError, invalid, required } from '../../api/field-error.ts';
import type { CSINode, CSINodeDriver, CSINodeSpec, VolumeNodeResources } from '../../api/kinds/storage-v1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { goValue } from '../core/struct-difference/go-value.ts';
import { validateDriverName } from '../core/volume/volume-sources.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers, NONNEGATIVE } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

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

export const csinodes = resource<CSINode>(facts, {
  allowUnconditionalUpdate: false,
  deleteAnswersObject: true,
  strategy: {
    prepareForCreate: dropEmptyDrivers,
    prepareForUpdate: dropEmptyDrivers,
    validate: ({ spec }) => validateSpec(spec, 'spec'),
    validateUpdate: ({ spec }, live) => [
      ...validateSpec(spec, 'spec'),
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

/** Drops empty lists, which are stored as absent. */
function dropEmptyDrivers({ spec }: CSINode): void {
  if (!spec.drivers?.length) spec.drivers = null;
}

const validateDriver = checkMembers<CSINodeDriver>({
  name: validateDriverName,
  nodeID: { notEmpty: true, format: isNodeId },
  allocatable: checkMembers<VolumeNodeResources>({ count: NONNEGATIVE }),
});

const validateSpec = checkMembers<CSINodeSpec>({
  drivers: (drivers, field) =>
    drivers.flatMap((driver, index) => [
      ...validateDriver(driver, `${field}[${index}]`),
      ...(drivers.findIndex(({ name }) => name === driver.name) < index
        ? [duplicate(`${field}[${index}].name`, driver.name)]
        : []),
      ...validateTopologyKeys(driver.topologyKeys ?? [], `${field}[${index}]`),
    ]),
});

function isNodeId(id: string): string[] {
  return utf8Length(id) <= 256 ? [] : ['must be 256 characters or less'];
}

const validateTopologyKeys = (keys: readonly string[], field: string): FieldError[] =>
  keys.flatMap((key, index) => [
    ...(key === '' ? [required(field)] : []),
    ...(keys.indexOf(key) < index ? [duplicate(field, key)] : []),
    ...invalidFor(field, key, isQualifiedName(key)),
  ]);
