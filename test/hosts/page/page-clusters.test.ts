import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../../src/api/environment.ts';
import type { ClusterCommand } from '../../../src/api/named-cluster.ts';
import { connectToClusters } from '../../../src/hosts/page/page-clusters.ts';
import {
  initialRegistry,
  type RegistryState,
  transition,
} from '../../../src/hosts/worker/clusters/registry-transitions.ts';

const CREATED = '2026-11-22T08:00:00Z';
const CREATE: ClusterCommand = { type: 'create', name: 'Second', dialect: 'kubernetes' };

/** A worker that dies at its first command, before or after running it. */
function dyingWorker(dies: 'before' | 'after') {
  let state: RegistryState = initialRegistry(CREATED, false);
  const commands: ClusterCommand[] = [];
  const fetch: Fetch = async (request) => {
    if (request.url.endsWith('/pods')) return Response.json(request.headers.get('tabplane-database'));
    if (request.method === 'GET') return Response.json(state);
    const command = (await request.json()) as ClusterCommand;
    commands.push(command);
    if (commands.length === 1 && dies === 'before') throw new TypeError('Failed to fetch');
    state = transition(state, command, { id: `id-${commands.length}`, created: CREATED });
    if (commands.length === 1) throw new TypeError('Failed to fetch');
    return Response.json(state);
  };
  return { fetch, commands };
}

describe('the clusters as a page sees them', () => {
  it.each([
    ['before', 2],
    ['after', 1],
  ] as const)('change once when the worker dies %s the command takes effect', async (dies, sent) => {
    const { fetch, commands } = dyingWorker(dies);
    const clusters = await connectToClusters(fetch, 'http://localhost');
    const { clusters: list } = await clusters.run(CREATE);
    expect(list.map(({ name }) => name)).toEqual(['Default', 'Second']);
    expect(commands.length).toBe(sent);
  });

  it('get requests marked with the database of the page, which wait while another cluster is open', async () => {
    const { fetch } = dyingWorker('after');
    const clusters = await connectToClusters(fetch, 'http://localhost');
    const ask = () => clusters.fetch(new Request('http://localhost/api/v1/pods')).then((response) => response.json());
    expect(await ask()).toBe('tabplane');
    await clusters.run(CREATE);
    let isAnswered = false;
    const answer = ask().finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isAnswered).toBe(false);
    await clusters.run({ type: 'switch', id: 'default' });
    expect(await answer).toBe('tabplane');
  });
});
