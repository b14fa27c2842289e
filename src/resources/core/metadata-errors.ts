import type { Dialect } from '../../api/dialect.ts';
import type { FieldError } from '../../api/field-error.ts';
import type { ApiObject } from '../../api/object.ts';
import { type ObjectMetaRules, validateObjectMeta } from '../object-meta.ts';

/**
 * Errors of the metadata once more: the rules for changes of many kinds contain those for new objects, metadata and all,
 * which is why the causes of such an error come one time more often than for other kinds.
 */
export const metadataErrors = (
  { metadata }: ApiObject,
  dialect: Dialect,
  rules: Partial<ObjectMetaRules> = {},
): FieldError[] => validateObjectMeta(metadata, { namespaced: true, ...rules }, dialect);
