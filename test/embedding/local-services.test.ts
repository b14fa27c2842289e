import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCluster } from '../../src/hosts/testing/testing.ts';
import { createTestCluster } from '../../src/hosts/testing/testing.ts';

/** The webhook in docs/local-services.md. */
const [, webhook = ''] = /```yaml example\.yaml\n(.*?)```/s.exec(readFileSync('docs/local-services.md', 'utf8')) ?? [];
const service = (name: string, code: string) => [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { 'handler.js': code } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default', annotations: { 'tabplane.dev/local-service': name } },
    spec: { ports: [{ port: 443 }] },
  },
];

let cluster: TestCluster;
beforeAll(async () => {
  const template = await createTestCluster({ seed: webhook });
  await template.load([
    ...service('weather', 'export default ({ path }) => ({ status: 200, body: JSON.stringify({ path }) });'),
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.weather.example.com' },
      spec: {
        ...{ group: 'weather.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 },
        ...{ service: { name: 'weather', namespace: 'default' }, insecureSkipTLSVerify: true },
      },
    },
  ]);
  cluster = await template.fork();
  await template.close();
});
afterAll(() => cluster.close());

const configMaps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

it('a webhook of an embedded cluster runs as a local service', async () => {
  const { metadata } = await cluster.client.create<{ metadata: { name: string; labels?: object } }>(configMaps, {
    metadata: { name: 'labeled' },
  });
  expect(metadata.labels).toEqual({ team: 'blue' });
});

it('an aggregated API of an embedded cluster runs as a local service', async () => {
  await cluster.clock.step('1m');
  const answer = async () => (await cluster.fetch('/apis/weather.example.com/v1/forecasts')).text();
  await expect.poll(answer).toBe('{"path":"/apis/weather.example.com/v1/forecasts"}');
});
