import { describe, expect, it, vi } from 'vitest';
import type { ClusterOptions } from '../../src/embedding/cluster.ts';
import { createCluster, type Fault } from '../../src/hosts/core.ts';
import { scenario } from '../../src/hosts/msw/msw.ts';
import { startNodeHost } from '../../src/hosts/node/node.ts';
import { createTestCluster } from '../../src/hosts/testing/testing.ts';

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };

/** Options as a JavaScript user may pass them. */
const wrong = (options: object): ClusterOptions => options as ClusterOptions;

describe('the options of a cluster', () => {
  it.each<[string, object, string]>([
    ['an unknown option', { sed: '' }, 'createCluster: there is no option "sed"; the options are name, dialect, seed'],
    ['a wrong dialect', { dialect: 'swahili' }, 'the option dialect must be "kubernetes" or "cluster", not "swahili"'],
    [
      'a negative number of nodes',
      { simulatedNodes: -1 },
      'the option simulatedNodes must be an integer from 0, not -1',
    ],
    ['a seed that is a single object', { seed: pod }, 'the option seed must be YAML or a list of objects'],
    ['a name with a slash', { name: 'a/b' }, 'the option name must be a text of letters, digits'],
    [
      'an unknown field of a user',
      { users: { alice: { group: 'x' } } },
      'has an unknown field "group" of the user "alice"',
    ],
    [
      'two users with one token',
      { users: { alice: { token: 'x' }, bob: { token: 'x' } } },
      'gives the users "alice" and "bob" the same token',
    ],
    ['a numeric flag', { flags: { 'event-ttl': 1 } }, 'the option flags must be a record of texts by name'],
  ])('are rejected for %s', async (_, options, message) => {
    await expect(createCluster(wrong(options))).rejects.toThrow(message);
  });

  it.each<[string, object, string]>([
    ['an unknown controller', { controllers: 'deploymet' }, '"deploymet" is not in the list of known controllers'],
    ['an unknown flag', { flags: { 'no-such-flag': '1' } }, 'unknown flag --no-such-flag'],
    ['a seed that cannot be loaded', { seed: 'kind: Pod' }, 'document 1: apiVersion is not set'],
  ])('leave nothing running when creation fails with %s', async (_, options, message) => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    const problems = vi.spyOn(console, 'error');
    await expect(createCluster(wrong(options))).rejects.toThrow(message);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(ended.mock.calls.length).toBeGreaterThanOrEqual(timers.mock.calls.length);
    expect(problems).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('of a test cluster accept durations as text', async () => {
    const cluster = await createTestCluster({ settle: '90s', controllers: false });
    expect(await cluster.clock.now()).toBe(Date.UTC(2024, 0, 15, 9, 1, 30));
    await cluster.clock.step('1h');
    expect(await cluster.clock.now()).toBe(Date.UTC(2024, 0, 15, 10, 1, 30));
    for (const wrong of ['soon', '-1s', '', Number.POSITIVE_INFINITY, Number.NaN, -1])
      await expect(cluster.clock.step(wrong)).rejects.toThrow(
        'must be a number of milliseconds from 0, or a text such as "90s"',
      );
    await cluster.close();
    await expect(createTestCluster({ settle: '-1s' })).rejects.toThrow(
      'the option settle must be a number of milliseconds',
    );
  });
});

describe('a fault', () => {
  it.each<[object, string]>([
    [
      { latncy: 5 },
      'a fault has no field latncy; its fields are path, methods, share, times, latency, status, disconnect',
    ],
    [{ path: 'api/v1/pods' }, 'path must begin with "/"'],
    [{ methods: 'GET' }, 'methods must be a list of GET'],
    [{ latency: '5 parsecs' }, 'latency must be a number of milliseconds from 0'],
    [{ share: null }, 'share must be a number from 0 to 1, not null'],
    [{ share: '0.5' }, 'share must be a number from 0 to 1, not "0.5"'],
  ])('is rejected when it is %j', async (fault, message) => {
    const cluster = await createCluster({ controllers: false });
    await expect(cluster.faults.add(fault as Fault)).rejects.toThrow(message);
    await cluster.faults.add({ latency: '10ms' });
    await cluster.close();
  });
});

it('an unknown user of a scenario is an error, unless it is impersonated', () => {
  const shop = scenario('few rights');
  expect(() => shop.as('nobody')).toThrow(/has no user "nobody"; its users are admin.*auditor/);
  expect(() => shop.as({ name: 'nobody' })).not.toThrow();
});

it('a Node host without a port is an error', async () => {
  await expect(startNodeHost({})).rejects.toThrow('startNodeHost needs a port or a securePort; 0 selects a free one');
  await expect(startNodeHost({ prot: 1 } as object)).rejects.toThrow('startNodeHost: there is no option "prot"');
});

it('an error of the client names the verb and the path', async () => {
  const cluster = await createCluster({ controllers: false });
  const absent = cluster.client.get({ group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'web' });
  await expect(absent).rejects.toThrow('pods "web" not found (GET /api/v1/namespaces/default/pods/web)');
  await cluster.close();
});
