import { parseJson } from '../../api/encoding/exact-json.ts';
import { sortUtf8 } from '../../api/encoding/utf8.ts';
import { quoted } from '../../api/field-error.ts';
import { finish, ItemCount, type Steps } from '../../api/steps.ts';
import { goValue } from '../decoding/decode-custom.ts';
import {
  parseYaml,
  type YamlAliasNode,
  type YamlMappingNode,
  type YamlNode,
  type YamlScalarNode,
  type YamlSequenceNode,
} from './parse-yaml.ts';
import { resolveScalar, type YamlScalar } from './resolve-scalar.ts';
import { YamlError, yamlFailure } from './yaml-error.ts';

export { YamlError } from './yaml-error.ts';

export interface YamlAsJson {
  readonly text: string;
  /** Errors such as `line 8: key "a" already set in map`, in the order in which the server finds them. */
  readonly duplicates: readonly string[];
}

/** Maximum number of characters that aliases repeat: the size of the largest request, 3 MiB. */
const MAXIMUM_ALIASED_LENGTH = 3 * 2 ** 20;

/** Characters that YAML forbids; a leading byte order mark is allowed. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\u00a0-\ufffd]/;

/**
 * Converts the first YAML document to JSON as the server does (go-yaml v2, sigs.k8s.io/yaml): YAML 1.1 scalars, keys as
 * text and sorted, and the last of repeated keys.
 */
export const yamlToJson = (yaml: string): YamlAsJson => finish(yamlToJsonInSteps(yaml));

/** Like `yamlToJson`, in steps. */
export function* yamlToJsonInSteps(yaml: string): Steps<YamlAsJson> {
  if (FORBIDDEN.test(yaml)) throw yamlFailure('control characters are not allowed');
  const converter = new Converter();
  try {
    const document = yield* parseYaml(yaml);
    return { text: document ? yield* converter.document(document) : 'null', duplicates: converter.duplicates };
  } catch (error) {
    // The JavaScript stack overflows before the depth limit of the server is reached.
    throw error instanceof RangeError ? yamlFailure('exceeded max depth of 10000') : error;
  }
}

/** Parses a configuration in YAML or JSON. @throws YamlError */
export function readYaml(text: string): unknown {
  try {
    return JSON.parse(yamlToJson(text).text);
  } catch (error) {
    throw error instanceof YamlError ? new YamlError(`error converting YAML to JSON: ${error.message}`) : error;
  }
}

class Converter {
  readonly duplicates: string[] = [];
  readonly #open = new Set<YamlNode>();
  readonly #items = new ItemCount();
  #decoded = 0;
  #decodedByAlias = 0;
  #aliasedLength = 0;
  /** The JSON of anchored scalars, for their aliases. */
  readonly #scalars = new Map<YamlScalarNode, string>();

  *document(node: YamlNode): Steps<string> {
    const text = this.#text(node);
    return typeof text === 'string' ? text : yield* text;
  }

