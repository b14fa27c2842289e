import type { JSONSchema } from 'monaco-yaml';
import { useEffect, useMemo, useState } from 'react';
import { isMap } from 'yaml';
import type { GroupVersionKind } from '../../../api/object.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { type Discovery, findServedKind } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { editorSchema, type OpenApiDocument } from './editor-schema.ts';
import { readDocuments } from './yaml-documents.ts';

/** What `/openapi/v3` says. */
interface OpenApiIndex {
  readonly paths?: Readonly<Record<string, { readonly serverRelativeURL?: string } | undefined>>;
}

/** The schema of the kinds that a text names, from the server; undefined until it has answered, or when it has none. */
export function useSchema(text: string): JSONSchema | undefined {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const [schema, setSchema] = useState<JSONSchema>();
  const key = useMemo(() => JSON.stringify(kindsOf(text, discovery)), [text, discovery]);
  useEffect(() => {
    const kinds = JSON.parse(key) as GroupVersionKind[];
    const abort = new AbortController();
    const groups = [
      ...new Set(kinds.map(({ group, version }) => (group ? `apis/${group}/${version}` : `api/${version}`))),
    ];
    void openApiDocuments(client, groups, abort.signal).then((documents) => {
      if (!abort.signal.aborted) setSchema(editorSchema(documents, kinds));
    });
    return () => abort.abort();
  }, [client, key]);
  return schema;
}

/** The kinds of a text that the server has; a text that is being typed names others in passing. */
function kindsOf(text: string, discovery: Discovery): GroupVersionKind[] {
  const kinds = readDocuments(text).documents.flatMap((document) => {
    if (!isMap(document.contents)) return [];
    const [apiVersion, kind] = [document.get('apiVersion'), document.get('kind')].map((value) => String(value ?? ''));
    const served = findServedKind(discovery, { apiVersion: apiVersion ?? '', kind: kind ?? '' });
    return served ? [{ group: served.group, version: served.version, kind: served.kind }] : [];
  });
  return [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
}

/** The server's documents of some groups, by its index. Without them the editor is an editor still: nothing is said. */
async function openApiDocuments(
  client: ApiClient,
  groups: readonly string[],
  signal: AbortSignal,
): Promise<OpenApiDocument[]> {
  try {
    const index = (await (await client.request('/openapi/v3', { signal })).json()) as OpenApiIndex;
    const addresses = groups.flatMap((group) => index.paths?.[group]?.serverRelativeURL ?? []);
    const answers = await Promise.all(addresses.map((address) => client.request(address, { signal })));
    return await Promise.all(answers.map((answer) => answer.json() as Promise<OpenApiDocument>));
  } catch {
    return [];
  }
}
