import { LONGEST_ANSWER } from '../../../api/encoding/read-stream.ts';
import type { APIResource } from '../../../api/kinds/meta-v1.generated.ts';
import { API_DISCOVERY_GROUP } from '../../../api/kubernetes-names.ts';
import { readText } from '../../../api/messages/read-message.ts';
import { isRecord } from '../../../api/object.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import { convertOpenApiV2 } from '../../../schema/openapi/convert-openapi-v2.ts';
import { documentBelow } from '../../../schema/openapi/merge-openapi-v2.ts';
import type { OpenApiV2Document } from '../../../schema/openapi/openapi-v2.ts';
import { openApiV2Protobuf } from '../../../schema/openapi/openapi-v2-protobuf.ts';
import { pathOfApi } from '../../aggregation/registered-api.ts';
import type { RemoteRegistration } from '../../aggregation/registered-apis.ts';
import { type RemoteGroupList, type RemoteVersion, remoteVersionOf } from '../../aggregation/remote-discovery.ts';
import type { RemoteDocuments } from '../../aggregation/remote-documents.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** The users that request discovery and OpenAPI documents. */
const DISCOVERY_READER = { username: 'system:kube-aggregator', groups: ['system:masters'] };
const OPENAPI_READER = { username: 'system:aggregator' };

/** Timeout for one document, in milliseconds. */
const TIMEOUT = 5000;

/** Reads the documents of an extension API server about its group version. Keeps the known ones when reading fails. */
export async function readRemoteDocuments(
  server: ServerContext,
  api: RemoteRegistration,
  known: RemoteDocuments | undefined,
): Promise<RemoteDocuments> {
  const discovery = await readDiscovery(server, api).catch(() => undefined); // Shown as stale.
  const openApi = await readOpenApi(server, api).catch(() => undefined); // Optional.
  return {
    discovery: discovery ?? known?.discovery ?? { version: api.version },
    isCurrent: discovery !== undefined,
    openApiV2: openApi?.openApiV2 ?? known?.openApiV2,
    openApiV3: openApi?.openApiV3 ?? known?.openApiV3 ?? {},
    convertedV3: openApi ? openApi.convertedV3 : known?.convertedV3,
  };
}

/** @throws Error when neither form of discovery can be read */
async function readDiscovery(server: ServerContext, api: RemoteRegistration): Promise<RemoteVersion> {
  const group = server.dialect.rename(API_DISCOVERY_GROUP);
  const accept = `application/json;g=${group};v=v2beta1;as=APIGroupDiscoveryList`;
  const aggregated = await readJson(server, api, '/apis', accept, DISCOVERY_READER);
  if (aggregated.status === 503) throw new Error('the extension API server is not available');
  const type = aggregated.headers.get('content-type') ?? '';
  if (aggregated.status === 200 && type.includes('as=APIGroupDiscoveryList')) {
    const { items = [] } = aggregated.body as RemoteGroupList;
    const versions = items
      .filter(({ metadata }) => metadata?.name === api.group)
      .flatMap(({ versions = [] }) => versions);
    return versions.find(({ version }) => version === api.version) ?? { version: api.version };
  }
  const path = api.group === '' ? `/api/${api.version}` : pathOfApi(api);
  const { status, body } = await readJson(server, api, path, 'application/json', DISCOVERY_READER);
  if (status !== 200 || !isRecord(body)) throw new Error(`discovery of ${path} answered ${status}`);
  return remoteVersionOf(api.version, (body.resources ?? []) as APIResource[]);
}

const NO_INFO = { title: '', version: '' };

/** @throws Error when there is no response, or a document that cannot be merged into those of this server */
async function readOpenApi(
  server: ServerContext,
  api: RemoteRegistration,
): Promise<Omit<RemoteDocuments, 'discovery' | 'isCurrent'>> {
  const read = (path: string) => readJson(server, api, path, 'application/json', OPENAPI_READER);
  const [v2, v3] = [await read('/openapi/v2'), await read('/openapi/v3')];
  const openApiV2 = isRecord(v2.body) ? documentBelow(v2.body, `/apis/${api.group}/`) : undefined;
  // Proves that the merged document can be encoded.
  if (openApiV2) openApiV2Protobuf({ swagger: '2.0', info: NO_INFO, ...openApiV2 } as OpenApiV2Document);
  const paths = isRecord(v3.body) ? v3.body.paths : undefined;
  const ownV2 = openApiV2 && v3.status === 404 ? documentBelow(openApiV2, `${pathOfApi(api)}/`) : undefined;
  return {
    openApiV2,
    openApiV3: isRecord(paths) ? (paths as RemoteDocuments['openApiV3']) : {},
    convertedV3: ownV2 && convertOpenApiV2(ownV2),
  };
}

/** @throws Error when there is no response in time; SyntaxError when a successful one is not JSON */
async function readJson(
  { remoteApis, clock }: ServerContext,
  { remote }: RemoteRegistration,
  path: string,
  accept: string,
  user: UserInfo,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const deadline = new AbortController();
  const cancel = clock.after(TIMEOUT, () => deadline.abort());
  try {
    const resolved = await remoteApis.resolve(remote.service);
    const response = await remoteApis.send(remote, resolved, {
      ...{ method: 'GET', path, query: '', headers: new Headers({ accept }), body: null, user },
      signal: deadline.signal,
    });
    const { status, headers } = response;
    const text = await readText(response, LONGEST_ANSWER);
    return { status, headers, body: status === 200 ? JSON.parse(text) : undefined };
  } finally {
    cancel();
  }
}
