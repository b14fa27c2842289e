import { base64Length } from '../../api/encoding/base64.ts';
import { utf8Length } from '../../api/encoding/utf8.ts';
import { type FieldError, forbiddenField, invalid, tooLong } from '../../api/field-error.ts';
import type { ConfigMap } from '../../api/kinds/core-v1.generated.ts';
import { isConfigMapKey } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { metadataErrors } from './metadata-errors.ts';

/** The maximum size of the data of a ConfigMap or Secret, in bytes. */
export const MAXIMUM_DATA_BYTES = 1024 * 1024;

/** Returns an error for each changed field of an immutable object. */
export function validateFrozen<T extends { immutable?: boolean | undefined }>(
  object: T,
  live: T,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  if (!live.immutable) return [];
  const detail = 'field is immutable when `immutable` is set';
  return [
    ...(object.immutable ? [] : [forbiddenField('immutable', detail)]),
    ...fields
      .filter((field) => !semanticallyEqual(object[field], live[field]))
      .map((field) => forbiddenField(field, detail)),
  ];
}

function validate({ data = {}, binaryData = {} }: ConfigMap): FieldError[] {
  let size = 0;
  const errors = Object.entries(data).flatMap(([key, value]) => {
    size += utf8Length(value);
    const field = `data[${key}]`;
    const isTwice = Object.hasOwn(binaryData, key);
    return [
      ...invalidFor(field, key, isConfigMapKey(key)),
      ...(isTwice ? [invalid(field, key, 'duplicate of key present in binaryData')] : []),
    ];
  });
  for (const [key, value] of Object.entries(binaryData)) {
    size += base64Length(value);
    errors.push(...invalidFor(`binaryData[${key}]`, key, isConfigMapKey(key)));
  }
  // The real server passes no field here, which is shown as `[]`.
  return size > MAXIMUM_DATA_BYTES ? [...errors, tooLong('[]', '', MAXIMUM_DATA_BYTES)] : errors;
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  shortNames: ['cm'],
  namespaced: true,
  description: 'Configuration data that pods read as files or environment variables.',
  types: {
    ConfigMap: {
      'immutable?': '*bool number(4)',
      'data?': 'map[string]string number(2)',
      'binaryData?': 'map[string][]byte number(3)',
    },
  },
} satisfies KindFacts;

export const configmaps = resource<ConfigMap>(facts, {
  strategy: {
    validate,
    validateUpdate: (object, live) => [
      ...validateFrozen(object, live, ['data', 'binaryData']),
      ...metadataErrors(object),
      ...validate(object),
    ],
  },
  columns: [
    nameColumn(),
    column(
      'Data',
      'string',
      "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
      ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
    ),
    ageColumn(),
  ],
});
