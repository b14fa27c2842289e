import type { JSONSchema } from 'monaco-yaml';
import { useEffect, useMemo, useState } from 'react';
import { isMap } from 'yaml';
import type { GroupVersionKind } from '../../../api/object.ts';
import { type Discovery, findServedKind } from '../../../client/discovery.ts';
import { readOpenApi } from '../../commands/read-openapi.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { editorSchema } from './editor-schema.ts';
import { readDocuments } from './yaml-documents.ts';

/** Returns the server's schema for the kinds of a text; undefined until it is loaded, or when there is none. */
export function useSchema(text: string): JSONSchema | undefined {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const [schema, setSchema] = useState<JSONSchema>();
  const key = useMemo(() => JSON.stringify(kindsOf(text, discovery)), [text, discovery]);
  useEffect(() => {
    const kinds = JSON.parse(key) as GroupVersionKind[];
    const abort = new AbortController();
    void readOpenApi(client, kinds, abort.signal).then((documents) => {
      if (!abort.signal.aborted) setSchema(editorSchema(documents, kinds));
    });
    return () => abort.abort();
  }, [client, key]);
  return schema;
}

/** Returns the kinds of a text that the server serves, ignoring incomplete ones while typing. */
function kindsOf(text: string, discovery: Discovery): GroupVersionKind[] {
  const kinds = readDocuments(text).documents.flatMap((document) => {
    if (!isMap(document.contents)) return [];
    const [apiVersion, kind] = [document.get('apiVersion'), document.get('kind')].map((value) => String(value ?? ''));
    const served = findServedKind(discovery, { apiVersion: apiVersion ?? '', kind: kind ?? '' });
    return served ? [{ group: served.group, version: served.version, kind: served.kind }] : [];
  });
  return [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
}
