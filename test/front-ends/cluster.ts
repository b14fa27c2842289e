import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';
import { until } from '../helpers/until.ts';

const POD = {
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
};

/** A cluster for front ends, with a simulated running pod `web` and a ConfigMap `first`. */
export interface FrontEndCluster {
  readonly url: string;
  readonly host: NodeHost;
  /** Sends a request as a different user than the front end's, in the namespace `default`. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

/** @param origin the origin of the front end's page, if it has one */
export async function startFrontEndCluster(origin?: string): Promise<FrontEndCluster> {
  const host = await startNodeHost({
    port: 0,
    flags: {
      dialect: 'kubernetes',
      'token-auth-file': CONFORMANCE_TOKENS,
      ...(origin ? { 'cors-allowed-origins': `^${origin}$` } : {}),
    },
    controllers: true,
    simulatedNodes: 1,
  });
  const url = host.url ?? '';
  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${url}/api/v1/namespaces/default/${path}`, {
      method,
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  await send('POST', 'configmaps', { metadata: { name: 'first' }, data: { count: '7' } });
  // A controller creates the pod's service account, and the simulation sets its phase.
  await until(async () => (await send('POST', 'pods', POD)).status === 201);
  await until(async () => ((await (await send('GET', 'pods/web')).json()) as Pod).status?.phase === 'Running');
  return { url, host, send };
}
