import { type FieldError, invalid, required } from '../../../api/field-error.ts';
import type { KeyToPath } from '../../../api/kinds/core-v1.generated.ts';

export const FILE_MODE_TEXT = 'must be a number between 0 and 0777 (octal), both inclusive';

export const validatePathNoBacksteps = (path: string, field: string): FieldError[] =>
  path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];

/** Requires a relative path without `..`. */
export const validateDescendingPath = (path: string, field: string): FieldError[] => [
  ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
  ...validatePathNoBacksteps(path, field),
];

/** As `validateDescendingPath`; also rejects names that start with two dots, which are reserved. */
export const validateUnreservedPath = (path: string, field: string): FieldError[] => [
  ...validateDescendingPath(path, field),
  ...(path.startsWith('..') && !path.startsWith('../') ? [invalid(field, path, "must not start with '..'")] : []),
];

export const validateFileMode = (mode: number | undefined, field: string): FieldError[] =>
  mode !== undefined && (mode > 0o777 || mode < 0) ? [invalid(field, mode, FILE_MODE_TEXT)] : [];

export const validateKeyToPath = ({ key, path, mode }: KeyToPath, field: string): FieldError[] => [
  ...(key ? [] : [required(`${field}.key`)]),
  ...(path ? [] : [required(`${field}.path`)]),
  ...validateUnreservedPath(path, `${field}.path`),
  ...validateFileMode(mode, `${field}.mode`),
];
