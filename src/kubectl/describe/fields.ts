import { isRecord } from '../../api/object.ts';

/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns a member that is an object; an empty one when it is absent. */
export const inner = (fields: unknown, ...path: readonly string[]): Fields => {
  let value: unknown = fields;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return isRecord(value) ? value : {};
};

/** Returns the objects of a list. */
export const items = (fields: unknown, ...path: readonly string[]): readonly Fields[] => {
  const value = member(fields, ...path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

/** Returns the texts of a list. */
export const texts = (fields: unknown, ...path: readonly string[]): readonly string[] => {
  const value = member(fields, ...path);
  return Array.isArray(value) ? value.map(String) : [];
};

/** Returns a member of any type. */
export const member = (fields: unknown, ...path: readonly string[]): unknown => {
  let value: unknown = fields;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return value;
};

/** Returns a text; empty when it is absent. */
export const string = (fields: unknown, ...path: readonly string[]): string => {
  const value = member(fields, ...path);
  return value === undefined || value === null ? '' : String(value);
};

export const number = (fields: unknown, ...path: readonly string[]): number => Number(member(fields, ...path) ?? 0);

/** Returns a map of texts. */
export const textMap = (fields: unknown, ...path: readonly string[]): Record<string, string> =>
  inner(fields, ...path) as Record<string, string>;
