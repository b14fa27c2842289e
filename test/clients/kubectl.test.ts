import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
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
    const { code, stdout, stderr } = await kubectl.run(args, input === undefined ? {} : { input });
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

  it('shows the client and server versions', async () => {
    expect(await succeed(['version'])).toMatch(/Client Version: v1\.28\.3[\s\S]*Server Version: v1\.28\.3/);
  });

  it('lists every resource', async () => {
    const lines = (await succeed(['api-resources'])).split('\n');
    expect(lines.find((line) => line.startsWith('deployments'))).toMatch(
      /^deployments\s+deploy\s+apps\/v1\s+true\s+Deployment$/,
    );
    expect(lines.length).toBeGreaterThan(50);
  });

  it('creates an object from a file, reads it, labels it and deletes it', async () => {
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

  it('rejects a file that does not match its schema, and reports the field', async () => {
    const { code, stderr } = await kubectl.run(['create', '-f', '-'], {
      input: CONFIG_MAP.replace('\ndata:', '\ndota:'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('unknown field "dota"');
  });

  it('applies a file repeatedly, client-side and server-side', async () => {
    const apply = (...args: string[]) =>
      succeed(['apply', '-f', '-', ...args], CONFIG_MAP.replace('settings', 'applied'));
    expect(await apply()).toBe('configmap/applied created\n');
    expect(await apply()).toBe('configmap/applied unchanged\n');
    expect(await apply('--server-side', '--force-conflicts')).toBe('configmap/applied serverside-applied\n');
    expect(await succeed(['diff', '-f', '-'], CONFIG_MAP.replace('settings', 'applied'))).toBe('');
  });

  it('explains fields with the served schema', async () => {
    expect(await succeed(['explain', 'deployment.spec.replicas'])).toMatch(
      /KIND:\s+Deployment[\s\S]*FIELD: replicas <integer>/,
    );
  });

  /** Collects the output of a running command. */
  const follow = (args: readonly string[]) => {
    const child = kubectl.start(args);
    const said = { output: '' };
    child.stdout?.on('data', (data: Buffer) => {
      said.output += data.toString();
    });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    return { said, ended, stop: () => child.kill() };
  };

  it('watches changes as they happen', async () => {
    await succeed(['create', 'namespace', 'watched']);
    const watch = follow(['get', 'configmaps', '-n', 'watched', '-w', '--output-watch-events', '--no-headers']);
    const untilSaid = (line: RegExp) => expect.poll(() => watch.said.output).toMatch(line);
    await succeed(['create', 'configmap', 'first', '-n', 'watched']);
    await untilSaid(/^ADDED +first +0 +\d+s$/m);
    await succeed(['patch', 'configmap', 'first', '-n', 'watched', '-p', '{"data":{"a":"1"}}']);
    await untilSaid(/^MODIFIED +first +1 +\d+s$/m);
    await succeed(['delete', 'configmap', 'first', '-n', 'watched']);
    await untilSaid(/^DELETED +first +1 +\d+s$/m);
    watch.stop();
  });

  it('waits for a condition, a value and a deletion', async () => {
    await succeed(['create', 'deployment', 'slow', '--image=nginx']);
    const waits = ['condition=Available', 'jsonpath={.spec.replicas}=3', 'delete'].map((what) =>
      follow(['wait', 'deployment/slow', `--for=${what}`, '--timeout=20s']),
    );
    await succeed(['scale', 'deployment', 'slow', '--replicas=3']);
    const available = { status: { conditions: [{ type: 'Available', status: 'True' }] } };
    await succeed([
      'patch',
      'deployment',
      'slow',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify(available),
    ]);
    const [condition, value, end] = waits;
    expect([await condition?.ended, await value?.ended]).toEqual([0, 0]);
    await succeed(['delete', 'deployment', 'slow']);
    expect(await end?.ended).toBe(0);
    expect(waits.map(({ said }) => said.output)).toEqual([
      'deployment.apps/slow condition met\n',
      'deployment.apps/slow condition met\n',
      'deployment.apps/slow condition met\n',
    ]);
  });

  it('reads long lists in pages', async () => {
    const { stderr } = await kubectl.run(['get', 'clusterroles', '--chunk-size=30', '-o', 'name', '-v=6']);
    const pages = stderr.match(/GET \S*\/clusterroles\?\S*limit=30 200 OK/g);
    expect(pages?.length).toBeGreaterThan(2);
    expect(pages?.slice(1).every((page) => page.includes('continue='))).toBe(true);
  });
});
