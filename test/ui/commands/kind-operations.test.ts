import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { DiscoveredResource } from '../../../src/client/discovery.ts';
import type { Application } from '../../../src/ui/application.ts';
import { operate, operationsOf } from '../../../src/ui/commands/kind-operations.ts';

const resource = (group: string, plural: string): DiscoveredResource => ({
  ...{ group, version: 'v1', resource: plural, kind: plural, namespaced: true, preferred: true },
  ...{ verbs: [], shortNames: [], categories: [], subresources: [] },
});

/** Runs an operation on objects, and returns the outcomes and the writes. */
async function run(kind: DiscoveredResource, title: string, names: readonly string[], stored: object = {}) {
  const writes: unknown[] = [];
  const client = {
    get: async () => stored,
    create: async (_: object, object: object) => writes.push(object),
    patch: async ({ name }: { name: string }, type: string, patch: object) => {
      if (name === 'refused') throw new Error('no');
      writes.push([name, type, patch]);
    },
  };
  const application = {
    client,
    clusterClock: { getState: () => ({ readNow: async () => Date.UTC(2026, 0, 1) }) },
  } as unknown as Application;
  const operation = operationsOf(kind).find((one) => one.title === title);
  if (!operation) throw new Error(`${kind.resource} has no ${title}`);
  const targets = names.map((name) => ({ name, namespace: 'shop' }));
  return { outcomes: await operate(application, kind, operation, targets, kubernetesDialect), writes };
}

describe('an operation on objects', () => {
  it('reports the outcome of each', async () => {
    const { outcomes, writes } = await run(resource('batch', 'cronjobs'), 'Suspend', ['a', 'refused', 'b']);
    expect(outcomes.map(({ name, error }) => [name, error instanceof Error])).toEqual([
      ['a', false],
      ['refused', true],
      ['b', false],
    ]);
    expect(writes).toEqual([
      ['a', 'merge', { spec: { suspend: true } }],
      ['b', 'merge', { spec: { suspend: true } }],
    ]);
  });

  it('restarts workloads at the time of the cluster', async () => {
    const { writes } = await run(resource('apps', 'daemonsets'), 'Restart', ['web']);
    expect(JSON.stringify(writes)).toContain('"kubectl.kubernetes.io/restartedAt":"2026-01-01T00:00:00Z"');
  });

  it('cordons and uncordons nodes', async () => {
    const nodes = resource('', 'nodes');
    expect((await run(nodes, 'Cordon', ['one'])).writes).toEqual([
      ['one', 'strategic', { spec: { unschedulable: true } }],
    ]);
    expect((await run(nodes, 'Uncordon', ['one'])).writes).toEqual([
      ['one', 'strategic', { spec: { unschedulable: null } }],
    ]);
  });

  it('triggers a cron job by a Job that it owns', async () => {
    const cronJob = {
      metadata: { name: 'report', uid: 'u' },
      spec: { jobTemplate: { metadata: { labels: { app: 'report' } }, spec: { parallelism: 2 } } },
    };
    const { writes } = await run(resource('batch', 'cronjobs'), 'Trigger now', ['report'], cronJob);
    expect(writes).toEqual([
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: {
          generateName: 'report-manual-',
          labels: { app: 'report' },
          annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
          ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'report', uid: 'u', controller: true }],
        },
        spec: { parallelism: 2 },
      },
    ]);
  });

  it('exists only for kinds that support it', () => {
    expect(operationsOf(resource('', 'configmaps'))).toEqual([]);
    expect(operationsOf(resource('example.com', 'deployments'))).toEqual([]);
  });
});
