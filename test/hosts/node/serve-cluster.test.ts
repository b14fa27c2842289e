import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { createCluster } from '../../../src/hosts/create-cluster.ts';
import { run } from '../../../src/hosts/node/cli.ts';
import { type NodeHost, type NodeHostOptions, startNodeHost } from '../../../src/hosts/node/node.ts';
import { scenario } from '../../../src/hosts/scenarios/scenario.ts';
import { createTestCluster } from '../../../src/hosts/testing/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tabplane-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

let out = '';
let errors = '';
beforeEach(() => {
  [out, errors] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += text;
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

type Ask = (path: string, token?: string, init?: RequestInit) => Promise<Response>;

const asking =
  (url: string | undefined): Ask =>
  (path, token, init) =>
    fetch(`${url}${path}`, { ...init, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

/** Runs `tabplane serve` while `use` runs. */
async function serving(args: readonly string[], use: (ask: Ask, host: NodeHost) => Promise<void>): Promise<void> {
  const host = (await run(['serve', '--port', '0', ...args])) as NodeHost;
  try {
    await use(asking(host.url), host);
  } finally {
    await host.close();
  }
}

/** Serves a cluster while `use` runs. */
async function hosting(options: NodeHostOptions, use: (ask: Ask, host: NodeHost) => Promise<void>): Promise<void> {
  const host = await startNodeHost({ port: 0, ...options });
  try {
    await use(asking(host.url), host);
  } finally {
    await host.close();
  }
}

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'banner', namespace: 'shop' } };

describe('tabplane serve', () => {
  it('loads seeds in YAML and JSON, in order', () => {
    const first = file('namespace.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n');
    const second = file('list.json', { apiVersion: 'v1', kind: 'List', items: [configMap] });
    return serving(['--seed', first, '--seed', second], async (ask) => {
      const [, token] = /bearer token is (\w+)\n$/.exec(out) ?? [];
      expect((await ask('/api/v1/namespaces/shop/configmaps/banner', token)).status).toBe(200);
    });
  });

  it('authenticates only the users of a file', () => {
    const users = file('users.yaml', 'alice: {groups: ["system:masters"], token: secret}\nbob: {}\n');
    return serving(['--users', users], async (ask) => {
      const status = async (token?: string) => (await ask('/api/v1/pods', token)).status;
      expect(await Promise.all([status('secret'), status('bob'), status('alice'), status('admin'), status()])).toEqual([
        ...[200, 403, 401, 401, 403],
      ]);
    });
  });

  it('serves a scenario that ends now and whose clock runs', () =>
    serving(['--scenario', 'few rights'], async (ask) => {
      expect((await ask('/api/v1/namespaces/shop/pods', 'guest')).status).toBe(403);
      const pods = await (await ask('/api/v1/namespaces/shop/pods', 'alice')).json();
      expect(pods.items.length).toBeGreaterThan(5);
      const age = Date.now() - Date.parse(pods.items[0].metadata.creationTimestamp);
      expect(age).toBeGreaterThan(60_000);
      expect(age).toBeLessThan(3_600_000);
      const [, token] = /bearer token is (\w+)\n$/.exec(out) ?? [];
      const clock = await (await ask('/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster', token)).json();
      expect(clock.spec.rate).toBe(1);
    }));

  it('applies the faults of a file to requests', () => {
    const faults = file('faults.yaml', '- {path: /version, status: 503}\n- {path: /readyz, disconnect: true}\n');
    return serving(['--faults', faults], async (ask) => {
      expect((await ask('/version')).status).toBe(503);
      await expect(ask('/readyz')).rejects.toThrow('fetch failed');
      expect((await ask('/livez')).status).toBe(200);
    });
  });

  it('writes a kubeconfig that authenticates its administrator over HTTPS, even with a scenario', () => {
    const path = join(folder, 'kubeconfig');
    return serving(['--scenario', 'empty cluster', '--secure-port', '0', '--kubeconfig', path], async () => {
      const { clusters, users } = parse(readFileSync(path, 'utf8'));
      const { server, 'certificate-authority-data': authority } = clusters[0].cluster;
      const headers = { authorization: `Bearer ${users[0].user.token}` };
      const sent = httpsRequest(`${server}/api/v1/nodes`, { headers, ca: Buffer.from(authority, 'base64') }).end();
      const [response] = await once(sent, 'response');
      expect(response.resume().statusCode).toBe(200);
    });
  });

  it.each<[string, string, unknown, string]>([
    ['a seed that is not YAML', '--seed', 'a: b: c', 'document 1: error converting YAML to JSON: yaml: '],
    ['a seed without a kind', '--seed', 'apiVersion: v1', 'document 1: kind is not set'],
    [
      'a seed that the server rejects',
      '--seed',
      configMap,
      'document 1 (ConfigMap banner): namespaces "shop" not found',
    ],
    ['users that are a list', '--users', ['alice'], 'the file must be a record of users by name'],
    [
      'an unknown field of a user',
      '--users',
      { al: { group: [] } },
      'the file has an unknown field "group" of the user',
    ],
    [
      'groups that are a text',
      '--users',
      { al: { groups: 'x' } },
      'the file must have a list of texts as groups of the',
    ],
    ['a token that is a number', '--users', 'al: {token: 1}', 'the file must have a text as token of the user "al"'],
    ['faults that are not a list', '--faults', { status: 503 }, 'the file must be a list of faults'],
    [
      'a fault with a wrong share',
      '--faults',
      [{}, { share: 2 }],
      'fault 2: share must be a number from 0 to 1, not 2',
    ],
  ])('fails with an error that names the file for %s', async (_, option, content, problem) => {
    const path = file('wrong', content);
    expect(await run(['serve', '--port', '0', option, path])).toBe(2);
    expect(errors).toContain(`tabplane: ${option}: ${path}: ${problem}`);
    expect(errors.split('\n')).toHaveLength(2);
    expect(out).toBe('');
  });

  it.each(['seed', 'users', 'faults'])('fails when the file of --%s does not exist', async (option) => {
    expect(await run(['serve', '--port', '0', `--${option}`, '/no/such/file'])).toBe(2);
    expect(errors).toBe(`tabplane: --${option}: there is no file /no/such/file\n`);
  });

  it('fails for an unknown scenario, and for a scenario with --controllers', async () => {
    expect(await run(['serve', '--scenario', 'happy shop'])).toBe(2);
    expect(errors).toContain(
      '--scenario: there is no scenario "happy shop"; there are "empty cluster", "healthy shop"',
    );
    expect(await run(['serve', '--scenario', 'healthy shop', '--controllers'])).toBe(2);
    expect(errors).toContain('--controllers cannot be combined with --scenario, which has its own');
  });
});

describe('a served cluster', () => {
  it('authenticates requests by their credentials only, and ignores its default user', async () => {
    const cluster = await createCluster({ users: { bob: { token: 'secret' } } });
    await hosting({ cluster }, async (ask) => {
      const status = async (token?: string) => (await ask('/api/v1/pods', token)).status;
      expect(await Promise.all([status(), status('secret'), status('admin')])).toEqual([403, 403, 200]);
      expect((await cluster.fetch('/api/v1/pods')).status).toBe(200);
    });
    await cluster.close();
  });

  it('stays open after its host is closed', async () => {
    const cluster = await createCluster({ controllers: false });
    await hosting({ cluster }, async () => undefined);
    expect((await cluster.fetch('/version')).status).toBe(200);
    await cluster.close();
  });

  it('serves its current objects before and after a reset', async () => {
    const cluster = await createTestCluster({ seed: [namespace('shop')] });
    await hosting({ cluster }, async (ask) => {
      await cluster.load([configMap]);
      const status = async (path: string) => (await ask(path, 'admin')).status;
      expect(await status('/api/v1/namespaces/shop/configmaps/banner')).toBe(200);
      await cluster.reset();
      expect(await status('/api/v1/namespaces/shop/configmaps/banner')).toBe(404);
      expect(await status('/api/v1/namespaces/shop')).toBe(200);
    });
    await cluster.close();
  });

  it('disconnects a watch that a fault matches', async () => {
    const cluster = await createCluster({ controllers: false });
    await hosting({ cluster }, async (ask) => {
      const watch = await ask('/api/v1/namespaces?watch=true', 'admin');
      const text = watch.text();
      await cluster.faults.add({ path: '/api/v1/namespaces', disconnect: true });
      await expect(text).rejects.toThrow('terminated');
    });
    await cluster.close();
  });

  it('has a certificate that is valid now, although the cluster clock is stopped in the past', async () => {
    const cluster = await scenario('empty cluster').cluster();
    const host = await startNodeHost({ cluster, securePort: 0 });
    const sent = httpsRequest(`${host.secureUrl}/version`, { ca: host.certificate }).end();
    const [response] = await once(sent, 'response');
    expect(response.resume().statusCode).toBe(200);
    await host.close();
    await cluster.close();
  });

  it('runs commands in simulated pods, and opens no connection to other nodes', async () => {
    const pod = (name: string, nodeName?: string) => ({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } },
      spec: { nodeName, containers: [{ name: 'web', image: 'nginx' }] },
    });
    const outside = {
      ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'outside' } },
      status: {
        addresses: [{ type: 'InternalIP', address: '192.0.2.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      },
    };
    const cluster = await createTestCluster({
      seed: [outside, pod('inside'), pod('lost', 'outside')] as never,
    });
    await hosting({ cluster }, async (_, { url }) => {
      const upgrade = async (name: string) => {
        const target = `${url}/api/v1/namespaces/default/pods/${name}/exec?command=true&stdout=true`;
        const headers = {
          ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
          ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol': 'v5.channel.k8s.io' },
          authorization: 'Bearer admin',
        };
        const sent = httpRequest(target, { headers }).end();
        const [response, socket] = await Promise.race([once(sent, 'upgrade'), once(sent, 'response')]);
        socket?.destroy();
        return response.statusCode;
      };
      expect(await upgrade('inside')).toBe(101);
      expect(await upgrade('lost')).toBe(500);
    });
    await cluster.close();
  });

  it('rejects WebSockets of foreign pages, because tokens may be user names', async () => {
    const cluster = await createCluster({ controllers: false });
    await hosting({ cluster }, async (_, { url }) => {
      const token = `base64url.bearer.authorization.k8s.io.${btoa('admin').replaceAll('=', '')}`;
      const headers = {
        ...{
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          origin: 'https://evil.example',
        },
        ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol': token },
      };
      const [response] = await once(httpRequest(`${url}/api/v1/namespaces?watch=true`, { headers }).end(), 'response');
      expect(response.resume().statusCode).toBe(403);
    });
    await cluster.close();
  });

  it.each<[string, object, string]>([
    [
      'something else',
      { cluster: {} },
      'the option cluster must be a cluster of createCluster, createTestCluster or a',
    ],
  ])('cannot be %s', async (_, options, message) => {
    await expect(startNodeHost({ port: 0, ...options } as NodeHostOptions)).rejects.toThrow(message);
  });

  it('keeps the options with which it was created', async () => {
    const cluster = await createCluster({ controllers: false });
    await expect(startNodeHost({ port: 0, cluster, controllers: true })).rejects.toThrow(
      'startNodeHost: the option controllers is one of the cluster, which has been created',
    );
    await cluster.close();
  });
});
