import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';
import { Helm } from './helm.ts';
import { Kubectl } from './kubectl.ts';
import type { Outcome } from './packaged-tools.ts';

const CHART = new URL('./charts/shop', import.meta.url).pathname;

describe('a living cluster on the Node host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-rollouts-'));
  let host: NodeHost;
  let kubectl: Kubectl;
  let helm: Helm;
  const successOf = (args: readonly string[], { code, stdout, stderr }: Outcome): string => {
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  /** Runs a kubectl command line without quotes. */
  const run = async (line: string) => successOf([line], await kubectl.run(line.split(' ')));
  const runHelm = async (line: string) => successOf([line], await helm.run(line.split(' ')));
  const lines = (text: string) => text.trim().split('\n');

  beforeAll(async () => {
    host = await startNodeHost({
      port: 0,
      securePort: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
      controllers: true,
      simulatedNodes: 3,
    });
    const access = { server: host.secureUrl ?? '', token: 'admin-token', folder };
    kubectl = new Kubectl(access);
    helm = new Helm(access);
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has nodes that become ready', async () => {
    await expect.poll(async () => lines(await run('get nodes -o name'))).toHaveLength(3);
    await run('wait --for=condition=Ready node --all --timeout=60s');
  });

  describe('kubectl', () => {
    it('creates a deployment, waits for its rollout, and scales it', async () => {
      expect(await run('create deployment web --image=nginx:1.25 --replicas=3')).toBe('deployment.apps/web created\n');
      expect(await run('rollout status deployment/web --timeout=60s')).toContain(
        'deployment "web" successfully rolled out',
      );
      expect(await run('get deployment web')).toMatch(/^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +3\/3 +3 +3 +/);
      expect(await run('scale deployment web --replicas=5')).toBe('deployment.apps/web scaled\n');
      await run('wait deployment/web --for=jsonpath={.status.readyReplicas}=5 --timeout=60s');
      expect(lines(await run('get pods -l app=web -o name'))).toHaveLength(5);
    });

    it('rolls out, pauses, and undoes revisions, and shows their history', async () => {
      await run('set image deployment/web nginx=nginx:1.26');
      await run('rollout status deployment/web --timeout=60s');
      expect(lines(await run('rollout history deployment/web')).slice(2)).toEqual([
        expect.stringMatching(/^1 +<none>$/),
        expect.stringMatching(/^2 +<none>$/),
      ]);
      await run('rollout undo deployment/web');
      await run('rollout status deployment/web --timeout=60s');
      expect(await run('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}')).toBe('nginx:1.25');

      await run('rollout pause deployment/web');
      await run('set image deployment/web nginx=nginx:1.27');
      expect(await run('get pods -l app=web -o jsonpath={.items[*].spec.containers[0].image}')).not.toContain('1.27');
      await run('rollout resume deployment/web');
      await run('rollout status deployment/web --timeout=60s');
      await run('rollout restart deployment/web');
      expect(await run('rollout status deployment/web --timeout=60s')).toContain('successfully rolled out');
    });

    it.each(['DaemonSet', 'StatefulSet'])('recognizes the current revision of a %s by its JSON', async (kind) => {
      const target = `${kind.toLowerCase()}/same`;
      const labels = { app: 'same' };
      const apply = async (image: string) => {
        const container = { name: 'main', image, env: [{ name: 'TEXT', value: '1 < 2 & "b"\b\f\u2028\\b' }] };
        const template = { metadata: { labels }, spec: { containers: [container], terminationGracePeriodSeconds: 0 } };
        const spec = { selector: { matchLabels: labels }, template };
        const object = { apiVersion: 'apps/v1', kind, metadata: { name: 'same' }, spec };
        const args = ['apply', '-f', '-'];
        successOf(args, await kubectl.run(args, { input: JSON.stringify(object) }));
        await run(`rollout status ${target} --timeout=60s`);
      };
      await apply('nginx:1.25');
      await apply('nginx:1.26');
      const skipped = (revision: number) => `skipped rollback (current template already matches revision ${revision})`;
      expect(await run(`rollout undo ${target} --to-revision=2`)).toContain(skipped(2));
      expect(await run(`rollout undo ${target} --to-revision=1`)).toContain('rolled back');
      await run(`rollout status ${target} --timeout=60s`);
      expect(await run(`rollout undo ${target} --to-revision=3`)).toContain(skipped(3));
      await run(`delete ${target}`);
    });

    it('exposes and autoscales a deployment', async () => {
      expect(await run('expose deployment web --port=80')).toBe('service/web exposed\n');
      await expect
        .poll(async () => (await run('get endpoints web -o jsonpath={.subsets[*].addresses[*].ip}')).split(' ').length)
        .toBe(5);
      expect(await run('autoscale deployment web --min=2 --max=6')).toBe(
        'horizontalpodautoscaler.autoscaling/web autoscaled\n',
      );
      expect(await run('get hpa web -o jsonpath={.spec.maxReplicas}')).toBe('6');
      await run('delete hpa web');
    });

    it('shows logs', async () => {
      expect(await run('logs deployment/web --tail=1')).not.toBe('');
    });

    it('follows logs', async () => {
      const following = kubectl.start(['logs', '-f', 'deployment/web']);
      const first = await new Promise<string>((resolve) =>
        following.stdout?.once('data', (data) => resolve(String(data))),
      );
      following.kill();
      expect(first).not.toBe('');
    });

    describe('in containers', () => {
      const exec = (args: readonly string[], input?: string) =>
        kubectl.run(['exec', ...args], input === undefined ? {} : { input });

      beforeAll(async () => {
        await run('run box --image=busybox:1.36 --port=8000 --env=COLOR=red --command -- sleep 86400');
        await run('wait pod/box --for=condition=Ready --timeout=60s');
      });
      afterAll(() => run('delete pod box --now'));

      it('runs programs', async () => {
        expect(await run('exec box -- hostname')).toBe('box\n');
        expect(await exec(['box', '--', 'sh', '-c', 'echo "$COLOR" && cat /etc/hostname; false || echo $?'])).toEqual({
          code: 0,
          stdout: 'red\nbox\n1\n',
          stderr: '',
        });
      });

      it('forwards the input', async () => {
        const input = 'line\n'.repeat(100_000);
        const { code, stdout } = await exec(['-i', 'box', '--', 'cat'], input);
        expect({ code, isSame: stdout === input }).toEqual({ code: 0, isSame: true });
        expect((await exec(['-i', 'box', '--', 'sh'], 'cd /etc\npwd\nexit 4\npwd\n')).stdout).toBe('/etc\n');
      });

      it('reports exit codes and failed starts', async () => {
        expect(await exec(['box', '--', 'sh', '-c', 'exit 3'])).toEqual({
          code: 3,
          stdout: '',
          stderr: 'command terminated with exit code 3\n',
        });
        const { code, stderr } = await exec(['box', '--', 'missing']);
        expect(code).toBe(1);
        expect(stderr).toMatch(
          /^error: Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "[0-9a-f]{64}": OCI runtime exec failed: exec failed: unable to start container process: exec: "missing": executable file not found in \$PATH: unknown\n$/,
        );
      });

      it('rejects containers that do not run', async () => {
        await run('run unready --image=missing');
        await expect
          .poll(async () => (await exec(['unready', '--', 'true'])).stderr)
          .toContain('container not found ("unready")');
        await run('delete pod unready --now');
      });

      it('attaches to the output', async () => {
        // An unknown program writes a line from time to time.
        await run('run talker --image=example.com/talker:1');
        await run('wait pod/talker --for=condition=Ready');
        const attached = kubectl.start(['attach', 'talker']);
        const first = await new Promise<string>((resolve) =>
          attached.stdout?.once('data', (data) => resolve(String(data))),
        );
        attached.kill();
        await run('delete pod talker --now');
        expect(first).toMatch(/^handled \d+ requests\n/);
      });

      it('forwards ports, and reports ports on which nothing listens', async () => {
        const forwarding = kubectl.start(['port-forward', 'box', ':8000', ':8001']);
        let output = '';
        let errors = '';
        forwarding.stdout?.on('data', (data) => (output += data));
        forwarding.stderr?.on('data', (data) => (errors += data));
        await expect.poll(() => output).toMatch(/127\.0\.0\.1:\d+ -> 8001/);
        const [open, closed] = [...output.matchAll(/127\.0\.0\.1:(\d+) -> /g)].map(([, port]) => port);
        expect(await (await fetch(`http://127.0.0.1:${open}/path`)).text()).toBe('Hostname: box\nRequest: GET /path\n');
        expect(await (await fetch(`http://127.0.0.1:${open}/again`)).text()).toContain('GET /again');
        await expect(fetch(`http://127.0.0.1:${closed}/`)).rejects.toThrow('fetch failed');
        await expect.poll(() => errors).toContain('error forwarding port 8001 to pod ');
        forwarding.kill();
      });
    });

    it('shows the resource usage of nodes and pods', async () => {
      expect(lines(await run('top nodes')).map((line) => line.split(/ +/)[0])).toHaveLength(4);
      expect(await run('top pods -l app=web')).toMatch(/^NAME +CPU\(cores\) +MEMORY\(bytes\) *\nweb-\S+ +\d+m +\d+Mi/);
    });

    it('cordons, drains and uncordons a node', async () => {
      const [node = ''] = lines(await run('get nodes -o name'));
      const name = node.replace('node/', '');
      expect(await run(`cordon ${name}`)).toBe(`${node} cordoned\n`);
      await run(`drain ${name} --ignore-daemonsets --delete-emptydir-data --timeout=60s`);
      expect(await run(`get pods -o name --field-selector=spec.nodeName=${name}`)).toBe('');
      expect(await run(`uncordon ${name}`)).toBe(`${node} uncordoned\n`);
      await run('rollout status deployment/web --timeout=60s');
    });

    it('deletes dependents in the foreground, or orphans them', async () => {
      await run('delete deployment web --cascade=foreground --timeout=60s');
      expect(await run('get pods,replicasets -l app=web -o name')).toBe('');
      await run('create deployment kept --image=nginx:1.25');
      await run('rollout status deployment/kept --timeout=60s');
      await run('delete deployment kept --cascade=orphan');
      expect(lines(await run('get replicasets -l app=kept -o name'))).toHaveLength(1);
      await run('delete replicaset -l app=kept');
      await expect.poll(() => run('get pods -l app=kept -o name')).toBe('');
    });

    it('waits for a job', async () => {
      await run('create job once --image=busybox:1.36 -- true');
      expect(await run('wait job/once --for=condition=Complete --timeout=60s')).toBe('job.batch/once condition met\n');
    });
  });

  describe('helm', () => {
    const image = () => run('get deployment mine-web -o jsonpath={.spec.template.spec.containers[0].image}');

    it('installs a chart with a hook, and waits until it is ready', async () => {
      expect(await runHelm(`install mine ${CHART} --wait --timeout 60s`)).toContain('STATUS: deployed');
      expect(await run('get deployment mine-web -o jsonpath={.status.readyReplicas}')).toBe('2');
      expect(await run('get job mine-migrate -o jsonpath={.status.succeeded}')).toBe('1');
    });

    it('upgrades and rolls back', async () => {
      expect(await runHelm(`upgrade mine ${CHART} --set image=nginx:1.26 --wait --timeout 60s`)).toContain(
        'REVISION: 2',
      );
      expect(await image()).toBe('nginx:1.26');
      await runHelm('rollback mine 1 --wait --timeout 60s');
      expect(await image()).toBe('nginx:1.25');
      expect(lines(await runHelm('history mine'))).toHaveLength(4);
    });

    it('uninstalls', async () => {
      expect(await runHelm('uninstall mine --wait --timeout 60s')).toContain('uninstalled');
      await expect.poll(() => run('get all -l release=mine -o name')).toBe('');
    });
  });
});
