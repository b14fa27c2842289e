import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openOrigins, stateOf } from './origins.ts';

const origins = openOrigins();
let attacker: Page;
let before: Readonly<Record<TargetName, unknown>>;
beforeAll(async () => {
  attacker = await origins.newPage();
  before = await states();
});

type TargetName = 'app' | 'embedded';
type Origin = keyof typeof origins.foreign;

const states = async () => ({ app: await stateOf(origins.app), embedded: await stateOf(origins.embedded) });

/** No attack changes a cluster. */
afterEach(async () => expect(await states()).toEqual(before));

const PLAIN = 'text/plain';
const ENCODED = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data';

interface Form {
  readonly address: string;
  readonly body: object;
  readonly enctype?: string;
  readonly method?: 'post' | 'get';
  readonly inFrame?: boolean;
}

/**
 * Submits a form of a foreign page by script, without a click. When the form is sent as plain text, its only field makes the body
 * valid JSON.
 * @returns the text that the browser displays as the answer; empty when it displays none
 */
async function submit(
  from: Origin,
  { address, body, enctype = PLAIN, method = 'post', inFrame }: Form,
): Promise<string> {
  await attacker.goto(origins.foreign[from]);
  const answered = attacker.waitForEvent('framenavigated', {
    predicate: (frame) => frame.url().startsWith(new URL(address).origin) || frame.url().startsWith('chrome-error'),
  });
  await attacker.evaluate(
    ([action, text, type, verb, framed]) => {
      const form = document.createElement('form');
      Object.assign(form, { action, enctype: type, method: verb });
      if (framed) {
        const frame = document.createElement('iframe');
        frame.name = form.target = 'frame';
        document.body.append(frame);
      }
      const field = document.createElement('input');
      field.name = `${text.slice(0, -1)},"ignored":"`;
      field.value = '"}';
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    [address, JSON.stringify(body), enctype, method, inFrame] as const,
  );
  const frame = await answered;
  return (
    (await frame
      .locator('body')
      .textContent()
      .catch(() => '')) ?? ''
  );
}

const REFUSED = /the service worker refuses this .*: a form or a link sent it/;

const reset = { type: 'reset', id: 'default' };
const COMMANDS = [
  reset,
  { type: 'create', name: 'evil', dialect: 'kubernetes' },
  { type: 'switch', id: 'default' },
  { type: 'rename', id: 'default', name: 'evil' },
  { type: 'delete', id: 'default' },
  { type: 'keep-dialect' },
  { type: 'accept', id: 'default' },
];
const call = (method: string, ...parameters: unknown[]) => ({
  ...{ version: '0.1.0', cluster: 'default', method },
  arguments: parameters,
});
const CALLS = [
  call('reset'),
  call('load', [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'evil' } }]),
  call('export'),
  call('snapshot'),
  call('restore', {}),
  call('start', { name: 'evil', prefix: '' }),
  call('close'),
  call('store-page', ['/']),
  call('clock.pause'),
  call('clock.step', 3_600_000),
  call('faults.add', { answer: { status: 500 } }),
  call('faults.clear'),
  call('socket.open', { path: '/api/v1/secrets?watch=true', protocols: [] }),
  call('socket.send', 'id', 'exit'),
];

/** The path of the calls for connections of the app. */
const SOCKETS = '/tabplane/sockets';
const EXEC = call('socket.open', {
  ...{ path: '/api/v1/namespaces/default/pods/victim/exec?command=sh&stdin=true&stdout=true', method: 'POST' },
  ...{ protocols: ['v5.channel.k8s.io'], headers: { authorization: 'Bearer tabplane-admin' } },
});

