import { type FieldError, invalid, required } from '../../../api/field-error.ts';
import type { KeyToPath } from '../../../api/kinds/core-v1.generated.ts';
import { checkMembers } from '../../member-rules.ts';

export const FILE_MODE_TEXT = 'must be a number between 0 and 0777 (octal), both inclusive';

export const validatePathNoBacksteps = (path: string, field: string): FieldError[] =>
  path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];

/** Requires a relative path without `..`. */
export const validateDescendingPath = (path: string, field: string): FieldError[] => [
  ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
  ...validatePathNoBacksteps(path, field),
];

/** Like `validateDescendingPath`, but also rejects names that start with two dots, which are reserved. */
export const validateUnreservedPath = (path: string, field: string): FieldError[] => [
  ...validateDescendingPath(path, field),
  ...(path.startsWith('..') && !path.startsWith('../') ? [invalid(field, path, "must not start with '..'")] : []),
];

/** The facts of the mode of a file. */
export const FILE_MODE = { minimum: [0, FILE_MODE_TEXT], maximum: [0o777, FILE_MODE_TEXT] } as const;

export const validateKeyToPath = checkMembers<KeyToPath>({
  key: { notEmpty: true },
  path: (path, field) => [...(path ? [] : [required(field)]), ...validateUnreservedPath(path, field)],
  mode: FILE_MODE,
});
