import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeHost, startNodeHost } from '../../src/hosts/node.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';
import { Kubectl } from './kubectl.ts';

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: default
data:
  colour: blue
`;

describe('kubectl 1.28.3 against the Node host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-kubectl-'));
  let host: NodeHost;
  let kubectl: Kubectl;
  const succeed = async (args: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await kubectl.run(args, input);
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };

  beforeAll(async () => {
    host = await startNodeHost({
      port: 0,
      securePort: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
    });
    kubectl = new Kubectl({ server: host.secureUrl ?? '', token: 'admin-token', folder });
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('tells both versions', async () => {
    expect(await succeed(['version'])).toMatch(/Client Version: v1\.28\.3[\s\S]*Server Version: v1\.28\.3/);
  });

  it('knows every resource', async () => {
    const lines = (await succeed(['api-resources'])).split('\n');
    expect(lines.find((line) => line.startsWith('deployments'))).toMatch(
      /^deployments\s+deploy\s+apps\/v1\s+true\s+Deployment$/,
    );
    expect(lines.length).toBeGreaterThan(50);
  });

  it('creates from a file, reads it back, labels and deletes it', async () => {
    expect(await succeed(['create', '-f', '-'], CONFIG_MAP)).toBe('configmap/settings created\n');
    expect(await succeed(['get', 'configmap', 'settings', '-o', 'yaml'])).toContain('colour: blue');
    expect(await succeed(['get', 'configmaps'])).toMatch(/^NAME\s+DATA\s+AGE\nsettings\s+1\s+\d+s\n$/);
    expect(await succeed(['label', 'configmap', 'settings', 'tier=front'])).toBe('configmap/settings labeled\n');
    expect(await succeed(['get', 'configmaps', '-l', 'tier=front', '-o', 'name'])).toBe('configmap/settings\n');
    expect(await succeed(['delete', 'configmap', 'settings'])).toBe('configmap "settings" deleted\n');
    expect((await kubectl.run(['get', 'configmap', 'settings'])).stderr).toContain(
      'Error from server (NotFound): configmaps "settings" not found',
    );
  });

  it('refuses a file that does not fit its schema, and says where', async () => {
    const { code, stderr } = await kubectl.run(['create', '-f', '-'], CONFIG_MAP.replace('\ndata:', '\ndota:'));
    expect(code).toBe(1);
    expect(stderr).toContain('unknown field "dota"');
  });

  it('applies a file again and again, on either side', async () => {
    const apply = (...args: string[]) =>
      succeed(['apply', '-f', '-', ...args], CONFIG_MAP.replace('settings', 'applied'));
    expect(await apply()).toBe('configmap/applied created\n');
    expect(await apply()).toBe('configmap/applied unchanged\n');
    expect(await apply('--server-side', '--force-conflicts')).toBe('configmap/applied serverside-applied\n');
    expect(await succeed(['diff', '-f', '-'], CONFIG_MAP.replace('settings', 'applied'))).toBe('');
  });

  it('explains fields by the schema that is served', async () => {
    expect(await succeed(['explain', 'deployment.spec.replicas'])).toMatch(
      /KIND:\s+Deployment[\s\S]*FIELD: replicas <integer>/,
    );
  });

  it('watches changes as they happen', async () => {
    const watching = kubectl.start(['get', 'configmaps', '-w', '-o', 'name']);
    let seen = '';
    watching.stdout?.on('data', (data: Buffer) => {
      seen += data.toString();
    });
    await succeed(['create', 'configmap', 'first']);
    await expect.poll(() => seen, { timeout: 10_000 }).toContain('configmap/first');
    await succeed(['create', 'configmap', 'second']);
    await expect.poll(() => seen, { timeout: 10_000 }).toContain('configmap/second');
    watching.kill();
  });
});
