import { errorText } from '../../api/error-text.ts';
import { isRecord } from '../../api/object.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';
import type { KubernetesObject, Seed } from '../cluster.ts';
import { seedProblem } from './seed-problem.ts';

/** An object of a seed, and its position: `document 2`. */
export interface SeedObject {
  readonly place: string;
  readonly object: KubernetesObject;
}

/** A line that begins a document; text after the dashes is ignored, as kubectl does. */
const SEPARATOR = /^---(?:[ \t].*)?$/m;

/** Returns the objects of a seed. Lists are replaced by their items. @throws Error that names the document */
export function readSeed(seed: Seed): readonly SeedObject[] {
  const problem = seedProblem(seed);
  if (problem !== undefined) throw new TypeError(`the seed ${problem}`);
  if (typeof seed !== 'string') return seed.flatMap((object, index) => objectsOf(object, `object ${index + 1}`));
  return documentsOf(seed).flatMap((text, index) => {
    const place = `document ${index + 1}`;
    const value = parsed(text, place);
    return value === null ? [] : objectsOf(value, place);
  });
}

/** A separator at the beginning is ignored. A text inside a program may be indented as a whole. */
function documentsOf(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ ]/));
  const indent = Math.min(...indents);
  const [head = '', ...documents] = lines
    .map((line) => line.slice(indent))
    .join('\n')
    .split(SEPARATOR);
  return head.trim() === '' && documents.length > 0 ? documents : [head, ...documents];
}

function parsed(text: string, place: string): unknown {
  try {
    return readYaml(text);
  } catch (error) {
    throw new Error(`${place}: ${errorText(error)}`, { cause: error });
  }
}

function objectsOf(value: unknown, place: string): readonly SeedObject[] {
  if (!isRecord(value)) throw new Error(`${place}: is not an object`);
  for (const field of ['apiVersion', 'kind'])
    if (typeof value[field] !== 'string' || value[field] === '') throw new Error(`${place}: ${field} is not set`);
  if (String(value.kind).endsWith('List') && Array.isArray(value.items))
    return value.items.flatMap((item, index) => objectsOf(item, `${place}, item ${index + 1}`));
  if (!isRecord(value.metadata)) throw new Error(`${place}: metadata is not set`);
  return [{ place, object: value as KubernetesObject }];
}
