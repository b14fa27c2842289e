import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, invalid, required, verbatim } from '../../api/field-error.ts';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from '../../api/kinds/apiextensions-v1.generated.ts';
import { isDns1035Label } from '../../api/names.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { validateSchema } from './schema-validation.ts';
import { schemaIn } from './schema-walk.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Validates the versions of a custom kind. */
export function validateDefinitionVersions(spec: CustomResourceDefinitionSpec, dialect: Dialect): FieldError[] {
  const versions = spec.versions ?? [];
  const shown = verbatim('[]apiextensions.CustomResourceDefinitionVersion{}');
  const names = versions.map(({ name }) => name);
  const errors = [
    ...versions.flatMap(({ schema }, index) =>
      schema?.openAPIV3Schema
        ? []
        : [required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required')],
    ),
    ...names.flatMap((name, index) => validateVersionName(name, `spec.versions[${index}].name`)),
  ];
  if (new Set(names).size < names.length) {
    errors.push(invalid('spec.versions', shown, 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.push(invalid('spec.versions', shown, 'must have exactly one version marked as storage version'));
  }
  return [...errors, ...validateParts(versions, dialect)];
}

function validateVersionName(name: string, field: string): FieldError[] {
  const messages = isDns1035Label(name);
  return messages.length > 0 ? [invalid(field, name, messages.join(','))] : [];
}

/** Parts that all versions share are validated once, and their errors have a path outside of the versions. */
function validateParts(versions: readonly CustomResourceDefinitionVersion[], dialect: Dialect): FieldError[] {
  const schema = (version: CustomResourceDefinitionVersion, field: string): FieldError[] => {
    const found = schemaIn(version.schema?.openAPIV3Schema);
    return found ? validateSchema(found, `${field}.openAPIV3Schema`, dialect) : [];
  };
  const subresources = (version: CustomResourceDefinitionVersion, field: string) =>
    validateSubresources(version.subresources ?? {}, field);
  const columns = (version: CustomResourceDefinitionVersion, field: string) =>
    (version.additionalPrinterColumns ?? []).flatMap((column, index) => validateColumn(column, `${field}[${index}]`));
  return [
    ...once(versions, 'schema', 'validation', schema),
    ...once(versions, 'subresources', 'subresources', subresources),
    ...once(versions, 'additionalPrinterColumns', 'additionalPrinterColumns', columns),
  ];
}

function once(
  versions: readonly CustomResourceDefinitionVersion[],
  member: 'schema' | 'subresources' | 'additionalPrinterColumns',
  commonName: string,
  validate: (version: CustomResourceDefinitionVersion, field: string) => FieldError[],
): FieldError[] {
  const [first] = versions;
  if (!first) return [];
  if (versions.every((version) => semanticallyEqual(version[member], first[member]))) {
    return validate(first, `spec.${commonName}`);
  }
  return versions.flatMap((version, index) => validate(version, `spec.versions[${index}].${member}`));
}

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
  return [invalid(field, path, 'should be a json path under either .status or .spec')];
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
