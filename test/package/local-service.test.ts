import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { toolPath } from '../clients/packaged-tools.ts';

const CODE = 'export default ({ method, path, body }) => ({ status: 202, body: [method, path, body].join(" ") });';

/** A pod that declares no port, and a local service that selects it. */
const MANIFEST = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'code' }, data: { 'handler.js': CODE } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', annotations: { 'tabplane.dev/local-service': 'code' } },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
  },
];

describe('a local service of an installed Node host', () => {
  const cwd = inject('consumer');
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-local-service-'));
  const kubeconfig = join(folder, 'kubeconfig.yaml');
  const access = ['--kubeconfig', kubeconfig, '--cache-dir', join(folder, 'cache')];
  const kubectl = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(toolPath('kubectl'), [...access, ...args])).stdout;
  const flags = ['--secure-port', '0', '--kubeconfig', kubeconfig, '--dialect', 'kubernetes'];
  const host = spawn(
    join(cwd, 'node_modules/.bin/tabplane'),
    ['serve', ...flags, '--controllers', '--simulated-nodes', '1'],
    { cwd },
  );

  beforeAll(async () => {
    await once(host.stdout, 'data');
    const manifest = join(folder, 'manifest.yaml');
    writeFileSync(manifest, MANIFEST.map((object) => stringify(object)).join('---\n'));
    // Waits until the namespace has its service account.
    await vi.waitFor(() => kubectl('apply', '-f', manifest), 100_000);
    await kubectl('wait', '--for=condition=Ready', 'pod/web', '--timeout=60s');
  });
  afterAll(async () => {
    host.kill();
    await once(host, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('is reached through the proxies of the service and of its pods', async () => {
    const inDefault = '/api/v1/namespaces/default';
    expect(await kubectl('get', '--raw', `${inDefault}/services/web:80/proxy/carts`)).toBe('GET /carts ');
    expect(await kubectl('get', '--raw', `${inDefault}/pods/web:8080/proxy/carts`)).toBe('GET /carts ');
  });

  it('is reached through a port that kubectl forwards to the service', async () => {
    const forwarding = spawn(toolPath('kubectl'), [...access, 'port-forward', 'service/web', ':80']);
    const [announcement] = await once(forwarding.stdout, 'data');
    const [, port] = /127\.0\.0\.1:(\d+) -> 8080/.exec(String(announcement)) ?? [];
    const answer = await fetch(`http://127.0.0.1:${port}/carts?full=1`, { method: 'PUT', body: 'two apples' });
    expect([answer.status, await answer.text()]).toEqual([202, 'PUT /carts two apples']);
    forwarding.kill();
    await once(forwarding, 'exit');
  });
});
