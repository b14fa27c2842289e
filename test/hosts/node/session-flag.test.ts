import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MomentList } from '../../../src/api/debug/moments.ts';
import { momentPath } from '../../../src/api/debug/moments.ts';
import { SESSION_PATH, type Session } from '../../../src/api/debug/session.ts';
import { createCluster } from '../../../src/hosts/create-cluster.ts';
import { run } from '../../../src/hosts/node/cli.ts';
import type { NodeHost } from '../../../src/hosts/node/node.ts';

const folder = mkdtempSync(join(tmpdir(), 'tabplane-session-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const DEBUG = '/apis/debug.tabplane.dev/v1alpha1';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** The number of connections to a server that the session names as an extension API server. */
let connections = 0;
const outside = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
afterAll(() => void outside.close());

const extensionApiServer = (port: number) => [
  {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics', namespace: 'default' } },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  },
  {
    ...{
      apiVersion: 'apiregistration.cluster.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.metrics.example.com' },
    },
    spec: {
      ...{ group: 'metrics.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10 },
      ...{ service: { namespace: 'default', name: 'metrics', port }, insecureSkipTLSVerify: true },
    },
    status: { conditions: [{ type: 'Available', status: 'True' }] },
  },
];

/** A pod on a node that is not simulated, whose kubelet is the server. */
const podOnNode = (port: number) => [
  {
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'outside' } },
    status: {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
    },
  },
  {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default' } },
    spec: { nodeName: 'outside', containers: [{ name: 'web', image: 'nginx' }] },
    status: { phase: 'Running', podIP: '127.0.0.1' },
  },
];

/** A session of a cluster in the dialect of the app, in which a config map was created and deleted. */
let saved = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  const seed = [...extensionApiServer(port), ...podOnNode(port)];
  const cluster = await createCluster({ dialect: 'cluster', controllers: false, seed: seed as never });
  const send = (method: string, path: string, body?: object) =>
    cluster.fetch(path, { method, ...(body && { body: JSON.stringify(body) }) });
  const metadata = { name: 'greeting' };
  await send('POST', CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'hello' } });
  await send('POST', CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } });
  await send('DELETE', `${CONFIG_MAPS}/greeting`);
  const response = await cluster.fetch(SESSION_PATH);
  expect(response.status).toBe(200);
  saved = await response.text();
  await cluster.close();
});

let errors = '';
beforeEach(() => {
  errors = '';
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += text;
    return true;
  });
});

afterEach(() => void vi.restoreAllMocks());

const TOKENS = file('tokens.csv', 'secret,admin,admin,"system:masters"\n');

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Serves the saved session while `use` runs. */
async function serving(use: (send: Send, url: string | undefined) => Promise<void>): Promise<void> {
  const path = file('saved.session.json', saved);
  const host = (await run(['serve', '--port', '0', '--session', path, '--token-auth-file', TOKENS])) as NodeHost;
  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
  try {
    await use((target, init) => fetch(`${host.url}${target}`, { headers, ...init }), host.url);
  } finally {
    await host.close();
  }
}

const bodyOf = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as Promise<T>;