describe('a form of a foreign page', () => {
  it.each([
    ...COMMANDS.map((body) => [body.type, 'cross-site', { body }] as const),
    ['reset', 'same-site', { body: reset }],
    ['reset', 'cross-site', { body: reset, enctype: ENCODED }],
    ['reset', 'cross-site', { body: reset, enctype: PARTS }],
    ['reset', 'same-site', { body: reset, inFrame: true }],
    ['the list', 'cross-site', { body: reset, method: 'get' }],
  ] as const)('cannot control the clusters of the app: %s from a %s page, %o', async (_, from, form) => {
    expect(await submit(from, { address: origins.app.control, ...form })).toMatch(REFUSED);
  });

  it.each([
    ['socket.open', 'cross-site', { body: EXEC }],
    ['socket.open', 'same-site', { body: EXEC, inFrame: true }],
    ['socket.open', 'cross-site', { body: EXEC, enctype: PARTS }],
    ['socket.receive', 'cross-site', { body: call('socket.receive', 'id') }],
    ['socket.send', 'same-site', { body: call('socket.send', 'id', 'exit') }],
    ['socket.close', 'cross-site', { body: call('socket.close', 'id') }],
  ] as const)('cannot call the connections of the app: %s from a %s page, %o', async (_, from, form) => {
    expect(await submit(from, { address: origins.app.origin + SOCKETS, ...form })).toMatch(REFUSED);
  });

  it.each([
    ...CALLS.map((body) => [body.method, 'cross-site', { body }] as const),
    ['reset', 'same-site', { body: call('reset') }],
    ['reset', 'cross-site', { body: call('reset'), enctype: ENCODED }],
    ['reset', 'cross-site', { body: call('reset'), enctype: PARTS }],
    ['export', 'same-site', { body: call('export'), inFrame: true }],
  ] as const)('cannot call an embedded worker: %s from a %s page', async (_, from, form) => {
    expect(await submit(from, { address: origins.embedded.control, ...form })).toMatch(REFUSED);
  });

  const namespace = { metadata: { name: 'evil' } };
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'secrets' } } };
  it.each([
    ['app', '/api/v1/namespaces', 'cross-site', { body: namespace }],
    ['embedded', '/api/v1/namespaces', 'cross-site', { body: namespace }],
    ['embedded', '/api/v1/namespaces', 'same-site', { body: namespace }],
    ['embedded', '/api/v1/namespaces', 'cross-site', { body: namespace, enctype: ENCODED }],
    ['embedded', '/api/v1/namespaces', 'cross-site', { body: namespace, enctype: PARTS }],
    ['embedded', '/api/v1/namespaces', 'same-site', { body: namespace, inFrame: true }],
    ['embedded', '/api/v1/namespaces/default/configmaps', 'cross-site', { body: namespace }],
    ['embedded', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 'cross-site', { body: review }],
  ] as const)('cannot write to the API of the %s at %s from a %s page', async (target, path, from, form) => {
    const shown = await submit(from, { address: origins[target].origin + path, ...form });
    expect(shown).toMatch(REFUSED);
    expect(JSON.parse(shown)).toMatchObject({ kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 });
  });
});

/** Sends a request with `fetch` from a foreign page. Returns the part of the answer that the page can read. */
async function fetched(from: Origin, address: string, init: RequestInit): Promise<string> {
  await attacker.goto(origins.foreign[from]);
  return attacker.evaluate(
    async ([url, options]) => {
      try {
        const response = await fetch(url, options);
        return `${response.type} ${response.status} ${await response.text()}`;
      } catch (error) {
        return String(error);
      }
    },
    [address, init] as const,
  );
}

