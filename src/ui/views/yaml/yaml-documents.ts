import {
  type Document,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  parseDocument,
  stringify,
  type YAMLError,
} from 'yaml';
import { type ApiObject, isRecord } from '../../../api/object.ts';

/** Times and numbers to the base of sixty are text to the server, unlike in YAML 1.1 at large. */
const isLeftOut = (tag: object | string): boolean =>
  typeof tag === 'object' &&
  'tag' in tag &&
  (tag.tag === 'tag:yaml.org,2002:timestamp' || ('format' in tag && tag.format === 'TIME'));

/** YAML as the server reads it, so that `0644` and `yes` mean here what they mean there. */
const READING = {
  version: '1.1',
  schema: 'yaml-1.1',
  merge: true,
  logLevel: 'silent',
  customTags: (tags: (object | string)[]) => tags.filter((tag) => !isLeftOut(tag)),
} as const;

export type YamlDocument = Document.Parsed<ParsedNode>;

/** The documents of a text, empty ones left out, with what turns offsets in it into lines. */
export interface YamlDocuments {
  readonly documents: readonly YamlDocument[];
  readonly lines: LineCounter;
  readonly errors: readonly YAMLError[];
}

type ReadingOptions = NonNullable<Parameters<typeof parseDocument>[1]>;

export function readDocuments(text: string): YamlDocuments {
  const lines = new LineCounter();
  const all = parseAllDocuments(text, { ...READING, lineCounter: lines } as unknown as ReadingOptions);
  const documents = Array.isArray(all) ? all.filter(({ contents }) => !isEmpty(contents)) : [];
  return { documents, lines, errors: documents.flatMap(({ errors }) => errors) };
}

const isEmpty = (contents: ParsedNode | null): boolean =>
  contents === null || (isScalar(contents) && contents.value === null);

/** The object that a document describes; undefined for one that is no mapping. */
export const objectOf = (document: YamlDocument): ApiObject | undefined => asObject(document.toJS());

/** Plain data as an object, which may lack all but metadata; undefined for what is no mapping. */
export const asObject = (value: unknown): ApiObject | undefined =>
  isRecord(value)
    ? ({ ...value, metadata: isRecord(value.metadata) ? value.metadata : {} } as unknown as ApiObject)
    : undefined;

const WRITING = { version: '1.1', schema: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

const yamlOf = (value: unknown): string => stringify(value, WRITING);

/** An object as it is edited: its kind first, managed fields only on demand, as they are not written by hand. */
export function objectText({ apiVersion, kind, metadata, ...content }: ApiObject, withManagedFields = false): string {
  const { managedFields, ...own } = metadata;
  return yamlOf({ apiVersion, kind, metadata: withManagedFields ? metadata : own, ...content });
}

/** A change to make in a text; a value that is undefined is to be removed. */
export interface YamlEdit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Makes changes in the first document of a text and leaves the rest, comments too, as it was typed. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  const document = parseDocument(text, READING as unknown as ReadingOptions);
  if (document.errors.length > 0) return text;
  for (const { path, value } of edits) {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}
