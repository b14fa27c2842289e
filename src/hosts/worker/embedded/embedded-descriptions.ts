import type { Descriptions, LoadDescriptions, TypeDescription } from '../../../schema/openapi/descriptions.ts';

/** Imported as text, which costs nothing until it is parsed. */
const texts = import.meta.glob<string>('../../../schema/data/descriptions/*.json', {
  eager: true,
  import: 'default',
  query: '?raw',
});

const packageOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const parsed = (text: string): Record<string, TypeDescription> => JSON.parse(text) as Record<string, TypeDescription>;

/** Parses the texts of fields and types, which are part of the worker's only script. */
export const embeddedDescriptions: LoadDescriptions = async (): Promise<Descriptions> =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [packageOf(path), parsed(text)]));
