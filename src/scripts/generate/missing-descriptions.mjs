/** Finds the fields and types without a text in `src/schema/data/descriptions`. */
import { existsSync, readFileSync } from 'node:fs';

/** Fields whose text is the same for every kind (src/schema/openapi/descriptions.ts). */
const COMMON = ['apiVersion', 'kind', 'metadata', 'items', 'spec', 'status'];

/**
 * Returns the missing texts of definitions, by file: `WidgetSpec` for a type, `WidgetSpec.size` for a field.
 * @param folder URL of the folder with the texts
 */
export function missingDescriptions(definitions, folder) {
  const files = new Map();
  const missing = {};
  for (const [name, { kinds, fields = {} }] of Object.entries(definitions)) {
    const [ofPackage, ...rest] = name.split('.');
    const file = `${ofPackage}.json`;
    if (!files.has(file)) files.set(file, readTexts(new URL(file, folder)));
    const type = rest.at(-1);
    const entries = [files.get(file)[rest.join('.')], files.get(file)[type]].filter(Boolean);
    const lacking = Object.keys(fields)
      .filter((field) => !(kinds && COMMON.includes(field)) && !entries.some((entry) => entry.fields?.[field]))
      .map((field) => `${type}.${field}`);
    if (!kinds && !entries.some(({ about }) => about)) lacking.unshift(type);
    if (lacking.length > 0) missing[file] = [...new Set([...(missing[file] ?? []), ...lacking])];
  }
  return missing;
}

const readTexts = (url) => (existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : {});
