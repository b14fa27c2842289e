import type { Dialect } from '../../../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, notFoundValue, required } from '../../../../api/field-error.ts';
import type { ResourceRequirements } from '../../../../api/kinds/core-v1.generated.ts';
import {
  compareQuantities,
  isWhole,
  parseQuantity,
  type Quantity,
  quantitySign,
  quantityText,
  wholeValue,
} from '../../../../api/values/quantity.ts';
import {
  allowsOvercommit,
  isHugePages,
  validateContainerResourceName,
  validateResourceAmount,
} from '../../quantities/resource-names.ts';
import { amountOf, type ResourceList, sortedAmounts } from '../../quantities/resource-quantities.ts';

/** Validates the limits and requests of a container. `claimNames` are the pod's resource claims. */
export function validateResourceRequirements(
  resources: ResourceRequirements | undefined,
  field: string,
  dialect: Dialect,
  claimNames: ReadonlySet<string> = new Set(),
): FieldError[] {
  const { limits, requests, claims } = resources ?? {};
  const errors = validateAmounts(limits, `${field}.limits`, dialect);
  for (const [name, request] of sortedAmounts(requests)) {
    errors.push(...validateAmount(name, request, `${field}.requests`, dialect));
    errors.push(...validateRequest(name, request, amountOf(limits, name), field, dialect));
  }
  const names = Object.keys({ ...limits, ...requests });
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(forbiddenField(field, 'HugePages require cpu or memory'));
  }
  for (const [index, { name }] of (claims ?? []).entries()) {
    if (!claimNames.has(name)) errors.push(notFoundValue(`${field}.claims[${index}]`, name));
  }
  return errors;
}

const validateAmounts = (list: ResourceList | undefined, field: string, dialect: Dialect): FieldError[] =>
  sortedAmounts(list).flatMap(([name, quantity]) => validateAmount(name, quantity, field, dialect));

function validateAmount(name: string, quantity: Quantity, field: string, dialect: Dialect): FieldError[] {
  const path = `${field}[${name}]`;
  const errors = [
    ...validateContainerResourceName(name, path, dialect),
    ...validateResourceAmount(name, quantity, path, dialect),
  ];
  if (isHugePages(name)) errors.push(...validateHugePages(name, quantity, path));
  return errors;
}

/** Requires whole huge pages. Their size is part of the name. */
function validateHugePages(name: string, quantity: Quantity, field: string): FieldError[] {
  const size = hugePageSize(name.slice(name.indexOf('-') + 1));
  if (size !== undefined && wholeValue(quantity) % size === 0n) return [];
  const text = quantityText(quantity);
  return [invalid(field, text, `${text} is not positive integer multiple of ${name}`)];
}

/** Returns the bytes of a positive integer size; undefined for other text. */
function hugePageSize(text: string): bigint | undefined {
  try {
    const size = parseQuantity(text);
    return quantitySign(size) > 0 && isWhole(size) ? wholeValue(size) : undefined;
  } catch {
    return undefined;
  }
}

function validateRequest(
  name: string,
  request: Quantity,
  limit: Quantity | undefined,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const mustBeEqual = !allowsOvercommit(name, dialect);
  if (!limit) {
    return mustBeEqual ? [required(`${field}.limits`, 'Limit must be set for non overcommitable resources')] : [];
  }
  const order = compareQuantities(request, limit);
  const [shown, most] = [quantityText(request), quantityText(limit)];
  if (mustBeEqual && order !== 0) {
    return [invalid(`${field}.requests`, shown, `must be equal to ${name} limit of ${most}`)];
  }
  return order > 0
    ? [invalid(`${field}.requests`, shown, `must be less than or equal to ${name} limit of ${most}`)]
    : [];
}
