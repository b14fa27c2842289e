import { isRecord } from '../../api/object.ts';

/** The parts of an OpenAPI v2 document that are merged. */
export interface MergeableDocument {
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly definitions?: Readonly<Record<string, unknown>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

type Definitions = Readonly<Record<string, unknown>>;

const REFERENCE_PREFIX = '#/definitions/';

const PARAMETER_PREFIX = '#/parameters/';

/**
 * Returns the part of a document that describes paths with a prefix, with the definitions that they use. Shared
 * parameters replace the references to them.
 */
export function documentBelow(document: MergeableDocument, prefix: string): MergeableDocument {
  const { parameters = {}, paths = {}, ...rest } = document;
  const below = Object.entries(paths).filter(([path]) => path.startsWith(prefix));
  const inlined = below.map(([path, item]) => [path, withParameters(item, parameters)]);
  return documentOfPaths({ ...rest, paths: Object.fromEntries(inlined) }, () => true);
}

function withParameters(value: unknown, parameters: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => withParameters(item, parameters));
  if (!isRecord(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string' && $ref.startsWith(PARAMETER_PREFIX))
    return parameters[$ref.slice(PARAMETER_PREFIX.length)];
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withParameters(member, parameters)]));
}

/**
 * Adds a document to another one. The first document's version of a shared path stays. An added definition is renamed
 * if it differs from the first document's definition of the same name.
 * @param kindsMember name of the list of a definition's kinds; the lists of equal definitions are joined
 */
export function mergeOpenApiV2<T extends MergeableDocument>(
  first: T,
  second: MergeableDocument,
  kindsMember: string,
): T {
  const known = first.paths ?? {};
  const added = documentOfPaths(second, (path) => !(path in known));
  const definitions: Record<string, unknown> = { ...first.definitions };
  const renamed = renamedDefinitions(definitions, added.definitions ?? {}, kindsMember);
  const { paths, definitions: sources = {} } = withReferences(added, renamed) as MergeableDocument;
  for (const [name, definition] of Object.entries(sources)) {
    const target = renamed.get(name) ?? name;
    const existing = definitions[target];
    definitions[target] = existing === undefined ? definition : withKindsOf(existing, definition, kindsMember);
  }
  return { ...first, paths: { ...known, ...paths }, definitions };
}

function documentOfPaths(document: MergeableDocument, keeps: (path: string) => boolean): MergeableDocument {
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).filter(([path]) => keeps(path)));
  const all = document.definitions ?? {};
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const name of referencesIn(value)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(all[name]);
    }
  };
  visit(paths);
  const definitions = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return { ...document, paths, definitions };
}

function* referencesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item);
  if (!isRecord(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && member.startsWith(REFERENCE_PREFIX))
      yield member.slice(REFERENCE_PREFIX.length);
    else yield* referencesIn(member);
  }
}

/** Returns new names for the added definitions that differ from known ones of the same name. */
function renamedDefinitions(known: Definitions, added: Definitions, kindsMember: string): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const taken = new Set([...Object.keys(added)]);
  for (const [name, definition] of Object.entries(added)) {
    const fits = (target: string) =>
      known[target] !== undefined && sortedText(known[target], kindsMember) === sortedText(definition, kindsMember);
    if (known[name] === undefined || fits(name)) continue;
    let target = name;
    for (let number = 2; target === name || (!fits(target) && (target in known || taken.has(target))); number++)
      target = `${name}_v${number}`;
    taken.add(target);
    renamed.set(name, target);
  }
  return renamed;
}

/** Returns the JSON of a definition without its kinds, with sorted members. */
const sortedText = (definition: unknown, kindsMember: string): string =>
  JSON.stringify(definition, (key, value: unknown) => {
    if (key === kindsMember) return undefined;
    return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });

/** Returns a definition with the kinds of an equal one. */
function withKindsOf(definition: unknown, other: unknown, kindsMember: string): unknown {
  const [known, added] = [kindsOf(definition, kindsMember), kindsOf(other, kindsMember)];
  const texts = new Set(known.map((kind) => JSON.stringify(kind)));
  const missing = added.filter((kind) => !texts.has(JSON.stringify(kind)));
  return missing.length > 0 && isRecord(definition)
    ? { ...definition, [kindsMember]: [...known, ...missing] }
    : definition;
}

function kindsOf(definition: unknown, kindsMember: string): unknown[] {
  const kinds = isRecord(definition) ? definition[kindsMember] : undefined;
  return Array.isArray(kinds) ? kinds : [];
}

/** Returns a copy with renamed references. */
function withReferences(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (renamed.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withReferences(item, renamed));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string') return [key, withReferences(member, renamed)];
      const target = renamed.get(member.slice(REFERENCE_PREFIX.length));
      return [key, target === undefined ? member : REFERENCE_PREFIX + target];
    }),
  );
}
