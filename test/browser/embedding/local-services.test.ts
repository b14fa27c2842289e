import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { killWorkers } from '../browser.ts';
import { openProjects, type ProjectGlobals, started } from './embedding.ts';

/** The webhook of the document. */
const [, webhook = ''] = /```yaml example\.yaml\n(.*?)```/s.exec(readFileSync('docs/local-services.md', 'utf8')) ?? [];

/** The policy that docs/embedding.md recommends for the worker's script when a cluster has local services. */
const POLICY = "default-src 'none'; connect-src * data:; script-src 'wasm-unsafe-eval'";

/** A service whose code never returns for one path, and the API that it serves. */
const WEATHER = `
apiVersion: v1
kind: ConfigMap
metadata: {name: weather, namespace: default}
data:
  handler.js: |
    export default ({ path }) => {
      while (path.endsWith('endless'));
      return { status: 200, body: JSON.stringify({ path }) };
    };
---
apiVersion: v1
kind: Service
metadata: {name: weather, namespace: default, annotations: {tabplane.dev/local-service: weather}}
spec: {ports: [{port: 443}]}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.weather.example.com}
spec:
  group: weather.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {name: weather, namespace: default}
`;

describe('a local service of a cluster in a page’s worker', () => {
  const projects = openProjects();
  let page: Page;
  beforeAll(async () => {
    ({ page } = await projects.open({ seed: `${webhook}---${WEATHER}` }, (host) => {
      host.workerPolicy = POLICY;
    }));
    await started(page);
  });

  const labelsOf = (name: string): Promise<unknown> =>
    page.evaluate(async (created) => {
      const { cluster } = globalThis as unknown as ProjectGlobals;
      const configMaps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
      const written = await cluster.client.create(configMaps, { metadata: { name: created } });
      return (written as { metadata: { labels?: object } }).metadata.labels;
    }, name);

  const answer = (path: string): Promise<{ status: number; text: string }> =>
    page.evaluate(async (address) => {
      const response = await fetch(address);
      return { status: response.status, text: await response.text() };
    }, path);

  it('answers as a webhook, also in a new worker', async () => {
    expect(await labelsOf('first')).toEqual({ team: 'blue' });
    await killWorkers(projects.context, page);
    expect(await labelsOf('second')).toEqual({ team: 'blue' });
  });

  it('answers as an aggregated API', async () => {
    const path = '/apis/weather.example.com/v1/forecasts';
    await expect.poll(() => answer(path), { timeout: 60_000 }).toEqual({ status: 200, text: JSON.stringify({ path }) });
  });

  it('is terminated when it does not return, and the cluster still answers', async () => {
    const { status } = await answer('/api/v1/namespaces/default/services/weather:443/proxy/endless');
    expect(status).toBeGreaterThanOrEqual(500);
    expect((await answer('/version')).status).toBe(200);
  });
});
