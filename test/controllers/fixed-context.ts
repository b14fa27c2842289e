import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { createApiClient } from '../../src/client/api-client.ts';
import { EventRecorder } from '../../src/client/events/event-recorder.ts';
import { SharedInformers } from '../../src/client/shared-informers.ts';
import type { ControllerContext } from '../../src/controllers/controller.ts';
import { DEFAULT_CONTROLLER_FLAGS } from '../../src/controllers/flags/controller-flags.ts';
import { noRandom } from '../client/scripted-server.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

/**
 * Returns the context of a controller over fixed collections, by path, with a clock that the test moves. `requests`
 * contains all writes.
 */
export function fixedContext(collections: Readonly<Record<string, readonly ApiObject[]>>) {
  const clock = new ManualClock();
  const requests: string[] = [];
  const abort = new AbortController();
  const problems: unknown[] = [];
  const environment = { clock, random: noRandom, reportProblem: (_: string, error: unknown) => problems.push(error) };
  const client = createApiClient({
    baseUrl: 'http://server',
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.has('watch')) return new Response(new ReadableStream());
      if (request.method === 'GET')
        return Response.json({ apiVersion: 'v1', kind: 'List', metadata: {}, items: collections[pathname] ?? [] });
      requests.push(`${request.method} ${pathname}`);
      return Response.json({ apiVersion: 'v1', kind: 'Status', status: 'Success', metadata: {} });
    },
  });
  const context = {
    ...environment,
    client,
    watcher: client,
    informers: new SharedInformers({ ...environment, client }),
    events: new EventRecorder({ ...environment, client, component: 'test' }),
    dialect: kubernetesDialect,
    flags: DEFAULT_CONTROLLER_FLAGS,
    signal: abort.signal,
  } as unknown as ControllerContext;
  return { context, clock, requests, problems, stop: () => abort.abort() };
}
