import { errorText } from '../../../api/error-text.ts';
import type { Endpoints, Service } from '../../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../../api/local-service.ts';
import type { ServiceTarget } from '../../../api/ports/service-caller.ts';
import { pathOfApi, type RegisteredApi, type RemoteApi } from '../../aggregation/registered-api.ts';
import type { ResolvedService } from '../../aggregation/resolve-service.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** The condition `Available` that results from one check. */
export interface Availability {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export const LOCAL: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};
const PASSED: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' };

/** Concurrent requests of one check; one success is enough, because not every endpoint may be healthy. */
const ATTEMPTS = 5;

/** Timeout of one request to an extension API server, in milliseconds. */
const TIMEOUT = 5000;

/** The user that requests discovery: a member of system:masters, whom every extension API server allows. */
const CHECKER = { username: 'system:kube-aggregator', groups: ['system:masters'] };

/** Checks whether the service of a group version exists, has the port and endpoints, and serves discovery. */
export async function checkAvailability(server: ServerContext, api: RegisteredApi): Promise<Availability> {
  const { remote } = api;
  if (!remote) return LOCAL;
  const problem = await serviceProblem(server, remote.service);
  if (problem) return { status: 'False', ...problem };
  const failure = await discoveryFailure(server, api, remote);
  return failure === undefined ? PASSED : { status: 'False', reason: 'FailedDiscoveryCheck', message: failure };
}

type Problem = Pick<Availability, 'reason' | 'message'>;

async function serviceProblem({ reader }: ServerContext, target: ServiceTarget): Promise<Problem | undefined> {
  const { namespace, name, port } = target;
  const text = `service/${name} in ${JSON.stringify(namespace)}`;
  const service = await reader.get<Service>('', 'services', namespace, name);
  if (!service) return { reason: 'ServiceNotFound', message: `${text} is not present` };
  if ((service.spec?.type ?? 'ClusterIP') !== 'ClusterIP') return undefined;
  const found = service.spec?.ports?.find((each) => each.port === port);
  if (!found) return { reason: 'ServicePortError', message: `${text} is not listening on port ${port}` };
  if (isLocalService(service)) return undefined;
  const endpoints = await reader.get<Endpoints>('', 'endpoints', namespace, name);
  if (!endpoints) return { reason: 'EndpointsNotFound', message: `cannot find endpoints for ${text}` };
  const portName = found.name ?? '';
  const isReady = endpoints.subsets?.some(
    ({ addresses, ports }) => addresses?.length && ports?.some((each) => (each.name ?? '') === portName),
  );
  if (isReady) return undefined;
  const message = `endpoints for ${text} have no addresses with port name ${JSON.stringify(portName)}`;
  return { reason: 'MissingEndpoints', message };
}

/** Returns why no attempt to read the discovery document succeeded; undefined when one did. */
async function discoveryFailure(
  server: ServerContext,
  api: RegisteredApi,
  remote: RemoteApi,
): Promise<string | undefined> {
  try {
    const resolved = await server.remoteApis.resolve(remote.service);
    const count = resolved.isLocal ? 1 : ATTEMPTS;
    await Promise.any(Array.from({ length: count }, () => readDiscovery(server, api, remote, resolved)));
    return undefined;
  } catch (error) {
    return errorText(error instanceof AggregateError ? error.errors.at(-1) : error);
  }
}

/** @throws Error when the extension API server does not serve its group version in time */
async function readDiscovery(
  { remoteApis, clock }: ServerContext,
  api: RegisteredApi,
  remote: RemoteApi,
  resolved: ResolvedService,
): Promise<void> {
  const path = api.group === '' ? `/api/${api.version}` : pathOfApi(api);
  const url = `https://${resolved.host}${path}`;
  const deadline = new AbortController();
  const cancel = clock.after(TIMEOUT, () => deadline.abort());
  const failed = (reason: string) => new Error(`failing or missing response from ${url}: ${reason}`);
  try {
    const response = await remoteApis
      .send(remote, resolved, {
        ...{ method: 'GET', path, query: '', headers: new Headers(), body: null, user: CHECKER },
        signal: deadline.signal,
      })
      .catch((error: unknown) => {
        const reason = deadline.signal.aborted
          ? 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)'
          : errorText(error);
        throw failed(`Get ${JSON.stringify(url)}: ${reason}`);
      });
    await response.body?.cancel();
    if (response.status < 200 || response.status >= 300) throw failed(`bad status from ${url}: ${response.status}`);
  } finally {
    cancel();
  }
}