  /** Returns the JSON of a scalar, or the steps that write a collection. */
  #text(node: YamlNode): string | Steps<string> {
    this.#count();
    switch (node.kind) {
      case 'alias':
        return this.#aliased(node, (target) => this.document(target));
      case 'mapping':
        return this.#map(node);
      case 'sequence':
        return this.#list(node);
      case 'scalar':
        return this.#scalar(node);
    }
  }

  *#list({ items }: YamlSequenceNode): Steps<string> {
    const texts: string[] = [];
    for (const item of items) {
      if (this.#items.isDue()) yield;
      const text = this.#text(item);
      texts.push(typeof text === 'string' ? text : yield* text);
    }
    return `[${texts.join(',')}]`;
  }

  #scalar(node: YamlScalarNode): string {
    if (this.#open.size === 0) return scalarJson(scalarOf(node));
    const text = this.#scalars.get(node) ?? scalarJson(scalarOf(node));
    this.#scalars.set(node, text);
    this.#repeat(text.length);
    return text;
  }

  /** Prevents a few long scalars from expanding to a huge text. */
  #repeat(length: number): void {
    this.#aliasedLength += length;
    if (this.#aliasedLength > MAXIMUM_ALIASED_LENGTH) throw yamlFailure('document contains excessive aliasing');
  }

  /** Prevents a small text from expanding to a huge object. */
  #count(): void {
    this.#decoded++;
    if (this.#open.size > 0) this.#decodedByAlias++;
    if (this.#decodedByAlias <= 100 || this.#decoded <= 1000) return;
    if (this.#decodedByAlias / this.#decoded > allowedAliasRatio(this.#decoded)) {
      throw yamlFailure('document contains excessive aliasing');
    }
  }

  *#aliased<T>({ name, target }: YamlAliasNode, read: (target: YamlNode) => Steps<T>): Steps<T> {
    if (this.#open.has(target)) throw yamlFailure(`anchor '${name}' value contains itself`);
    this.#open.add(target);
    const result = yield* read(target);
    this.#open.delete(target);
    return result;
  }

  *#map(node: YamlMappingNode): Steps<string> {
    const members = new Map<YamlScalar, string>();
    yield* this.#fill(members, node);
    const named = new Map([...members].map(([key, text]) => [keyText(key, text), text]));
    const names = sortUtf8([...named.keys()]);
    return `{${names.map((name) => `${JSON.stringify(name)}:${named.get(name)}`).join(',')}}`;
  }

  /**
   * Fills in the members of a mapping. Later members win: as on the server, explicit members have no precedence over
   * merged ones.
   */
  *#fill(members: Map<YamlScalar, string>, node: YamlMappingNode): Steps<void> {
    for (const { key, value } of node.members) {
      if (this.#items.isDue()) yield;
      if (isMergeKey(key)) {
        yield* this.#merge(members, value);
        continue;
      }
      const name = key.kind === 'scalar' ? this.#scalarKey(key) : yield* this.#key(key);
      const found = this.#text(value);
      const text = typeof found === 'string' ? found : yield* found;
      if (members.has(name)) this.duplicates.push(`line ${value.line + 1}: key ${shownKey(name)} already set in map`);
      members.set(name, text);
    }
  }

  *#merge(members: Map<YamlScalar, string>, node: YamlNode): Steps<void> {
    for (const item of node.kind === 'sequence' ? node.items.toReversed() : [node]) {
      const target = item.kind === 'alias' ? item.target : item;
      if (target.kind !== 'mapping') throw yamlFailure('map merge requires map or sequence of maps as the value');
      this.#count();
      if (item.kind === 'alias') yield* this.#aliased(item, () => this.#fill(members, target));
      else yield* this.#fill(members, target);
    }
  }

  *#key(node: YamlNode): Steps<YamlScalar> {
    if (node.kind === 'scalar') return this.#scalarKey(node);
    this.#count();
    if (node.kind === 'alias') return yield* this.#aliased(node, (target) => this.#key(target));
    throw yamlFailure(`invalid map key: ${goValue(parseJson(yield* this.document(node)))}`);
  }

  #scalarKey(node: YamlScalarNode): YamlScalar {
    this.#count();
    if (this.#open.size > 0) this.#repeat(node.text.length);
    return scalarOf(node);
  }
}

/** Returns the fraction of a document that may come from aliases: 99% of a small one, 10% of a huge one. */
function allowedAliasRatio(decoded: number): number {
  const [low, high] = [400_000, 4_000_000];
  return 0.99 - 0.89 * Math.min(1, Math.max(0, (decoded - low) / (high - low)));
}

const isMergeKey = (node: YamlNode): boolean =>
  node.kind === 'scalar' &&
  node.text === '<<' &&
  (node.tag === undefined ? node.isPlain : node.tag === '!' || node.tag === 'tag:yaml.org,2002:merge');

function scalarOf({ text, tag, isPlain }: YamlScalarNode): YamlScalar {
  if (tag === undefined && !isPlain) return text;
  try {
    return resolveScalar(text, tag);
  } catch (error) {
    throw yamlFailure((error as Error).message);
  }
}

/** Returns a key as a member name: numbers as digits, booleans as words. */
function keyText(key: YamlScalar, value: string): string {
  if (typeof key === 'number') return floatKeyText(key);
  if (key !== null && (typeof key !== 'bigint' || BigInt.asIntN(64, key) === key)) return String(key);
  const type = key === null ? '%!s(<nil>)' : 'uint64';
  const shown = value === 'null' ? '<nil>' : goValue(parseJson(value));
  throw new YamlError(`Unsupported map key of type: ${type}, key: ${shownKey(key)}, value: ${shown}`);
}

/** Returns a number as Go formats a float32 with %g. */
function floatKeyText(key: number): string {
  if (Number.isNaN(key)) return '.nan';
  if (!Number.isFinite(Math.fround(key))) return key > 0 ? '.inf' : '-.inf';
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const digits = lengths
    .map((length) => key.toPrecision(length))
    .find((text) => Math.fround(Number(text)) === Math.fround(key));
  const shortest = Number(digits ?? key);
  const [mantissa, exponent = '0'] = shortest.toExponential().split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 21) return String(shortest);
  return `${mantissa}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`;
}

/** Returns a key as Go's %#v formats it. */
function shownKey(key: YamlScalar): string {
  if (typeof key === 'string') return quoted(key);
  if (typeof key === 'bigint' && BigInt.asIntN(64, key) !== key) return `0x${key.toString(16)}`;
  return key === null ? '<nil>' : String(key);
}

function scalarJson(value: YamlScalar): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number' || Number.isFinite(value)) return JSON.stringify(value);
  throw new YamlError(`json: unsupported value: ${Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'}`);
}
