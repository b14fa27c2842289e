import type { Dialect } from '../../../api/dialect.ts';
import { type FieldError, invalid, verbatim } from '../../../api/field-error.ts';
import { KUBERNETES_PREFIX } from '../../../api/kubernetes-names.ts';
import { isQualifiedName } from '../../../api/names.ts';
import { isWhole, type Quantity, quantityGoText, quantitySign, quantityText } from '../../../api/values/quantity.ts';
import { invalidFor } from '../../field-validation.ts';

const HUGE_PAGES = 'hugepages-';
const REQUESTS = 'requests.';
const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const CONTAINER = new Set(['cpu', 'memory', 'ephemeral-storage']);
const QUOTA = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  ...COUNTED,
]);
const STANDARD = new Set([...QUOTA, 'storage']);
const COUNTED_SET = new Set(COUNTED);

export const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES);
const isQuotaHugePages = (name: string): boolean => isHugePages(name) || name.startsWith(REQUESTS + HUGE_PAGES);

/** Reports whether quotas support the resource by name. */
export const isQuotaResource = (name: string): boolean => QUOTA.has(name) || isQuotaHugePages(name);

/** Reports whether a resource has no domain or a Kubernetes domain. */
export const isNativeResource = (name: string, dialect: Dialect): boolean =>
  !name.includes('/') || name.includes(dialect.rename(KUBERNETES_PREFIX));

/** Reports whether a resource is an extended resource: counted in integers and never overcommitted. */
export const isExtendedResource = (name: string, dialect: Dialect): boolean =>
  !isNativeResource(name, dialect) && !name.startsWith(REQUESTS) && isQualifiedName(REQUESTS + name).length === 0;

/** Reports whether limits may exceed requests. */
export const allowsOvercommit = (name: string, dialect: Dialect): boolean =>
  isNativeResource(name, dialect) && !isHugePages(name);

export function validateResourceName(name: string, field: string): FieldError[] {
  const messages = isQualifiedName(name);
  if (messages.length) return invalidFor(field, name, messages);
  if (name.includes('/') || STANDARD.has(name) || isQuotaHugePages(name)) return [];
  return [invalid(field, name, 'must be a standard resource type or fully qualified')];
}

export function validateContainerResourceName(name: string, field: string, dialect: Dialect): FieldError[] {
  const errors = validateResourceName(name, field);
  if (!name.includes('/')) {
    if (!CONTAINER.has(name) && !isHugePages(name)) {
      errors.push(invalid(field, name, 'must be a standard resource for containers'));
    }
  } else if (!isNativeResource(name, dialect) && !isExtendedResource(name, dialect)) {
    errors.push(invalid(field, name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

export function validateQuotaResourceName(name: string, field: string): FieldError[] {
  const errors = validateResourceName(name, field);
  if (!name.includes('/') && !isQuotaResource(name)) {
    errors.push(invalid(field, name, 'must be a standard resource for quota'));
  }
  return errors;
}

export const nonnegativeQuantity = (quantity: Quantity, field: string): FieldError[] =>
  quantitySign(quantity) < 0 ? [invalid(field, quantityText(quantity), 'must be greater than or equal to 0')] : [];

/** Requires a non-negative amount, and an integer if the resource is countable. */
export function validateResourceAmount(
  name: string,
  quantity: Quantity,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const errors = nonnegativeQuantity(quantity, field);
  const isCounted = COUNTED_SET.has(name) || isExtendedResource(name, dialect);
  if (isCounted && !isWhole(quantity))
    errors.push(invalid(field, verbatim(quantityGoText(quantity)), 'must be an integer'));
  return errors;
}