describe('a script of a foreign page', () => {
  const json = { 'content-type': 'application/json' };
  const control = { ...json, 'x-tabplane-control': 'reset' };
  const body = JSON.stringify(reset);
  it.each([
    ['app', 'no-cors', '/tabplane/clusters', { method: 'POST', body }],
    ['app', 'cors', '/tabplane/clusters', { method: 'POST', body }],
    ['app', 'cors', '/tabplane/clusters', { method: 'POST', body, headers: control }],
    ['app', 'no-cors', '/tabplane/clusters', {}],
    ['app', 'no-cors', SOCKETS, { method: 'POST', body: JSON.stringify(EXEC) }],
    ['app', 'cors', SOCKETS, { method: 'POST', body: JSON.stringify(EXEC), headers: control }],
    [
      'app',
      'cors',
      '/api/v1/namespaces/default',
      { method: 'DELETE', headers: { authorization: 'Bearer tabplane-admin' } },
    ],
    ['app', 'cors', '/api/v1/secrets', { headers: { authorization: 'Bearer tabplane-admin' } }],
    ['embedded', 'no-cors', '/tabplane-worker.js', { method: 'POST', body: JSON.stringify(call('reset')) }],
    [
      'embedded',
      'cors',
      '/tabplane-worker.js',
      { method: 'POST', body: JSON.stringify(call('reset')), headers: control },
    ],
    [
      'embedded',
      'cors',
      '/tabplane-worker.js',
      {
        method: 'POST',
        body: JSON.stringify(call('socket.open', { path: '/api/v1/secrets?watch=true' })),
        headers: control,
      },
    ],
    ['embedded', 'no-cors', '/api/v1/namespaces', { method: 'POST', body: '{"metadata":{"name":"evil"}}' }],
    ['embedded', 'cors', '/api/v1/namespaces', { method: 'POST', body: '{"metadata":{"name":"evil"}}' }],
    ['embedded', 'cors', '/api/v1/namespaces/default/configmaps/victim', { method: 'DELETE' }],
    ['embedded', 'cors', '/api/v1/secrets', { credentials: 'include' }],
  ] as const)('cannot reach the %s with fetch (%s) at %s, %o', async (target, mode, path, init) => {
    for (const from of ['cross-site', 'same-site'] as const) {
      const read = await fetched(from, origins[target].origin + path, { ...init, mode });
      expect(read).toMatch(mode === 'no-cors' ? /^opaque 0 $/ : /^TypeError/);
    }
  });

  it.each([
    ['app', '/tabplane/clusters', JSON.stringify(reset)],
    ['app', SOCKETS, JSON.stringify(EXEC)],
    ['embedded', '/tabplane-worker.js', JSON.stringify(call('reset'))],
    ['embedded', '/api/v1/namespaces', '{"metadata":{"name":"evil"}}'],
  ] as const)('cannot reach the %s with a beacon to %s', async (target, path, text) => {
    await attacker.goto(origins.foreign['same-site']);
    await attacker.evaluate(([url, data]) => navigator.sendBeacon(url, data), [
      origins[target].origin + path,
      text,
    ] as const);
    await attacker.waitForTimeout(100);
  });

  it.each(['img', 'script', 'iframe', 'embed', 'object', 'link'] as const)(
    'cannot read a cluster through an element <%s>',
    async (name) => {
      await attacker.goto(origins.foreign['same-site']);
      const seen = await attacker.evaluate(
        async ([tag, address]) => {
          const element = document.createElement(tag);
          if (tag === 'link') Object.assign(element, { rel: 'stylesheet' });
          element.setAttribute({ object: 'data', link: 'href' }[tag as string] ?? 'src', address);
          const done = new Promise((resolve) => {
            for (const type of ['load', 'error']) element.addEventListener(type, resolve);
            setTimeout(resolve, 1000);
          });
          document.body.append(element);
          await done;
          try {
            return (element as HTMLIFrameElement).contentWindow?.document.body.textContent ?? '';
          } catch (error) {
            return (error as Error).name;
          }
        },
        [name, `${origins.embedded.origin}/api/v1/namespaces`] as const,
      );
      expect(seen).toMatch(/^(SecurityError|)$/);
    },
  );

  it('cannot show the app in a frame', async () => {
    await attacker.goto(origins.foreign['same-site']);
    const problems: string[] = [];
    attacker.on('console', (message) => problems.push(message.text()));
    await attacker.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, origins.app.origin);
    await expect.poll(() => problems.join()).toMatch(/frame-ancestors 'none'/);
  });

  it.each([
    ['a command', { type: 'reset', id: 'default' }],
    ['a claim', 'claim'],
    ['a command to open a sandbox', { type: 'open-sandbox', name: 'evil' }],
    ['a command to end sandboxes', { type: 'end-sandbox', name: 'evil' }],
    ['a message for the app', { type: 'app', action: 'store' }],
    ['a call', call('reset')],
  ])('cannot send the window that it opens %s', async (_, message) => {
    for (const target of ['app', 'embedded'] as const) {
      await attacker.goto(origins.foreign['cross-site']);
      const opened = attacker.context().waitForEvent('page');
      const handle = await attacker.evaluateHandle((address) => window.open(address), origins[target].origin);
      const page = await opened;
      await page.waitForLoadState();
      await handle.evaluate((view, data) => {
        const { port2 } = new MessageChannel();
        view?.postMessage(data, '*', [port2]);
      }, message);
      // The app is in a separate browsing context group, so the handle refers to no window.
      if (target === 'app') expect(await handle.evaluate((view) => view?.closed)).toBe(true);
      await page.close();
    }
  });

  it('shares no channel with the worker or its pages', async () => {
    await attacker.goto(origins.foreign['same-site']);
    await attacker.evaluate(
      (list) => {
        new BroadcastChannel('tabplane-clusters').postMessage(list);
        new BroadcastChannel('tabplane-worker http://localhost/').postMessage('release');
      },
      { clusters: [], current: 'evil' },
    );
    await attacker.waitForTimeout(100);
    await origins.app.page.getByRole('button', { name: /^Cluster: Default/ }).waitFor();
  });
});

