import { utf8Length } from '../../api/encoding/utf8.ts';
import { duplicate, type FieldError, forbiddenField, invalid, required, tooLong } from '../../api/field-error.ts';
import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from '../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { isSentEmpty } from '../../schema/sent-empties.ts';
import { deprecatedNodeLabelWarnings } from '../deprecated-node-labels.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const RECLAIM_POLICIES = ['Delete', 'Retain'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];
const MAXIMUM_PARAMETERS = 512;
const MAXIMUM_PARAMETERS_SIZE = 256 * 1024;

const facts = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  resource: 'storageclasses',
  shortNames: ['sc'],
  namespaced: false,
  description: 'A class of storage that claims can request.',
  twins: ['storage.k8s.io/v1beta1', 'storage.k8s.io/v1alpha1'],
  types: {
    StorageClass: {
      provisioner: 'string',
      'parameters?': 'map[string]string',
      'reclaimPolicy?': '*string as(PersistentVolumeReclaimPolicy)',
      'mountOptions?': '[]string',
      'allowVolumeExpansion?': '*bool',
      'volumeBindingMode?': '*string as(VolumeBindingMode)',
      'allowedTopologies?': '[]core.v1.TopologySelectorTerm atomic',
    },
  },
} satisfies KindFacts;

export const storageclasses = resource<StorageClass>(facts, {
  deleteAnswersObject: true,
  strategy: {
    setDefaults(draft) {
      draft.reclaimPolicy ??= 'Delete';
      draft.volumeBindingMode ??= 'Immediate';
    },
    validate: (object) => validateStorageClass(object, ''),
    validateUpdate: (object, live) => [
      ...validateStorageClass(object, ''),
      ...(['parameters', 'provisioner', 'reclaimPolicy'] as const)
        .filter((member) => !semanticallyEqual(object[member], live[member]) || isSentEmpty(object, member))
        .map((member) => forbiddenField(member, `updates to ${member} are forbidden.`)),
      ...immutable(object.volumeBindingMode, live.volumeBindingMode, 'volumeBindingMode'),
    ],
    warnings: ({ allowedTopologies }, _live, { dialect }) =>
      (allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, term) =>
        deprecatedNodeLabelWarnings(
          (matchLabelExpressions ?? []).map(({ key }) => key),
          (_label, index) => `allowedTopologies[${term}].matchLabelExpressions[${index}].key`,
          dialect,
        ),
      ),
  },
  columns: [
    {
      ...nameColumn<StorageClass>(),
      cell: ({ metadata }) => `${metadata.name ?? ''}${isDefault(metadata.annotations) ? ' (default)' : ''}`,
    },
    column(
      'Provisioner',
      'string',
      'provisioner indicates the type of the provisioner.',
      ({ provisioner }) => provisioner,
    ),
    column(
      'ReclaimPolicy',
      'string',
      'reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.',
      ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
    ),
    column(
      'VolumeBindingMode',
      'string',
      'volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.',
      ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate',
    ),
    column(
      'AllowVolumeExpansion',
      'string',
      'allowVolumeExpansion shows whether the storage class allow volume expand.',
      ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
    ),
    ageColumn(),
  ],
});

/** Reports whether a class is the default, by the current or the beta annotation in any dialect. */
const isDefault = (annotations: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(annotations).some(([name, value]) => value === 'true' && DEFAULT_ANNOTATION.test(name));

const DEFAULT_ANNOTATION = /^storageclass\.(?:beta\.)?(?:kubernetes|cluster)\.io\/is-default-class$/;

function validateParameters(parameters: Readonly<Record<string, string>>, field: string): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAXIMUM_PARAMETERS) return [tooLong(field, '', MAXIMUM_PARAMETERS)];
  const errors: FieldError[] = [];
  if (entries.some(([key]) => key === '')) errors.push(invalid(field, '', 'field can not be empty.'));
  const size = utf8Length(entries.flat().join(''));
  if (size > MAXIMUM_PARAMETERS_SIZE) errors.push(tooLong(field, '', MAXIMUM_PARAMETERS_SIZE));
  return errors;
}

/** Returns a key of a term, regardless of the order of its expressions and their values. */
const topologyKey = ({ matchLabelExpressions }: TopologySelectorTerm): string => {
  const valuesOf = new Map((matchLabelExpressions ?? []).map(({ key, values }) => [key, [...new Set(values)].sort()]));
  return JSON.stringify([...valuesOf].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const validateTopology = checkMembers<TopologySelectorLabelRequirement>({
  values: { notEmpty: true, unique: true },
  key: { format: isQualifiedName },
});
const validateTerm = checkMembers<TopologySelectorTerm>({
  matchLabelExpressions: { each: validateTopology, unique: 'key' },
});

function validateTopologies(terms: readonly TopologySelectorTerm[], path: string): FieldError[] {
  return terms.flatMap((term, index) => {
    const field = `${path}[${index}].matchLabelExpressions`;
    // A term without expressions counts as a duplicate of as many empty ones as there are terms.
    const placeholders = term.matchLabelExpressions?.length ? [] : terms;
    const earlier = terms.slice(0, index).filter((other) => topologyKey(other) === topologyKey(term));
    return [
      ...validateTerm(term, `${path}[${index}]`),
      ...[...placeholders, ...earlier].map(() => duplicate(field, '')),
    ];
  });
}

const validateStorageClass = checkMembers<StorageClass>({
  provisioner: (name, field) =>
    name ? invalidFor(field, name.toLowerCase(), isQualifiedName(name.toLowerCase())) : [required(field)],
  parameters: validateParameters,
  reclaimPolicy: { ignoresEmpty: true, oneOf: RECLAIM_POLICIES },
  volumeBindingMode: { required: true, oneOf: BINDING_MODES },
  allowedTopologies: validateTopologies,
});
