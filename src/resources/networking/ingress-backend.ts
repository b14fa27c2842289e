import { type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { HTTPIngressPath, IngressBackend } from '../../api/kinds/networking-v1.generated.ts';
import { isDns1035Label, isValidPortName, isValidPortNumber } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { validateObjectReference } from './object-reference.ts';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const FORBIDDEN_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const FORBIDDEN_ENDS = ['/..', '/.'];

/** Validates a backend: a port of a service, or any other object. */
export function validateIngressBackend({ resource, service }: IngressBackend, field: string): FieldError[] {
  if (resource && service) return [invalid(field, '', 'cannot set both resource and service backends')];
  if (resource) return validateObjectReference(resource, `${field}.resource`);
  if (!service) return [invalid(field, '', 'resource or service backend is required')];
  const { name = '', number = 0 } = service.port ?? {};
  return [
    ...(service.name === ''
      ? [required(`${field}.service.name`)]
      : invalidFor(`${field}.service.name`, service.name, isDns1035Label(service.name))),
    ...validatePort(name, number, field),
  ];
}

function validatePort(name: string, number: number, field: string): FieldError[] {
  if (name !== '' && number !== 0) return [invalid(field, '', 'cannot set both port name & port number')];
  if (name !== '') return invalidFor(`${field}.service.port.name`, name, isValidPortName(name));
  if (number !== 0) return invalidFor(`${field}.service.port.number`, number, isValidPortNumber(number));
  return [required(field, 'port name or number is required')];
}

export function validateIngressPath({ path = '', pathType, backend }: HTTPIngressPath, field: string): FieldError[] {
  if (!pathType) return [required(`${field}.pathType`, 'pathType must be specified')];
  return [...validatePath(path, pathType, field), ...validateIngressBackend(backend, `${field}.backend`)];
}

function validatePath(path: string, pathType: string, field: string): FieldError[] {
  const wrong = (detail: string) => invalid(`${field}.path`, path, detail);
  const isAbsolute = path.startsWith('/');
  if (pathType === 'ImplementationSpecific') {
    return path === '' || isAbsolute ? [] : [wrong('must be an absolute path')];
  }
  if (!PATH_TYPES.includes(pathType)) return [notSupported(`${field}.pathType`, pathType, PATH_TYPES)];
  return [
    ...(isAbsolute ? [] : [wrong('must be an absolute path')]),
    ...FORBIDDEN_PARTS.filter((part) => path.includes(part)).map((part) => wrong(`must not contain '${part}'`)),
    ...FORBIDDEN_ENDS.filter((end) => path.endsWith(end)).map((end) => wrong(`cannot end with '${end}'`)),
  ];
}
