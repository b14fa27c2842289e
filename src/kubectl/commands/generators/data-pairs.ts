import { textBase64 } from '../../../api/encoding/base64.ts';
import type { Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { readText } from '../../objects/manifests.ts';

/** Returns the pairs of `KEY=VALUE` texts. @throws CommandError */
export const literalPairs = (texts: readonly string[]): (readonly [string, string])[] =>
  texts.map((text) => {
    const index = text.indexOf('=');
    if (index < 1) throw failure(`invalid literal source ${text}, expected key=value`);
    return [text.slice(0, index), text.slice(index + 1)] as const;
  });

/** Returns the entries of `--from-literal`, `--from-file` and `--from-env-file`. @throws CommandError */
async function readPairs(invocation: Invocation): Promise<ReadonlyMap<string, string>> {
  const { flags } = invocation;
  const pairs = new Map<string, string>();
  const add = (key: string, value: string): void => {
    if (pairs.has(key))
      throw failure(
        `cannot add key ${JSON.stringify(key)}, another key by that name already exists in Data for ConfigMap`,
      );
    pairs.set(key, value);
  };
  for (const source of flags.list('from-file')) {
    const [first = '', second] = source.split('=');
    const file = second ?? first;
    add(second === undefined ? (file.split('/').at(-1) ?? file) : first, await readText(invocation, file));
  }
  for (const [key, value] of literalPairs(flags.list('from-literal'))) add(key, value);
  for (const file of flags.list('from-env-file')) {
    const lines = (await readText(invocation, file)).split('\n').map((line) => line.trim());
    for (const [key, value] of literalPairs(lines.filter((line) => line !== '' && !line.startsWith('#'))))
      add(key, value);
  }
  return pairs;
}

/** Returns the data of a config map; undefined when it has none. */
export async function configMapData(invocation: Invocation): Promise<Record<string, string> | undefined> {
  const pairs = await readPairs(invocation);
  return pairs.size > 0 ? Object.fromEntries(pairs) : undefined;
}

/** Returns the data of a secret in base64; undefined when it has none. */
export async function secretData(invocation: Invocation): Promise<Record<string, string> | undefined> {
  const pairs = [...(await readPairs(invocation))].map(([key, value]) => [key, textBase64(value)] as const);
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}
