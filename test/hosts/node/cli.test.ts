import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../src/hosts/node/cli.ts';
import type { NodeHost } from '../../../src/hosts/node/node.ts';
import {
  at,
  conversion,
  DEFINITIONS,
  definition,
  endpoint,
  NAME,
} from '../../server/catalog/custom-resources/conversion-server.ts';

let out = '';
let errors = '';
const keep = (add: (text: string) => void) => (text: string | Uint8Array) => {
  add(String(text));
  return true;
};
beforeEach(() => {
  [out, errors] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation(
    keep((text) => {
      out += text;
    }),
  );
  vi.spyOn(process.stderr, 'write').mockImplementation(
    keep((text) => {
      errors += text;
    }),
  );
});
afterEach(() => void vi.restoreAllMocks());

/** Serves a cluster until `use` has run. */
async function serving(args: readonly string[], use: (host: NodeHost) => Promise<void> = async () => undefined) {
  const host = (await run(['serve', '--port', '0', ...args])) as NodeHost;
  await use(host);
  await host.close();
}

/** Returns the generated token from the output. */
const asAdministrator = () => ({ headers: { authorization: `Bearer ${/bearer token is (\w+)\n$/.exec(out)?.[1]}` } });

describe('the command line', () => {
  it.each(['--version', 'version', '-v'])('prints the version for %s', async (argument) => {
    expect(await run([argument])).toBe(0);
    expect(out).toMatch(/^tabplane \S+\n$/);
  });

  it.each(['--help', 'help', '-h'])('prints the usage for %s', async (argument) => {
    expect(await run([argument])).toBe(0);
    expect(out).toContain('Usage: tabplane serve');
  });

  it('prints the generated token once, which authenticates the administrator', () =>
    serving([], async ({ url }) => {
      const { headers } = asAdministrator();
      expect((await fetch(`${url}/api/v1/pods`, { headers })).status).toBe(200);
      expect((out + errors).split(headers.authorization.slice('Bearer '.length))).toHaveLength(2);
    }));

  it.each([
    ['the names of Kubernetes by default', [], 'rbac.authorization.k8s.io'],
    ['the names of the specification on request', ['--dialect', 'cluster'], 'rbac.authorization.cluster.io'],
  ])('serves %s', (_, options, group) =>
    serving(options, async ({ url }) => {
      expect((await fetch(`${url}/apis/${group}`, asAdministrator())).status).toBe(200);
    }),
  );

  it('warns of options that have no effect', async () => {
    await serving(['--simulated-nodes', '2', '--kubeconfig', '-']);
    expect(errors).toContain('--simulated-nodes has no effect without --controllers');
    expect(errors).toContain('--kubeconfig without --secure-port: kubectl sends no token over plain HTTP');
  });

  it('reports a repeated problem, such as a dead conversion webhook, in one line with a count', async () => {
    const report = vi.spyOn(console, 'error').mockReturnValue();
    await serving(['--controllers', '--dialect', 'kubernetes'], async ({ url }) => {
      const { headers } = asAdministrator();
      const post = async (path: string, object: object) =>
        expect(
          (
            await fetch(url + path, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(object),
            })
          ).status,
        ).toBe(201);
      const dead = conversion({ clientConfig: { url: 'https://127.0.0.1:9/convert' } });
      await post(DEFINITIONS, definition({ conversion: dead }));
      await post('/api/v1/namespaces', { metadata: { name: 'shop' } });
      await expect
        .poll(async () => (await fetch(`${url}/apis/net.example.com/v1`, { headers })).status, { timeout: 10_000 })
        .toBe(200);
      await post(at('v1').replace('default', 'shop'), endpoint('v1', 'a', { hostPort: 'a:1' }));
      await fetch(`${url}/api/v1/namespaces/shop`, { method: 'DELETE', headers });
      // The deletion is retried, and fails each time, as each list of another version does.
      await delay(8000);
      for (let count = 0; count < 12; count++) {
        const path = at('v2').replace('default', 'shop');
        expect((await fetch(url + path, { headers })).status).toBe(500);
      }
      const { status } = await (await fetch(`${url}/api/v1/namespaces/shop`, { headers })).json();
      expect(JSON.stringify(status.conditions)).toContain('conversion webhook for net.example.com/v1');
    });
    const failed = `tabplane: converting objects of ${NAME} failed: conversion webhook for net.example.com/v1, Kind=Endpoint failed: Post "https://127.0.0.1:9/convert?timeout=30s": dial tcp 127.0.0.1:9: connect: connection refused`;
    expect(report.mock.calls.map((written) => format(...written))).toEqual([failed, `${failed} (10 times)`]);
  });

  it('fails before it serves when the kubeconfig cannot be written', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    const { port } = occupied.address() as AddressInfo;
    occupied.close();
    const absent = '/no/such/folder/kubeconfig';
    expect(await run(['serve', '--port', String(port), '--kubeconfig', absent])).toBe(1);
    expect(errors).toContain(`--kubeconfig: ${absent} cannot be written: ENOENT`);
    await expect(fetch(`http://127.0.0.1:${port}/version`)).rejects.toThrow('fetch failed');
  });

  it.each([
    [['serve', '--data-dir-sync=yes', '--data-dir', 'x'], '--data-dir-sync takes true or false, not yes'],
    [['serve', '--scenario', 'empty-cluster', '--data-dir', 'x'], '--data-dir cannot be combined with --scenario'],
    [['export'], 'tabplane export takes a folder, and the file to write'],
    [['import', 'x'], 'tabplane import takes a new folder, and the file to read'],
    [['compact', 'x', 'y'], 'tabplane compact takes a folder'],
    [['compact', '--data-dir=x'], 'tabplane compact takes a folder'],
  ])('rejects %j', async (args, message) => {
    expect(await run(args)).toBe(2);
    expect(errors).toContain(`tabplane: ${message}`);
  });

  it.each(['export', 'compact'])('creates no folder for %s', async (command) => {
    expect(await run([command, '/no/such/folder'])).toBe(1);
    expect(errors).toBe('tabplane: /no/such/folder does not exist\n');
  });

  it('warns that --data-dir-sync has no effect without a folder', async () => {
    await serving(['--data-dir-sync=false']);
    expect(errors).toContain('--data-dir-sync has no effect without --data-dir');
  });
});
