import { type FieldError, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type {
  DownwardAPIVolumeFile,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../../../../api/kinds/core-v1.generated.ts';
import { isQualifiedName } from '../../../../api/names.ts';
import { canonicalQuantity } from '../../../../api/values/quantity.ts';
import { invalidFor } from '../../../field-validation.ts';
import { checkMembers } from '../../../member-rules.ts';
import { FILE_MODE, validateUnreservedPath } from '../../volume/volume-paths.ts';

/** Fields that environment variables can refer to. */
export const ENVIRONMENT_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** Fields that files can refer to. */
export const FILE_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const CONVERTIBLE_FIELDS = new Set([
  ...ENVIRONMENT_FIELDS,
  ...FILE_FIELDS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const RESOURCE_FIELDS = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const BYTE_DIVISORS = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** Splits `metadata.labels['app']` into its two parts. */
function subscripted(path: string): readonly [string, string] | undefined {
  const match = /^(.+?)\['(.*)'\]$/.exec(path);
  return match ? [match[1] ?? '', match[2] ?? ''] : undefined;
}

/** Returns why a pod field cannot be referred to; undefined when it can. */
function conversionError(version: string, path: string): string | undefined {
  if (version !== 'v1') return `unsupported pod version: ${version}`;
  const parts = subscripted(path);
  if (parts) {
    const isMap = parts[0] === 'metadata.annotations' || parts[0] === 'metadata.labels';
    return isMap ? undefined : `field label does not support subscript: ${path}`;
  }
  return CONVERTIBLE_FIELDS.has(path) || path === 'spec.host' ? undefined : `field label not supported: ${path}`;
}

export function validateFieldReference(
  { apiVersion = '', fieldPath }: ObjectFieldSelector,
  supported: readonly string[],
  field: string,
): FieldError[] {
  if (!apiVersion) return [required(`${field}.apiVersion`)];
  if (!fieldPath) return [required(`${field}.fieldPath`)];
  const wrong = conversionError(apiVersion, fieldPath);
  if (wrong) return [invalid(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${wrong}`)];
  const parts = subscripted(fieldPath);
  if (parts) {
    const key = parts[0] === 'metadata.annotations' ? parts[1].toLowerCase() : parts[1];
    return invalidFor(field, key, isQualifiedName(key));
  }
  const path = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
  return supported.includes(path) ? [] : [notSupported(`${field}.fieldPath`, path, supported)];
}

/** @param isFile whether the reference must name a container */
export function validateResourceReference(
  reference: ResourceFieldSelector,
  field: string,
  isFile: boolean,
): FieldError[] {
  const { containerName, resource } = reference;
  const errors: FieldError[] = [];
  if (isFile && !containerName) errors.push(required(`${field}.containerName`));
  else if (!resource) errors.push(required(`${field}.resource`));
  else if (!RESOURCE_FIELDS.includes(resource) && !isHugePages(resource)) {
    errors.push(notSupported(`${field}.resource`, resource, RESOURCE_FIELDS));
  }
  return [...errors, ...validateDivisor(reference, field)];
}

const isHugePages = (resource: string): boolean => /^(limits|requests)\.hugepages-/.test(resource);

function validateDivisor({ resource, divisor }: ResourceFieldSelector, field: string): FieldError[] {
  const text = canonicalQuantity(String(divisor ?? '0'));
  if (text === '0') return [];
  const wrong = (what: string) => [invalid(`${field}.divisor`, resource, `only divisor's values ${what}`)];
  if (resource.endsWith('.cpu')) {
    return text === '1' || text === '1m' ? [] : wrong('1m and 1 are supported with the cpu resource');
  }
  if (BYTE_DIVISORS.includes(text)) return [];
  const bytes = BYTE_DIVISORS.join(', ');
  if (resource.endsWith('.memory')) return wrong(`${bytes} are supported with the memory resource`);
  if (resource.endsWith('.ephemeral-storage')) {
    return wrong(`${bytes} are supported with the local ephemeral storage resource`);
  }
  return isHugePages(resource) ? wrong(`${bytes} are supported with the hugepages resource`) : [];
}

const validateMode = checkMembers<DownwardAPIVolumeFile>({ mode: FILE_MODE });

export function validateDownwardFile(file: DownwardAPIVolumeFile, field: string): FieldError[] {
  const { path, fieldRef, resourceFieldRef } = file;
  const errors = path ? [] : [required(`${field}.path`)];
  errors.push(...validateUnreservedPath(path, `${field}.path`));
  if (fieldRef) {
    errors.push(...validateFieldReference(fieldRef, FILE_FIELDS, `${field}.fieldRef`));
    if (resourceFieldRef) {
      errors.push(invalid(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (resourceFieldRef) {
    errors.push(...validateResourceReference(resourceFieldRef, `${field}.resourceFieldRef`, true));
  } else {
    errors.push(required(field, 'one of fieldRef and resourceFieldRef is required'));
  }
  return [...errors, ...validateMode(file, field)];
}
