import { errorText } from '../../api/error-text.ts';
import { isRecord } from '../../api/object.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';
import type { AnyObject, Invocation } from '../command.ts';
import { failure } from '../command-error.ts';

/** An object of a manifest, and the name of the manifest in messages. */
export interface ManifestObject {
  readonly object: AnyObject;
  readonly source: string;
}

/** Returns the objects of the files of `--filename`; `-` is standard input. @throws CommandError */
export async function readManifests(invocation: Invocation): Promise<ManifestObject[]> {
  const objects: ManifestObject[] = [];
  for (const name of invocation.flags.list('filename')) {
    const source = name === '-' ? 'STDIN' : name;
    objects.push(...objectsOf(await readText(invocation, name), source));
  }
  return objects;
}

/** Returns the text of a file; `-` is standard input. @throws CommandError */
export const readText = (invocation: Invocation, name: string): Promise<string> =>
  name === '-' ? invocation.stdin() : invocation.environment.readFile(name);

/** Splits a manifest into its objects; Lists are expanded. @throws CommandError */
function objectsOf(text: string, source: string): ManifestObject[] {
  return text
    .split(/^---(?:[ \t].*)?$/m)
    .filter((document) => document.replace(/^\s*#.*$/gm, '').trim() !== '')
    .flatMap((document) => expanded(parsed(document, source), source));
}

function parsed(document: string, source: string): unknown {
  try {
    return readYaml(document);
  } catch (error) {
    throw failure(`error parsing ${source}: ${errorText(error)}`);
  }
}

function expanded(value: unknown, source: string): ManifestObject[] {
  const subject = `error validating ${JSON.stringify(source)}: error validating data`;
  const missing = ['apiVersion', 'kind'].filter((name) => !isRecord(value) || typeof value[name] !== 'string');
  const problems = missing.map((name) => `${name} not set`);
  if (problems.length > 0)
    throw failure(
      `${subject}: ${problems.length > 1 ? `[${problems.join(', ')}]` : problems[0]}; if you choose to ignore these errors, turn validation off with --validate=false`,
    );
  const object = value as AnyObject;
  if (object.kind.endsWith('List') && Array.isArray(object.items))
    return object.items.flatMap((item: unknown) => expanded(item, source));
  return [{ object: { ...object, metadata: object.metadata ?? {} }, source }];
}
