import { isWhole, quantityText } from '../../../api/values/quantity.ts';
import { amountOf, type ResourceList } from './resource-quantities.ts';

/** Returns warnings about amounts of bytes that are not integers. */
export const fractionalByteWarnings = (
  list: ResourceList | undefined,
  names: readonly string[],
  field: string,
): string[] =>
  names.flatMap((name) => {
    const quantity = amountOf(list, name);
    return !quantity || isWhole(quantity)
      ? []
      : [`${field}[${name}]: fractional byte value "${quantityText(quantity)}" is invalid, must be an integer`];
  });
