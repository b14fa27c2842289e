import type { Dialect } from '../../../api/dialect.ts';
import { writeJson } from '../../../api/encoding/exact-json.ts';
import { hasSameItems } from '../../../api/memory/same-items.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import type { Descriptions } from '../../../schema/openapi/descriptions.ts';
import { openApiV2Document } from '../../../schema/openapi/openapi-v2.ts';
import { openApiV2Protobuf } from '../../../schema/openapi/openapi-v2-protobuf.ts';
import { openApiV3Document, openApiV3Index, openApiV3Key } from '../../../schema/openapi/openapi-v3.ts';
import { openApiV3Protobuf } from '../../../schema/openapi/openapi-v3-protobuf.ts';
import type { ResourceTable } from '../../catalog/resource-table.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { pageNotFound } from '../../http/responses.ts';
import { proxyToApiServer } from '../aggregation/proxy-to-api-server.ts';
import { OpenApiDocument, openApiV3Text, type WrittenDocument } from './openapi-document.ts';
import { remoteIndex, withConvertedApis, withRemoteApis } from './openapi-of-remote-apis.ts';

interface Documents {
  readonly v2: WrittenDocument;
  /** By path: `api/v1`, `apis/apps/v1`. */
  readonly v3: ReadonlyMap<string, WrittenDocument>;
  /** The texts that the documents contain. */
  readonly descriptions: Descriptions;
}

/** Cached by the list of served resources, which a changed resource table replaces. */
const made = new WeakMap<readonly ServedResource[], Documents>();

/** The document of a group and version, with everything that it depends on but the dialect, which its resources have. */
interface VersionDocument {
  readonly served: readonly ServedResource[];
  readonly descriptions: Descriptions;
  readonly document: WrittenDocument;
}

/** Cached by the first resource of the version: lists of served resources share those that have not changed. */
const madeOfVersions = new WeakMap<ServedResource, VersionDocument>();

function documentOfVersion(
  served: readonly ServedResource[],
  dialect: Dialect,
  descriptions: Descriptions,
): WrittenDocument {
  const [first] = served;
  const known = first && madeOfVersions.get(first);
  if (known?.descriptions === descriptions && hasSameItems(known.served, served)) return known.document;
  const document = new OpenApiDocument(
    () => openApiV3Document(served, dialect, descriptions),
    openApiV3Protobuf,
    openApiV3Text,
  );
  if (first) madeOfVersions.set(first, { served, descriptions, document });
  return document;
}

function documentsOf(table: ResourceTable, dialect: Dialect, descriptions: Descriptions): Documents {
  const { resources, groups } = table;
  const known = made.get(resources);
  if (known?.descriptions === descriptions) return known;
  const v3 = groups.flatMap(({ group, versions }) =>
    versions.map((version): [string, WrittenDocument] => [
      openApiV3Key(group, version),
      documentOfVersion(table.ofVersion(group, version), dialect, descriptions),
    ]),
  );
  const documents: Documents = {
    v2: new OpenApiDocument(() => openApiV2Document(resources, dialect, descriptions), openApiV2Protobuf, writeJson),
    v3: new Map(v3.sort(([a], [b]) => (a < b ? -1 : 1))),
    descriptions,
  };
  made.set(resources, documents);
  return documents;
}

/** Serves `/openapi/v2`, `/openapi/v3` and a document for each group and version below it. */
export async function answerOpenApi(call: Call): Promise<ApiResponse> {
  const path = call.info.path;
  const { resources, dialect, descriptions } = call.server;
  const { v2, v3: own } = documentsOf(resources, dialect, await descriptions.load());
  const v3 = withConvertedApis(own, call.server);
  if (path === '/openapi/v2') return answerDocument(call, withRemoteApis(v2, call.server), 'v2');
  if (path === '/openapi/v3') return answerIndex(v3, remoteIndex(call.server));
  if (!path.startsWith('/openapi/v3/')) return pageNotFound();
  const key = path.slice('/openapi/v3/'.length);
  const document = v3.get(key);
  if (!document) return answerRemoteDocument(call, key);
  const wanted = call.url.searchParams.get('hash');
  if (wanted === null) return answerDocument(call, document, 'v3');
  if (wanted === document.hash) return answerDocument(call, document, 'v3', forever(call));
  return apiResponse(301, undefined, {
    location: `${path}?hash=${document.hash}`,
    'content-type': 'application/json',
  });
}

/** Forwards a request for the document of an extension API server to that server. */
async function answerRemoteDocument(call: Call, key: string): Promise<ApiResponse> {
  const { apis, remoteDocuments } = call.server;
  const found = [...remoteDocuments.documents].find(([, { openApiV3 }]) => key in openApiV3);
  const remote = found && apis.get(found[0])?.remote;
  return remote ? proxyToApiServer(call, remote) : apiResponse(404);
}

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;

/** Content addressed by its hash never changes. */
const forever = ({ server }: Call) => ({
  'cache-control': 'public, immutable',
  expires: new Date(server.clock.now() + YEAR_MILLISECONDS).toUTCString(),
});

function answerIndex(
  documents: ReadonlyMap<string, WrittenDocument>,
  remote: Readonly<Record<string, object>>,
): ApiResponse {
  const texts = new Map([...documents].map(([key, { text }]) => [key, text]));
  const { paths } = openApiV3Index(texts);
  const all = Object.entries({ ...remote, ...paths }).sort(([a], [b]) => (a < b ? -1 : 1));
  return apiResponse(200, JSON.stringify({ paths: Object.fromEntries(all) }), {
    'content-type': 'text/plain; charset=utf-8',
  });
}

function answerDocument(
  { request }: Call,
  document: WrittenDocument,
  version: 'v2' | 'v3',
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const form = acceptedForm(request.headers.get('accept') ?? '', version);
  if (!form) return apiResponse(406);
  const etag = `"${document.hash}"`;
  if (isKnown(request.headers.get('if-none-match'), etag)) return apiResponse(304, undefined, { etag });
  const type =
    form === 'json' ? 'application/json' : `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
  return apiResponse(200, form === 'json' ? document.text : document.protobuf, {
    ...headers,
    etag,
    vary: 'Accept',
    'content-type': type,
  });
}

/** Reports whether an If-None-Match header contains the document's ETag, weak or strong, or `*`. */
const isKnown = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')));

/** Clients separate the version of the Protobuf form with `@`, or with a dot as responses do. */
function acceptedForm(header: string, version: 'v2' | 'v3'): 'json' | 'protobuf' | undefined {
  const types = header.split(',').map((clause) => clause.split(';')[0]?.trim() ?? '');
  for (const type of types) {
    if (['', '*/*', 'application/*', 'application/json'].includes(type)) return 'json';
    if (new RegExp(`^application/com\\.github\\.proto-openapi\\.spec\\.${version}[@.]v1\\.0\\+protobuf$`).test(type))
      return 'protobuf';
  }
  return undefined;
}
