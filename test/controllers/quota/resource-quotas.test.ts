import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { resourceQuotaController } from '../../../src/controllers/quota/resource-quotas.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { openControlledServer } from '../controlled-server.ts';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  cluster = await openControlledServer([resourceQuotaController]);
  await cluster.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
});
afterAll(() => cluster.close());

const QUOTAS = '/api/v1/namespaces/shop/resourcequotas';
const quota = (name: string, hard: object) => cluster.create(QUOTAS, { metadata: { name }, spec: { hard } });
const used = async (name: string) => (await cluster.ask(`${QUOTAS}/${name}`)).body.status.used;

test('Deleting objects of any resource releases quota', async () => {
  await quota('counts', { 'count/endpoints': '3', services: '3', 'services.nodeports': '3' });
  await expect.poll(() => used('counts')).toEqual({ 'count/endpoints': '0', services: '0', 'services.nodeports': '0' });
  await cluster.create('/api/v1/namespaces/shop/endpoints', { metadata: { name: 'e' } });
  const services = '/api/v1/namespaces/shop/services';
  const spec = { type: 'NodePort', ports: [{ port: 80 }] };
  await cluster.create(services, { metadata: { name: 's' }, spec });
  expect(await used('counts')).toEqual({ 'count/endpoints': '1', services: '1', 'services.nodeports': '1' });
  await cluster.merge(`${services}/s`, { spec: { type: 'ClusterIP' } });
  await expect.poll(async () => (await used('counts'))['services.nodeports']).toBe('0');
  await cluster.ask('/api/v1/namespaces/shop/endpoints/e', 'DELETE');
  await cluster.ask(`${services}/s`, 'DELETE');
  await expect.poll(() => used('counts')).toEqual({ 'count/endpoints': '0', services: '0', 'services.nodeports': '0' });
});

test('Custom resources are counted as soon as they are served', async () => {
  await quota('custom', { 'count/widgets.example.com': '3' });
  const hard = async () => (await cluster.ask(`${QUOTAS}/custom`)).body.status.hard;
  await expect.poll(hard).toEqual({ 'count/widgets.example.com': '3' });
  expect(await used('custom')).toBeUndefined();
  await cluster.create(DEFINITIONS, widgetDefinition());
  await expect.poll(() => used('custom')).toEqual({ 'count/widgets.example.com': '0' });
  const widgets = '/apis/example.com/v1/namespaces/shop/widgets';
  await cluster.create(widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } });
  expect(await used('custom')).toEqual({ 'count/widgets.example.com': '1' });
  await cluster.ask(`${widgets}/w`, 'DELETE');
  await expect.poll(() => used('custom')).toEqual({ 'count/widgets.example.com': '0' });
});

describe('A count of new objects', () => {
  const PODS = '/api/v1/namespaces/shop/pods';
  const MAPS = '/api/v1/namespaces/shop/configmaps';
  /** Opens a server whose clock stands, with a quota and a pod on a node. */
  async function openWithPod() {
    const clock = new ManualClock();
    const own = await openControlledServer([resourceQuotaController], clock);
    onTestFinished(() => own.close());
    const counted = async () => (await own.ask(`${QUOTAS}/all`)).body.status.used;
    await own.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
    await own.create(QUOTAS, { metadata: { name: 'all' }, spec: { hard: { configmaps: '9', pods: '9' } } });
    await expect.poll(counted).toEqual({ configmaps: '0', pods: '0' });
    await own.create('/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'default' } });
    const containers = [{ name: 'c', image: 'i' }];
    await own.create(PODS, { metadata: { name: 'p' }, spec: { containers, nodeName: 'n' } });
    await clock.advance(10_000);
    /** Charges objects, as admission does before it creates them. */
    const charge = async (configmaps: string) =>
      own.ask(`${QUOTAS}/all/status`, 'PATCH', { status: { used: { configmaps } } }, 'application/merge-patch+json');
    return { ...own, clock, counted, charge };
  }

  test.each([
    ['a running pod', false],
    ['a terminating pod', true],
  ])('waits until nothing has been charged for five seconds, beside %s', async (_, isTerminating) => {
    const { ask, create, clock, counted, charge } = await openWithPod();
    if (isTerminating) await ask(`${PODS}/p`, 'DELETE');
    await clock.advance(10_000);
    await create(MAPS, { metadata: { name: 'first' } });
    await clock.advance(4000);
    await charge('2');
    await clock.advance(4000);
    expect(await counted()).toEqual({ configmaps: '2', pods: '1' });
    await clock.advance(6000);
    await expect.poll(counted).toEqual({ configmaps: '1', pods: '1' });
  });

  test('does not wait when the grace period of a pod has ended', async () => {
    const { ask, clock, counted, charge } = await openWithPod();
    await ask(`${PODS}/p`, 'DELETE');
    await clock.advance(59_000);
    await charge('1');
    expect(await counted()).toEqual({ configmaps: '1', pods: '1' });
    await clock.advance(2000);
    await expect.poll(counted).toEqual({ configmaps: '0', pods: '0' });
  });
});
