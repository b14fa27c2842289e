import { describe, expect, it } from 'vitest';
import type { Deployment } from '../../../src/api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { crashLoopingShop } from '../../../src/embedding/scenarios/crash-looping-shop.ts';
import { fewRights } from '../../../src/embedding/scenarios/few-rights.ts';
import { createCluster } from '../../../src/hosts/core.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { prepareScenario } from '../../../src/hosts/scenarios/prepare-scenario.ts';

const pods = { group: '', version: 'v1', resource: 'pods', namespace: 'shop' };

/** A cluster as the app creates one: it runs, and nothing but the API is known of it. */
const newCluster = () => createCluster({ simulatedNodes: 0 });

describe('a scenario that is prepared over the API of a running cluster', () => {
  it('reaches the state of its history, and reports the steps', async () => {
    const cluster = await newCluster();
    const steps: string[] = [];
    await prepareScenario(crashLoopingShop, cluster.client, systemClock, ({ text }) => steps.push(text));
    const { items } = await cluster.client.list<Pod>(pods);
    expect(items.filter(({ status }) => status?.phase === 'Running').length).toBeGreaterThanOrEqual(10);
    const restarts = items.flatMap(
      ({ status }) => status?.containerStatuses?.map(({ restartCount }) => restartCount) ?? [],
    );
    expect(Math.max(...restarts)).toBeGreaterThan(3);
    expect(steps.filter((step) => !step.startsWith('Created'))).toEqual([
      ...['Adding simulated nodes', 'Letting 10 minutes pass', 'Letting 8 minutes pass'],
    ]);
    expect(steps).toContain('Created 17 of 17 objects');
    await cluster.close();
  });

  it('is complete when a preparation is repeated after an interruption', async () => {
    const cluster = await newCluster();
    const interruption = new Error('the page was closed');
    const interrupted = prepareScenario(fewRights, cluster.client, systemClock, ({ share = 0 }) => {
      if (share > 0.3) throw interruption;
    });
    await expect(interrupted).rejects.toThrow('the page was closed');
    await prepareScenario(fewRights, cluster.client, systemClock, () => undefined);
    const { items } = await cluster.client.list<Deployment>({ ...pods, group: 'apps', resource: 'deployments' });
    expect(items.map(({ status }) => status?.readyReplicas)).toEqual([2, 2, 3, 1]);
    const auditor = cluster.as({ name: 'auditor', groups: ['cluster-auditors'] });
    expect((await auditor.fetch('/api/v1/pods')).status).toBe(200);
    expect((await auditor.fetch('/api/v1/namespaces/shop/secrets')).status).toBe(403);
    await cluster.close();
  });
});
