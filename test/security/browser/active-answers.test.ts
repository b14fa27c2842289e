import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOrigins } from './origins.ts';

const origins = openOrigins();
let visitor: Page;

/** A script that reads the cluster of its origin, and sets the title to report that it ran. */
const SCRIPT =
  'document.title = "ran"; fetch("/api/v1/secrets", { headers: { authorization: "Bearer tabplane-admin" } }).then((answer) => { document.title = "read " + answer.status; });';
const MARKUP = `<script>${SCRIPT}</script><img src=x onerror='${SCRIPT}'><a href='javascript:${SCRIPT}'>link</a>`;
const HTML = `<!doctype html><title>answer</title><body>${MARKUP}</body>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`;
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${SCRIPT}</script></body></html>`;

/** Answers of the local service, by path. */
const ANSWERS: Readonly<Record<string, { status?: number; headers: Record<string, string>; body: string }>> = {
  html: { headers: { 'content-type': 'text/html' }, body: HTML },
  'html-error': { status: 500, headers: { 'content-type': 'text/html' }, body: HTML },
  svg: { headers: { 'content-type': 'image/svg+xml' }, body: SVG },
  xhtml: { headers: { 'content-type': 'application/xhtml+xml' }, body: XHTML },
  xml: { headers: { 'content-type': 'text/xml' }, body: XHTML },
  text: { headers: { 'content-type': 'text/plain' }, body: HTML },
  untyped: { headers: { 'content-type': 'unknown/unknown' }, body: HTML },
  mixed: {
    headers: { 'content-type': 'multipart/x-mixed-replace; boundary=b' },
    body: `--b\r\ncontent-type: text/html\r\n\r\n${HTML}\r\n--b--`,
  },
  'own-policy': {
    headers: { 'content-type': 'text/html', 'content-security-policy': 'sandbox allow-scripts allow-same-origin' },
    body: HTML,
  },
  'own-sniffing': { headers: { 'content-type': 'text/plain', 'x-content-type-options': 'none' }, body: HTML },
  refresh: { headers: { 'content-type': 'text/html', refresh: '0;url=/evil.html' }, body: HTML },
  'meta-refresh': {
    headers: { 'content-type': 'text/html' },
    body: '<meta http-equiv=refresh content="0;url=/evil.html">',
  },
  script: { headers: { 'content-type': 'text/javascript' }, body: SCRIPT },
  'clear-site-data': { headers: { 'content-type': 'text/html', 'clear-site-data': '"storage"' }, body: HTML },
  cookie: { headers: { 'content-type': 'text/html', 'set-cookie': 'evil=1; path=/' }, body: HTML },
};
const HANDLER = `const answers = ${JSON.stringify(ANSWERS)};
export default ({ path }) => answers[path.split('/').at(-1)] ?? { status: 200, body: { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'evil.example.com/v1', resources: [{ name: 'pages', kind: 'Page', namespaced: false, verbs: ['get', 'list'] }] } };`;

const SERVICE = '/api/v1/namespaces/default/services/evil:80/proxy';
const AGGREGATED = '/apis/evil.example.com/v1/pages';
const LOG = '/api/v1/namespaces/default/pods/talker/log';

/** A pod with a log, and a local service that anyone may call, whose code is also an extension API server. */
const OBJECTS = [
  ['/api/v1/namespaces/default/configmaps', { metadata: { name: 'evil' }, data: { 'handler.js': HANDLER } }],
  [
    '/api/v1/namespaces/default/services',
    {
      metadata: { name: 'evil', annotations: { 'tabplane.dev/local-service': 'evil' } },
      spec: { ports: [{ port: 80 }] },
    },
  ],
  [
    '/apis/apiregistration.cluster.io/v1/apiservices',
    {
      metadata: { name: 'v1.evil.example.com' },
      spec: {
        ...{ group: 'evil.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10 },
        ...{ insecureSkipTLSVerify: true, service: { namespace: 'default', name: 'evil', port: 80 } },
      },
    },
  ],
  [
    '/apis/rbac.authorization.cluster.io/v1/clusterroles',
    {
      metadata: { name: 'everything' },
      rules: [{ apiGroups: ['*'], resources: ['services/proxy', 'pods/log', 'pages'], verbs: ['*'] }],
    },
  ],
  [
    '/apis/rbac.authorization.cluster.io/v1/clusterrolebindings',
    {
      metadata: { name: 'everything' },
      roleRef: { apiGroup: 'rbac.authorization.cluster.io', kind: 'ClusterRole', name: 'everything' },
      subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.cluster.io', name: 'system:unauthenticated' }],
    },
  ],
  ['/api/v1/nodes', { metadata: { name: 'one', annotations: { 'simulation.tabplane.dev/node': 'true' } } }],
  [
    '/api/v1/namespaces/default/pods',
    {
      metadata: { name: 'talker' },
      spec: {
        nodeName: 'one',
        containers: [{ name: 'a', image: 'busybox', command: ['echo', HTML] }],
      },
    },
  ],
] as const;

beforeAll(async () => {
  const statuses = await origins.app.page.evaluate(async (objects) => {
    const headers = { authorization: 'Bearer tabplane-admin', 'content-type': 'application/json' };
    const answers: number[] = [];
    for (const [path, object] of objects)
      answers.push((await fetch(path, { method: 'POST', headers, body: JSON.stringify(object) })).status);
    return answers;
  }, OBJECTS);
  expect(statuses).toEqual(OBJECTS.map(() => 201));
  visitor = await origins.newPage();
  await origins.app.page.waitForFunction(async (path) => (await fetch(path)).ok, AGGREGATED);
  await origins.app.page.waitForFunction(async (path) => /<script>/.test(await (await fetch(path)).text()), LOG);
});

const headersOf = (path: string): Promise<Record<string, string>> =>
  origins.app.page.evaluate(async (address) => Object.fromEntries((await fetch(address)).headers), path);

describe('an answer of the cluster that a user opens as a page', () => {
  it.each([
    ...Object.keys(ANSWERS).map((name) => `${SERVICE}/${name}`),
    `${AGGREGATED}/html`,
    `${AGGREGATED}/svg`,
    LOG,
    '/api/v1/namespaces',
    '/version',
    '/api/v1/nothing?<script>document.title="ran"</script>',
    '/tabplane/clusters',
  ])('runs no script: %s', async (path) => {
    await visitor.goto(origins.app.origin + path).catch((error: Error) => {
      // Browsers download responses that they cannot display.
      if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error;
    });
    await visitor.waitForTimeout(30);
    expect(await visitor.title()).not.toMatch(/^(ran|read)/);
    expect(visitor.url()).not.toContain('evil.html');
    await visitor.goto('about:blank');
  });

  it.each(['html', 'svg', 'own-policy'])('runs no script in a frame of a foreign page: %s', async (name) => {
    await visitor.goto(origins.foreign['same-site']);
    const address = `${origins.app.origin}${SERVICE}/${name}`;
    await visitor.evaluate(async (source) => {
      const frame = document.createElement('iframe');
      frame.src = source;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
    }, address);
    await visitor.waitForTimeout(30);
    const frame = visitor.frame({ url: address });
    expect(await frame?.title()).not.toMatch(/^(ran|read)/);
    expect(await frame?.evaluate(() => globalThis.origin)).toBe('null');
  });

  it('reaches the browser with its policy and type, but without headers that affect the origin', async () => {
    for (const name of Object.keys(ANSWERS)) {
      const headers = await headersOf(`${SERVICE}/${name}`);
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      expect(headers['x-content-type-options']).toBe('nosniff');
      for (const lost of ['refresh', 'clear-site-data', 'set-cookie', 'service-worker-allowed'])
        expect(Object.keys(headers)).not.toContain(lost);
    }
    expect(await origins.app.page.evaluate(() => document.cookie)).toBe('');
  });

  it('is inert for an embedded cluster', async () => {
    const { page } = origins.embedded;
    const headers = await page.evaluate(async () => Object.fromEntries((await fetch('/api/v1/namespaces')).headers));
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
