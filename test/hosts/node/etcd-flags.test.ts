import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../../src/hosts/node/cli.ts';
import type { NodeHost } from '../../../src/hosts/node/node.ts';
import { EtcdProcess, freePort, hasEtcd } from '../../helpers/etcd-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tabplane-etcd-flags-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.restoreAllMocks());

const tokens = join(folder, 'tokens.csv');
writeFileSync(tokens, 'secret,admin,admin,"system:masters"\n');

/** Runs a command that fails. Returns its exit code and its message. */
async function failureOf(...args: string[]): Promise<[code: unknown, message: string]> {
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await run(args);
  return [code, errors.mock.calls.map(([text]) => String(text)).join('')];
}

const serve = ['serve', '--port', '0'];

describe('serve --etcd-servers', () => {
  it.each([
    [
      ['--etcd-servers', 'localhost:2379'],
      '--etcd-servers takes addresses as http://127.0.0.1:2379, not localhost:2379',
    ],
    [['--etcd-servers', ''], '--etcd-servers takes at least one address, as http://127.0.0.1:2379'],
    [
      ['--etcd-servers', 'http://127.0.0.1:1', '--data-dir', folder],
      '--etcd-servers cannot be combined with --data-dir',
    ],
    [
      ['--etcd-servers', 'http://127.0.0.1:1', '--scenario', 'rollout'],
      '--etcd-servers cannot be combined with --scenario',
    ],
    [
      ['--etcd-servers', 'https://127.0.0.1:1', '--etcd-certfile', tokens],
      '--etcd-certfile and --etcd-keyfile must be set together',
    ],
    [
      ['--etcd-servers', 'http://127.0.0.1:1', '--etcd-cafile', tokens],
      '--etcd-cafile and --etcd-certfile need addresses with https, not http://127.0.0.1:1',
    ],
    [
      ['--etcd-servers', 'https://127.0.0.1:1', '--etcd-cafile', '/absent.pem'],
      '--etcd-cafile: there is no file /absent.pem',
    ],
    [['--etcd-servers', 'http://127.0.0.1:1', '--etcd-prefix', '/'], '--etcd-prefix takes a path, as /tabplane'],
  ])('is rejected with %j', async (args, message) => {
    expect(await failureOf(...serve, ...args)).toEqual([2, `tabplane: ${message}\n`]);
  });

  it('reports the address at which etcd cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const [code, message] = await failureOf(...serve, '--etcd-servers', url);
    expect(code).toBe(1);
    expect(message).toMatch(`tabplane: --etcd-servers: etcd cannot be reached at ${url}: `);
    expect(message).toMatch(/ECONNREFUSED/);
  });

  it('warns of etcd flags without --etcd-servers', async () => {
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await ((await run([...serve, '--etcd-prefix', '/x'])) as NodeHost).close();
    expect(errors.mock.calls.join()).toMatch('--etcd-prefix has no effect without --etcd-servers');
  });
});

describe.skipIf(!hasEtcd)('serve over etcd', () => {
  let etcd: EtcdProcess;
  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });
  afterAll(() => etcd.remove());

  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
  const start = async (url: string, ...args: string[]): Promise<NodeHost> => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const host = await run([...serve, '--token-auth-file', tokens, '--etcd-servers', url, ...args]);
    if (typeof host === 'number') throw new Error('serve has failed');
    return host as NodeHost;
  };
  const create = (host: NodeHost, name: string) =>
    fetch(`${host.url}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ metadata: { name } }),
    });
  const statusOf = async (host: NodeHost, name: string): Promise<number> =>
    (await fetch(`${host.url}/api/v1/namespaces/default/configmaps/${name}`, { headers })).status;

  it('keeps the cluster of a prefix when the server ends', async () => {
    const first = await start(etcd.url, '--etcd-prefix', 'kept/');
    expect((await create(first, 'one')).status).toBe(201);
    await first.close();
    const [again, other] = [
      await start(etcd.url, '--etcd-prefix', '/kept'),
      await start(etcd.url, '--etcd-prefix', '/other'),
    ];
    expect([await statusOf(again, 'one'), await statusOf(other, 'one')]).toEqual([200, 404]);
    await Promise.all([again.close(), other.close()]);
  });

  it('refuses a cluster of another dialect', async () => {
    await (await start(etcd.url, '--etcd-prefix', '/dialect', '--dialect', 'cluster')).close();
    expect(await failureOf(...serve, '--etcd-servers', etcd.url, '--etcd-prefix', '/dialect')).toEqual([
      2,
      'tabplane: the cluster in etcd has the dialect cluster: add --dialect cluster\n',
    ]);
  });

  it('refuses a prefix with keys of another program', async () => {
    const body = JSON.stringify({ key: btoa('/registry/pods/default/one'), value: btoa('k8s') });
    expect((await fetch(`${etcd.url}/v3/kv/put`, { method: 'POST', body })).status).toBe(200);
    expect(await failureOf(...serve, '--etcd-servers', etcd.url, '--etcd-prefix', '/registry')).toEqual([
      1,
      'tabplane: --etcd-servers: etcd has keys of another program at the prefix /registry: choose another one with --etcd-prefix\n',
    ]);
  });

  it('falls back to another member when one cannot be reached', async () => {
    const absent = `http://127.0.0.1:${await freePort()}`;
    const host = await start(`${absent},${etcd.url}`, '--etcd-prefix', '/members');
    expect((await create(host, 'one')).status).toBe(201);
    await host.close();
  });

  it('presents a client certificate to etcd, and verifies the certificate of etcd', async () => {
    const [certificate, key] = [join(folder, 'etcd.pem'), join(folder, 'etcd.key')];
    spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=etcd'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
    ]);
    const secure = await EtcdProcess.start(
      ...[`--cert-file=${certificate}`, `--key-file=${key}`, `--trusted-ca-file=${certificate}`, '--client-cert-auth'],
    );
    try {
      const own = ['--etcd-certfile', certificate, '--etcd-keyfile', key];
      const host = await start(secure.url, '--etcd-cafile', certificate, ...own);
      expect((await create(host, 'one')).status).toBe(201);
      await host.close();
      const [code, message] = await failureOf(...serve, '--etcd-servers', secure.url, ...own);
      expect(code).toBe(1);
      expect(message).toMatch(/etcd cannot be reached at https:.*self-signed certificate/);
    } finally {
      await secure.remove();
    }
  });
});
