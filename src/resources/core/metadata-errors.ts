import type { FieldError } from '../../api/field-error.ts';
import type { ApiObject } from '../../api/object.ts';
import { type ObjectMetaRules, validateObjectMeta } from '../object-meta.ts';

/**
 * Validates the metadata a second time. The update rules of many kinds include all rules for new objects, so that
 * errors of their metadata have an additional cause.
 */
export const metadataErrors = ({ metadata }: ApiObject, rules: Partial<ObjectMetaRules> = {}): FieldError[] =>
  validateObjectMeta(metadata, { namespaced: true, ...rules });
