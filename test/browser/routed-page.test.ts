import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestCluster, type TestCluster } from '../../src/hosts/testing/testing.ts';
import { openBrowser } from '../helpers/open-browser.mjs';

const ORIGIN = 'http://front-end.example';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** A front end that shows and follows the names of config maps. */
const FRONT_END = `<!doctype html><title>front end</title><ul></ul><script type="module">
const list = document.querySelector('ul');
const path = '${CONFIG_MAPS}';
const { items, metadata } = await (await fetch(path)).json();
for (const { metadata } of items) list.insertAdjacentHTML('beforeend', '<li>' + metadata.name + '</li>');
list.dataset.state = 'listed';
try {
  const response = await fetch(path + '?watch=true&resourceVersion=' + metadata.resourceVersion);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  list.dataset.state = 'watching';
  for (let text = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (text + value).split('\\n');
    text = lines.pop();
    for (const line of lines) list.insertAdjacentHTML('beforeend', '<li>' + JSON.parse(line).object.metadata.name + '</li>');
  }
  list.dataset.state = 'ended';
} catch (error) {
  list.dataset.state = error.name;
}
</script>`;

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

describe('a page that is routed to a test cluster', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let template: TestCluster;
  let cluster: TestCluster;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    const users = { alice: { groups: ['developers'] } };
    template = await createTestCluster({ controllers: false, seed: [configMap('seed')], users });
  });
  afterAll(async () => {
    await browser.close();
    await template.close();
  });
  beforeEach(async () => {
    cluster = await template.fork();
    page = await browser.context.newPage();
    await page.route(`${ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: FRONT_END }));
    return async () => {
      await page.close();
      await cluster.close();
    };
  });

  const openWatches = async () => {
    const metrics = await (await cluster.fetch('/metrics')).text();
    const counts = [...metrics.matchAll(/^apiserver_longrunning_requests\{.*verb="WATCH".*\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const names = () => page.locator('li').allTextContents();
  const state = (wanted: string) => page.locator(`ul[data-state=${wanted}]`).waitFor();

  it('lists and follows its objects', async () => {
    await cluster.route(page);
    await page.goto(ORIGIN);
    await state('watching');
    expect(await names()).toEqual(['seed']);
    await cluster.load([configMap('later')]);
    await page.getByText('later').waitFor();
    await cluster.reset();
    await state('ended');
  });

  it('disconnects its watches when the faults of the cluster require it', async () => {
    await cluster.route(page);
    await page.goto(ORIGIN);
    await state('watching');
    await cluster.faults.add({ disconnect: true });
    await state('TypeError');
    expect(await page.evaluate((path) => fetch(path).catch(String), CONFIG_MAPS)).toContain('TypeError');
  });

  it('sends requests as a user, with a body, and below a prefix of another origin', async () => {
    await cluster.route(page, { origin: 'https://clusters.example', prefix: '/k8s/a', as: 'alice' });
    await page.goto(ORIGIN);
    const answer = await page.evaluate(async () => {
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const response = await fetch('https://clusters.example/k8s/a/apis/authentication.k8s.io/v1/selfsubjectreviews', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(review),
      });
      return [response.status, (await response.json()).status.userInfo];
    });
    expect(answer).toEqual([201, { username: 'alice', uid: 'alice', groups: ['developers', 'system:authenticated'] }]);
  });

  it('ends watches on the server when the page aborts them or closes', async () => {
    await cluster.route(page);
    await page.goto(ORIGIN);
    await state('watching');
    const outcome = await page.evaluate(async (path) => {
      const abort = new AbortController();
      const response = await fetch(`${path}?watch=1`, { signal: abort.signal });
      const reader = response.body?.getReader();
      await reader?.read();
      abort.abort();
      return reader?.read().catch((error) => error.name);
    }, CONFIG_MAPS);
    expect(outcome).toBe('AbortError');
    expect(await openWatches()).toBe(1);
    await page.goto('about:blank');
    await expect.poll(openWatches).toBe(0);
  });
});
