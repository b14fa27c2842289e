import { writeJson } from '../../../api/encoding/exact-json.ts';
import { GROUP_VERSION_KIND_EXTENSION } from '../../../api/kubernetes-names.ts';
import { type MergeableDocument, mergeOpenApiV2 } from '../../../schema/openapi/merge-openapi-v2.ts';
import type { OpenApiV2Document } from '../../../schema/openapi/openapi-v2.ts';
import { openApiV2Protobuf } from '../../../schema/openapi/openapi-v2-protobuf.ts';
import { openApiV3Key } from '../../../schema/openapi/openapi-v3.ts';
import { openApiV3Protobuf } from '../../../schema/openapi/openapi-v3-protobuf.ts';
import type { RemoteDocuments } from '../../aggregation/remote-documents.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { OpenApiDocument, openApiV3Text, type WrittenDocument } from './openapi-document.ts';

interface Merged {
  readonly remote: ReadonlyMap<string, RemoteDocuments>;
  readonly document: WrittenDocument;
}

/** The last merged document, by the document of this server. */
const merged = new WeakMap<WrittenDocument, Merged>();

/** Returns this server's OpenAPI v2 document with those of extension API servers, by falling priority of their groups. */
export function withRemoteApis(own: WrittenDocument, server: ServerContext): WrittenDocument {
  const remote = server.remoteDocuments.documents;
  const added = inPriorityOrder(server).flatMap(({ openApiV2 }) => openApiV2 ?? []);
  if (added.length === 0) return own;
  const known = merged.get(own);
  if (known?.remote === remote) return known.document;
  const kindsMember = server.dialect.rename(GROUP_VERSION_KIND_EXTENSION);
  const document = new OpenApiDocument(
    () =>
      added.reduce((all, each) => mergeOpenApiV2(all, each, kindsMember), JSON.parse(own.text) as MergeableDocument),
    (all) => openApiV2Protobuf(all as OpenApiV2Document),
    writeJson,
  );
  merged.set(own, { remote, document });
  return document;
}

/** Encoded documents, by the converted document. */
const converted = new WeakMap<object, WrittenDocument>();

/** Returns this server's OpenAPI v3 documents by path, with those converted for extension API servers that have none. */
export function withConvertedApis(
  own: ReadonlyMap<string, WrittenDocument>,
  { apis, remoteDocuments }: ServerContext,
): ReadonlyMap<string, WrittenDocument> {
  const added = apis.remote.flatMap(({ name, group, version }): [string, WrittenDocument][] => {
    const document = remoteDocuments.documents.get(name)?.convertedV3;
    return document ? [[openApiV3Key(group, version), convertedDocument(document)]] : [];
  });
  return added.length > 0 ? new Map([...added, ...own]) : own;
}

function convertedDocument(document: object): WrittenDocument {
  const known = converted.get(document) ?? new OpenApiDocument(() => document, openApiV3Protobuf, openApiV3Text);
  converted.set(document, known);
  return known;
}

/** Returns the entries of extension API servers in the index of OpenAPI v3. */
export const remoteIndex = (server: ServerContext): Record<string, object> =>
  Object.fromEntries(inPriorityOrder(server).flatMap(({ openApiV3 }) => Object.entries(openApiV3)));

function inPriorityOrder({ apis, remoteDocuments }: ServerContext): RemoteDocuments[] {
  const registered = [...remoteDocuments.documents].flatMap(([name, documents]) => {
    const api = apis.get(name);
    return api ? [{ name, documents, priority: api.groupPriorityMinimum }] : [];
  });
  return registered
    .toSorted((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1))
    .map(({ documents }) => documents);
}
