import type { Descriptions, TypeDescription } from '../schema/openapi/descriptions.ts';

const tables = import.meta.glob<Record<string, TypeDescription>>('../schema/data/descriptions/*.json', {
  eager: true,
  import: 'default',
});

const packageOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

/** The texts of every package, in a separate module so that it can be imported on demand. */
export const descriptionTables: Descriptions = Object.fromEntries(
  Object.entries(tables).map(([path, table]) => [packageOf(path), table]),
);
