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

/** The server reads timestamps and base-60 numbers as strings, unlike YAML 1.1. */
const isLeftOut = (tag: object | string): boolean =>
  typeof tag === 'object' &&
  'tag' in tag &&
  (tag.tag === 'tag:yaml.org,2002:timestamp' || ('format' in tag && tag.format === 'TIME'));

/** Parses YAML like the server, so that `0644` and `yes` mean the same. */
const READING = {
  version: '1.1',
  schema: 'yaml-1.1',
  merge: true,
  logLevel: 'silent',
  customTags: (tags: (object | string)[]) => tags.filter((tag) => !isLeftOut(tag)),
} as const;

export type YamlDocument = Document.Parsed<ParsedNode>;

/** The non-empty documents of a text, with a counter that maps offsets to lines. */
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

/** Returns the object of a document; undefined when it is not a mapping. */
export const objectOf = (document: YamlDocument): ApiObject | undefined => asObject(document.toJS());

/** Converts plain data to an object, which may lack all but metadata; undefined when it is not a mapping. */
export const asObject = (value: unknown): ApiObject | undefined =>
  isRecord(value)
    ? ({ ...value, metadata: isRecord(value.metadata) ? value.metadata : {} } as unknown as ApiObject)
    : undefined;

const WRITING = { version: '1.1', schema: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

const yamlOf = (value: unknown): string => stringify(value, WRITING);

/** Returns a string as a YAML value on one line, in quotes where YAML would read another type. */
export const yamlScalar = (text: string): string => yamlOf(text).trimEnd();

/** Formats an object for editing: kind first, managed fields only on request. */
export function objectText({ apiVersion, kind, metadata, ...content }: ApiObject, withManagedFields = false): string {
  const { managedFields, ...own } = metadata;
  return yamlOf({ apiVersion, kind, metadata: withManagedFields ? metadata : own, ...content });
}

/** A change of a text; an undefined value is removed. */
export interface YamlEdit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Changes the first document of a text and keeps everything else, including comments. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  const document = parseDocument(text, READING as unknown as ReadingOptions);
  if (document.errors.length > 0) return text;
  for (const { path, value } of edits) {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}
