import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('New objects are counted when nothing has been charged for five seconds', async () => {
  const clock = new ManualClock();
  const own = await openControlledServer([resourceQuotaController], clock);
  await own.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  const path = `${QUOTAS}/maps`;
  const usedMaps = async () => (await own.ask(path)).body.status.used?.configmaps;
  await own.create(QUOTAS, { metadata: { name: 'maps' }, spec: { hard: { configmaps: '9' } } });
  await expect.poll(usedMaps).toBe('0');
  await own.create('/api/v1/namespaces/shop/configmaps', { metadata: { name: 'first' } });
  await clock.advance(4000);
  // Admission charges an object before it is created; this one is not seen yet.
  await own.ask(`${path}/status`, 'PATCH', { status: { used: { configmaps: '2' } } }, 'application/merge-patch+json');
  await clock.advance(4000);
  expect(await usedMaps()).toBe('2');
  await clock.advance(6000);
  await expect.poll(usedMaps).toBe('1');
  await own.close();
});
