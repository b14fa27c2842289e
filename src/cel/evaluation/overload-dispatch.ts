import { isBytes } from '../../api/realms.ts';
import type { Evaluate, FunctionDeclaration, Overload } from '../typing/declarations.ts';
import type { Type } from '../typing/types.ts';
import {
  Duration,
  Failure,
  ListValue,
  MapValue,
  Opaque,
  Timestamp,
  typeName,
  UnsignedInteger,
  type Value,
} from '../values/values.ts';

/**
 * Returns a function that selects the overload by its argument values, because their types may be unknown at compile
 * time.
 */
export function dispatch(
  { name, overloads, evaluate }: FunctionDeclaration,
  count: number,
  isMember: boolean,
): Evaluate {
  if (evaluate) return evaluate;
  const fitting = overloads.filter(
    (overload) => overload.isMember === isMember && overload.parameters.length === count,
  );
  return (values, budget) => {
    const chosen = fitting.find((overload) => accepts(overload, values));
    if (chosen?.evaluate) return chosen.evaluate(values, budget);
    return new Failure(`no such overload: ${name}(${values.map(typeName).join(', ')})`);
  };
}

const accepts = ({ parameters }: Overload, values: readonly Value[]): boolean =>
  parameters.every((type, index) => isOf(values[index] ?? null, type));

function isOf(value: Value, type: Type): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'parameter':
      return true;
    case 'string':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'double':
      return typeof value === 'number';
    case 'uint':
      return value instanceof UnsignedInteger;
    case 'bytes':
      return isBytes(value);
    case 'timestamp':
      return value instanceof Timestamp;
    case 'duration':
      return value instanceof Duration;
    case 'list':
      return value instanceof ListValue && (value.length === 0 || isOf(value.at(0), type.element));
    case 'map':
      return value instanceof MapValue;
    case 'opaque':
      return value instanceof Opaque && value.typeName === type.name;
    default:
      return false;
  }
}
