import { afterEach, beforeEach, expect, it } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { createSimulatedNodes } from '../../src/simulation/simulation.ts';
import { DEFAULT_STAGES } from '../../src/simulation/stages/default-stages.ts';
import type { Stage } from '../../src/simulation/stages/stage.ts';
import { STAGE_DEFINITION } from '../../src/simulation/stages/stage-definition.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { seededRandom } from '../scheduler/fake-cluster.ts';
import { openSimulatedCluster, type SimulatedCluster } from './simulated-cluster.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const STAGES = '/apis/simulation.tabplane.dev/v1alpha1/stages';
const NEWER = 'StartEphemeralContainers';
const headers = { 'content-type': 'application/json' };

let cluster: SimulatedCluster;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  cluster = await openSimulatedCluster(0, 'simulation', { clock, random: seededRandom(1) });
});
afterEach(() => cluster.close());

const send = async (path: string, body: object, method = 'POST', manager = 'kubelet'): Promise<number> => {
  const type = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : headers;
  const url = `${path}?fieldManager=${manager}`;
  return (await cluster.request(url, { method, headers: type, body: JSON.stringify(body) })).status;
};

/** Stores the objects of an earlier version: a definition and stages without ephemeral containers. */
async function storeEarlierStages(): Promise<void> {
  const definition = JSON.parse(JSON.stringify(STAGE_DEFINITION).replace(`,"${NEWER}"`, ''));
  expect(await send(DEFINITIONS, definition)).toBe(201);
  for (const stage of DEFAULT_STAGES.filter(({ spec }) => spec.next.action !== NEWER))
    await expect.poll(() => send(STAGES, { ...stage, spec: { ...stage.spec, weight: 7 } })).toBe(201);
}

async function startSimulation(): Promise<Map<string, Stage>> {
  await createSimulatedNodes(cluster.client, 1, { dialect: kubernetesDialect });
  await clock.advance(5000);
  const response = await cluster.request(STAGES);
  const { items } = (await response.json()) as { items: Stage[] };
  return new Map(items.map((stage) => [stage.metadata.name ?? '', stage]));
}

const definition = async () => (await cluster.request(`${DEFINITIONS}/stages.simulation.tabplane.dev`)).json();

it('A new cluster gets all default stages, and a definition without annotations', async () => {
  const stages = await startSimulation();
  expect([...stages.keys()].sort()).toEqual(DEFAULT_STAGES.map(({ metadata }) => metadata.name).sort());
  expect((await definition()).metadata.annotations).toBeUndefined();
});

it('Stages of an earlier version are updated, and newer stages are created', async () => {
  await storeEarlierStages();
  const stages = await startSimulation();
  for (const { metadata, spec } of DEFAULT_STAGES) expect(stages.get(metadata.name ?? '')?.spec).toEqual(spec);
  expect(JSON.stringify(await definition())).toContain(NEWER);
});

it('Stages that users have edited or deleted are not restored', async () => {
  await storeEarlierStages();
  await send(`${STAGES}/pod-ready`, { spec: { weight: 8 } }, 'PATCH', 'kubectl-edit');
  await cluster.request(`${STAGES}/pod-exit`, { method: 'DELETE' });
  const stages = await startSimulation();
  expect(stages.get('pod-ready')?.spec.weight).toBe(8);
  expect(stages.has('pod-exit')).toBe(false);
  expect(stages.has('pod-start-ephemeral')).toBe(true);
});

it('An edited definition is kept, without the stages that it forbids', async () => {
  await storeEarlierStages();
  const path = `${DEFINITIONS}/stages.simulation.tabplane.dev`;
  await send(path, { spec: { names: { shortNames: ['stg'] } } }, 'PATCH', 'kubectl-edit');
  const stages = await startSimulation();
  expect((await definition()).spec.names.shortNames).toEqual(['stg']);
  expect(stages.has('pod-start-ephemeral')).toBe(false);
  expect(stages.get('pod-admit')?.spec.weight).toBeUndefined();
});
