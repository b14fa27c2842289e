import type { FieldError } from '../../api/field-error.ts';
import type { ApiObject } from '../../api/object.ts';
import { type ObjectMetaRules, validateObjectMeta } from '../object-meta.ts';

/**
 * Validates the metadata a second time. The update rules of many kinds include those for new objects, metadata and all,
 * so these errors have one more cause than those of other kinds.
 */
export const metadataErrors = ({ metadata }: ApiObject, rules: Partial<ObjectMetaRules> = {}): FieldError[] =>
  validateObjectMeta(metadata, { namespaced: true, ...rules });
