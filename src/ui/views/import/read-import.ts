import { type ApiObject, isRecord } from '../../../api/object.ts';
import type { ImportEntry } from '../../state/stores/import-store.ts';
import { objectOf, readDocuments, type YamlDocument } from '../yaml/yaml-documents.ts';

/** Reads the objects of a YAML or JSON text in order; items of Lists are separate entries. */
export function readImport(text: string): ImportEntry[] {
  const { documents, lines } = readDocuments(text);
  return documents.flatMap((document) => {
    const { line } = lines.linePos(document.contents?.range[0] ?? document.range[0]);
    return entriesOf(document, line, (offset) => lines.linePos(offset).line);
  });
}

function entriesOf(document: YamlDocument, line: number, lineAt: (offset: number) => number): ImportEntry[] {
  const [error] = document.errors;
  if (error) {
    const message = error.message.split(' at line ')[0] ?? error.message;
    return [{ object: undefined, line: lineAt(error.pos[0]), problem: message }];
  }
  const object = objectOf(document);
  if (!object) return [{ object, line, problem: 'Not an object: apiVersion, kind and metadata are required.' }];
  const { items } = object as ApiObject & { readonly items?: unknown };
  if (!/List$/.test(String(object.kind)) || !Array.isArray(items)) return [checked(object, line)];
  return items.map((item: unknown) =>
    isRecord(item)
      ? checked({ ...item, metadata: isRecord(item.metadata) ? item.metadata : {} } as unknown as ApiObject, line)
      : { object: undefined, line, problem: 'A list item is not an object.' },
  );
}

const LIST = new Intl.ListFormat('en');

function checked(object: ApiObject, line: number): ImportEntry {
  const missing = [
    ...(typeof object.apiVersion === 'string' ? [] : ['apiVersion']),
    ...(typeof object.kind === 'string' ? [] : ['kind']),
    ...(object.metadata.name || object.metadata.generateName ? [] : ['metadata.name']),
  ];
  if (missing.length > 0) return { object: undefined, line, problem: `Missing ${LIST.format(missing)}.` };
  return { object, line };
}