describe('a sandboxed frame in a page that embeds a cluster', () => {
  const act = (script: string) =>
    origins.embedded.page.evaluate(async (text) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts allow-forms');
      frame.srcdoc = `<body><script>${text}</script></body>`;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      await new Promise((resolve) => setTimeout(resolve, 150));
      frame.remove();
    }, script);
  /** A script that submits a form whose plain text is JSON. */
  const form = (address: string, body: object): string => `
    const form = Object.assign(document.createElement('form'), { action: ${JSON.stringify(address)}, method: 'post', enctype: 'text/plain' });
    const field = document.createElement('input');
    field.name = ${JSON.stringify(`${JSON.stringify(body).slice(0, -1)},"ignored":"`)};
    field.value = '"}';
    form.append(field);
    document.body.append(form);
    form.submit();`;
  const address = (path: string) => JSON.stringify(origins.embedded.origin + path);
  const body = JSON.stringify(JSON.stringify(call('reset')));
  const headers = '{ "content-type": "application/json", "x-tabplane-control": "reset" }';

  it.each([
    ['control its worker by a form', () => form(origins.embedded.control, call('reset'))],
    ['write by a form', () => form(`${origins.embedded.origin}/api/v1/namespaces`, { metadata: { name: 'evil' } })],
    [
      'control its worker by fetch',
      () =>
        `fetch(${address('/tabplane-worker.js')}, { method: 'POST', mode: 'no-cors', body: ${body} }).catch(() => 0)`,
    ],
    [
      'control its worker by fetch with the header',
      () =>
        `fetch(${address('/tabplane-worker.js')}, { method: 'POST', headers: ${headers}, body: ${body} }).catch(() => 0)`,
    ],
    [
      'write by a beacon',
      () => `navigator.sendBeacon(${address('/api/v1/namespaces')}, '{"metadata":{"name":"evil"}}')`,
    ],
    [
      'delete by fetch',
      () => `fetch(${address('/api/v1/namespaces/default/configmaps/victim')}, { method: 'DELETE' }).catch(() => 0)`,
    ],
    [
      'send its worker messages',
      () =>
        `try { navigator.serviceWorker.controller.postMessage('claim'); } catch { parent.postMessage({ type: 'reset' }, '*'); }`,
    ],
    ['use its channels', () => `new BroadcastChannel('tabplane-clusters').postMessage({ clusters: [] })`],
  ])('cannot %s', async (_, script) => act(script()));
});
