import type { APIResource } from '../../../api/kinds/meta-v1.generated.ts';
import { API_DISCOVERY_GROUP } from '../../../api/kubernetes-names.ts';
import { isRecord } from '../../../api/object.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import { documentBelow, type MergeableDocument } from '../../../schema/openapi/merge-openapi-v2.ts';
import { pathOfApi } from '../../aggregation/registered-api.ts';
import type { RemoteRegistration } from '../../aggregation/registered-apis.ts';
import { type RemoteGroupList, type RemoteVersion, remoteVersionOf } from '../../aggregation/remote-discovery.ts';
import type { RemoteDocuments } from '../../aggregation/remote-documents.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** As whom this server reads discovery and OpenAPI documents. */
const DISCOVERY_READER = { username: 'system:kube-aggregator', groups: ['system:masters'] };
const OPENAPI_READER = { username: 'system:aggregator' };

/** Milliseconds that one document may take. */
const TIMEOUT = 5000;

/** Reads what an extension API server publishes about its group version. The known documents stand in for unreadable ones. */
export async function readRemoteDocuments(
  server: ServerContext,
  api: RemoteRegistration,
  known: RemoteDocuments | undefined,
): Promise<RemoteDocuments> {
  const discovery = await readDiscovery(server, api).catch(() => undefined); // Shown as stale.
  const openApiV2 = await readOpenApiV2(server, api).catch(() => undefined); // Optional.
  const openApiV3 = await readOpenApiV3(server, api).catch(() => undefined); // Optional.
  return {
    discovery: discovery ?? known?.discovery ?? { version: api.version },
    isCurrent: discovery !== undefined,
    openApiV2: openApiV2 ?? known?.openApiV2,
    openApiV3: openApiV3 ?? known?.openApiV3 ?? {},
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

async function readOpenApiV2(server: ServerContext, api: RemoteRegistration): Promise<MergeableDocument | undefined> {
  const { status, body } = await readJson(server, api, '/openapi/v2', 'application/json', OPENAPI_READER);
  return status === 200 && isRecord(body) ? documentBelow(body, `/apis/${api.group}/`) : undefined;
}

async function readOpenApiV3(
  server: ServerContext,
  api: RemoteRegistration,
): Promise<RemoteDocuments['openApiV3'] | undefined> {
  const { status, body } = await readJson(server, api, '/openapi/v3', 'application/json', OPENAPI_READER);
  return status === 200 && isRecord(body) && isRecord(body.paths)
    ? (body.paths as RemoteDocuments['openApiV3'])
    : undefined;
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
    const text = await response.text();
    return { status, headers, body: status === 200 ? JSON.parse(text) : undefined };
  } finally {
    cancel();
  }
}
