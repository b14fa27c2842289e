import type { Dialect } from '../../api/dialect.ts';
import { utf8Length } from '../../api/encoding/utf8.ts';
import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from '../../api/kinds/apiextensions-v1.generated.ts';
import { isDns1035Label } from '../../api/names.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { goSyntax } from './go-types.ts';
import { validateSchema } from './schema-validation.ts';
import { hasDefaults, schemaIn } from './schema-walk.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

type Versions = readonly CustomResourceDefinitionVersion[];

/** Validates the versions of a custom kind, except for the parts that all versions share. */
export function validateDefinitionVersions(
  sent: Versions | null | undefined,
  dialect: Dialect,
  preservesUnknown = false,
): FieldError[] {
  const versions = sent ?? [];
  const names = versions.map(({ name }) => name);
  const errors = [
    ...versions.flatMap(({ schema }, index) =>
      schema?.openAPIV3Schema
        ? []
        : [required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required')],
    ),
    ...(preservesUnknown && versions.some(({ schema }) => hasDefaults(schema?.openAPIV3Schema))
      ? [invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')]
      : []),
    ...versions.flatMap((version, index) => versionErrors(version, `spec.versions[${index}]`, versions, dialect)),
  ];
  if (new Set(names).size < names.length) {
    errors.push(invalid('spec.versions', shownVersions(sent), 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.push(
      invalid('spec.versions', shownVersions(sent), 'must have exactly one version marked as storage version'),
    );
  }
  const [first = ''] = names;
  const messages = first === '' ? [] : isDns1035Label(first);
  if (messages.length > 0) errors.push(invalid('spec.version', first, messages.join(',')));
  return errors;
}

/** Validates the parts that all versions share. The paths of their errors are outside the versions. */
export function validateSharedParts(versions: Versions, dialect: Dialect): FieldError[] {
  const [first] = versions;
  if (!first) return [];
  const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined);
  return [
    ...(isShared(versions, 'schema') ? schemaErrors(first, 'spec.validation', dialect, hasStatus) : []),
    ...(isShared(versions, 'subresources') ? validateSubresources(first.subresources ?? {}, 'spec.subresources') : []),
    ...(isShared(versions, 'additionalPrinterColumns') ? columnErrors(first, 'spec.additionalPrinterColumns') : []),
  ];
}

/**
 * Returns the versions as errors show them: without the shared parts, which the internal type keeps outside the
 * versions.
 */
function shownVersions(versions: Versions | null | undefined) {
  const shared = SHAREABLE.filter((member) => isShared(versions ?? [], member));
  const without = Object.fromEntries(shared.map((member) => [member, undefined]));
  return goSyntax(
    '[]CustomResourceDefinitionVersion',
    versions?.map((version) => ({ ...version, ...without })),
  );
}

const SHAREABLE = ['schema', 'subresources', 'additionalPrinterColumns'] as const;

const isShared = (versions: Versions, member: (typeof SHAREABLE)[number]): boolean =>
  versions.every((version) => semanticallyEqual(version[member], versions[0]?.[member]));

function versionErrors(
  version: CustomResourceDefinitionVersion,
  field: string,
  versions: Versions,
  dialect: Dialect,
): FieldError[] {
  const { name, subresources } = version;
  const messages = isDns1035Label(name);
  // As in the real server, the subresources are those of the first version with this name.
  const hasStatus = versions.find((one) => one.name === name)?.subresources?.status !== undefined;
  return [
    ...(messages.length > 0 ? [invalid(`${field}.name`, name, messages.join(','))] : []),
    ...warningErrors(version, `${field}.deprecationWarning`),
    ...(isShared(versions, 'schema') ? [] : schemaErrors(version, `${field}.schema`, dialect, hasStatus)),
    ...(isShared(versions, 'subresources') ? [] : validateSubresources(subresources ?? {}, `${field}.subresources`)),
    ...(isShared(versions, 'additionalPrinterColumns')
      ? []
      : columnErrors(version, `${field}.additionalPrinterColumns`)),
  ];
}

const MAXIMUM_WARNING_BYTES = 256;

function warningErrors({ deprecated, deprecationWarning: text }: CustomResourceDefinitionVersion, field: string) {
  if (text === undefined) return [];
  const problem = (detail: string): FieldError => invalid(field, text, detail);
  if (!deprecated) return [problem('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (utf8Length(text) > MAXIMUM_WARNING_BYTES) errors.push(problem('must be <= 256 characters long'));
  if (text === '') errors.push(problem('must not be an empty string'));
  const odd = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(text);
  if (odd) {
    const index = utf8Length(text.slice(0, odd.index));
    errors.push(
      problem(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`),
    );
  }
  return errors;
}

function schemaErrors(
  { schema }: CustomResourceDefinitionVersion,
  field: string,
  dialect: Dialect,
  hasStatus: boolean,
): FieldError[] {
  const found = schemaIn(schema?.openAPIV3Schema);
  return found ? validateSchema(found, `${field}.openAPIV3Schema`, dialect, hasStatus) : [];
}

const columnErrors = ({ additionalPrinterColumns }: CustomResourceDefinitionVersion, field: string): FieldError[] =>
  (additionalPrinterColumns ?? []).flatMap((column, index) => validateColumn(column, `${field}[${index}]`));

function validateSubresources({ scale }: CustomResourceSubresources, field: string): FieldError[] {
  if (!scale) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  return [
    ...validateReplicasPath(specReplicasPath, `${field}.scale.specReplicasPath`, '.spec'),
    ...validateReplicasPath(statusReplicasPath, `${field}.scale.statusReplicasPath`, '.status'),
    ...(labelSelectorPath === '' ? [] : validateSelectorPath(labelSelectorPath, `${field}.scale.labelSelectorPath`)),
  ];
}

function validateReplicasPath(path: string, field: string, root: string): FieldError[] {
  if (path === '') return [required(field)];
  const errors = validateSimplePath(path, field);
  if (errors.length > 0 || path.startsWith(`${root}.`)) return errors;
  return [invalid(field, path, `should be a json path under ${root}`)];
}

function validateSelectorPath(path: string, field: string): FieldError[] {
  const errors = validateSimplePath(path, field);
  if (errors.length > 0 || path.startsWith('.status.') || path.startsWith('.spec.')) return errors;
  return [invalid(field, path, 'should be a json path under either .spec or .status')];
}

const validateSimplePath = (path: string, field: string): FieldError[] =>
  path.startsWith('.') ? [] : [invalid(field, path, 'must be a simple json path starting with .')];

function validateColumn(column: CustomResourceColumnDefinition, field: string): FieldError[] {
  const { name, type, format = '', jsonPath } = column;
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  const errors = name === '' ? [required(`${field}.name`)] : [];
  if (type === '') errors.push(required(`${field}.type`, types));
  else if (!COLUMN_TYPES.includes(type)) errors.push(invalid(`${field}.type`, type, types));
  if (format !== '' && !COLUMN_FORMATS.includes(format)) {
    errors.push(invalid(`${field}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  }
  if (jsonPath === '') return [...errors, required(`${field}.JSONPath`)];
  return [...errors, ...validateSimplePath(jsonPath, `${field}.JSONPath`)];
}