describe('tabplane serve --session', () => {
  it('serves the objects as they were at the end, in the dialect of the session', () =>
    serving(async (send) => {
      const names = async (path: string) =>
        (await bodyOf<{ items: { metadata: { name: string } }[] }>(send(path))).items.map(
          ({ metadata }) => metadata.name,
        );
      expect(await names(CONFIG_MAPS)).toEqual(['kept']);
      expect(await names('/apis/rbac.authorization.cluster.io/v1/clusterroles')).toContain('cluster-admin');
    }));

  it('serves the history, the requests and the causes of the session', () =>
    serving(async (send) => {
      const moments = await bodyOf<MomentList>(send(`${DEBUG}/moments`));
      const { oldest, newest } = JSON.parse(saved) as Session;
      expect([moments.oldest, moments.newest]).toEqual([String(oldest), String(newest)]);
      const [created] = moments.items.filter(({ name }) => name === 'greeting');
      const then = `${momentPath(created?.revision ?? '')}`;
      expect(await bodyOf(send(`${then}${CONFIG_MAPS}/greeting`))).toMatchObject({ data: { text: 'hello' } });
      const cause = `${then}${DEBUG}/causes?resource=configmaps&namespace=default&name=greeting`;
      expect(await bodyOf(send(cause))).toMatchObject({ chain: [{ revision: created?.revision, user: 'admin' }] });
      const requests = await (await send(`${DEBUG}/requesttraces`)).text();
      expect(requests).toContain(`"path":"${CONFIG_MAPS}/greeting"`);
    }));

  it('refuses writes', () =>
    serving(async (send) => {
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' } });
      const response = await send(CONFIG_MAPS, { method: 'POST', body });
      expect(response.status).toBe(405);
      const { newest } = JSON.parse(saved) as Session;
      expect(await bodyOf(Promise.resolve(response))).toMatchObject({
        message: `the past cannot be changed: this request goes to the cluster as it was at revision ${newest}`,
      });
    }));

  it('sends no request to a server that the session names', () =>
    serving(async (send) => {
      expect((await send('/apis/metrics.example.com/v1/nodes')).status).toBe(503);
      expect(connections).toBe(0);
    }));

  it('opens no connection to a node that the session names', () =>
    serving(async (send, url) => {
      const upgrade = {
        ...{ Connection: 'Upgrade', Upgrade: 'websocket', Authorization: 'Bearer secret' },
        ...{ 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
        'Sec-WebSocket-Protocol': 'v5.channel.k8s.io',
      };
      const paths = ['exec?command=ls&stdout=1', 'attach?stdout=1', 'portforward?ports=80'].map(
        (path) => `pods/web/${path}`,
      );
      for (const path of [...paths, 'pods/web/proxy/']) {
        const target = `/api/v1/namespaces/default/${path}`;
        const status = await new Promise((resolve, reject) => {
          const sent = request(`${url}${target}`, { headers: upgrade }, (response) => resolve(response.statusCode));
          sent.on('upgrade', (response) => resolve(response.statusCode)).on('error', reject);
          sent.end();
        });
        expect([path, status]).toEqual([path, 400]);
      }
      const log = await send('/api/v1/namespaces/default/pods/web/log');
      expect(log.status).toBe(500);
      expect(await log.text()).toContain('nothing runs in the past: it has no containers and no webhooks');
      expect(connections).toBe(0);
    }));

  it('authenticates requests', () =>
    serving(async (send) => {
      expect((await send(CONFIG_MAPS, { headers: {} })).status).toBe(403);
      expect((await send(CONFIG_MAPS, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    }));

  it.each<[string, () => string, string]>([
    ['a file that does not exist', () => join(folder, 'none.json'), `there is no file ${join(folder, 'none.json')}`],
    [
      'a file of another program',
      () => file('foreign.json', '{"kind":"List","items":[]}'),
      `${join(folder, 'foreign.json')}: The file is not a saved session.`,
    ],
    [
      'a file of a newer version',
      () => file('newer.json', JSON.stringify({ ...JSON.parse(saved), format: 2 })),
      `${join(folder, 'newer.json')}: A newer version of Tabplane saved this session. Update Tabplane, then open it again.`,
    ],
  ])('fails with one sentence for %s', async (_, path, problem) => {
    expect(await run(['serve', '--port', '0', '--session', path()])).toBe(2);
    expect(errors).toBe(`tabplane: --session: ${problem}\n`);
  });

  it.each(['--data-dir', '--controllers', '--dialect'])('cannot be combined with %s', async (option) => {
    expect(await run(['serve', '--session', file('saved.json', saved), option, 'kubernetes'])).toBe(2);
    expect(errors).toBe(`tabplane: --session cannot be combined with ${option}\n`);
  });
});
