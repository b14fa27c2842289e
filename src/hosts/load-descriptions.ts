import type { LoadDescriptions } from '../schema/openapi/descriptions.ts';

/** Imports the texts of fields and types on first use. Not for service workers, which cannot import later. */
export const loadDescriptions: LoadDescriptions = async () =>
  (await import('./description-tables.ts')).descriptionTables;
