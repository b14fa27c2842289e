import type { LoadDescriptions } from '../schema/openapi/descriptions.ts';

/**
 * Imports the texts of fields and types on first use. Service workers cannot use it, because they cannot import later.
 */
export const loadDescriptions: LoadDescriptions = async () =>
  (await import('./description-tables.ts')).descriptionTables;
