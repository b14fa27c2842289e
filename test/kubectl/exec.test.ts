import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../helpers/until.ts';
import { openStreamCluster } from './stream-cluster.ts';
import { TerminalSession } from './terminal-session.ts';

const app = { name: 'app', image: 'app' };
let opened: Awaited<ReturnType<typeof openStreamCluster>>;
let session: TerminalSession;
beforeAll(async () => {
  opened = await openStreamCluster({
    web: [app],
    pair: [app, { name: 'proxy', image: 'proxy' }],
    reader: [{ ...app, command: ['cat'], stdin: true }],
  });
  session = new TerminalSession(opened.options);
});
afterAll(() => opened.close());

const run = (line: string, input?: string, signal?: AbortSignal) => session.run(line, input, signal);

describe('exec', () => {
  it('prints the output of a command in a pod', async () => {
    expect(await run('exec web -- cat /etc/hostname')).toEqual({ stdout: 'web\n', stderr: '', code: 0 });
  });

  it('separates errors from output, and ends with the exit code of the command', async () => {
    expect(await run("exec web -- sh -c 'echo out; echo err >&2; exit 3'")).toEqual({
      stdout: 'out\n',
      stderr: 'err\ncommand terminated with exit code 3\n',
      code: 3,
    });
  });

  it('passes its output to filters', async () => {
    expect((await run('exec web -- ls /etc | grep host | wc -l')).stdout).toBe('2\n');
  });

  it('passes input to the command, however long it is', async () => {
    const input = `${'x'.repeat(50_000)}ü\n`;
    expect((await run('exec -i web -- cat', input)).stdout).toBe(input);
    expect((await run('exec -i web -- wc -c', input)).stdout.trim()).toBe('50003');
  });

  it('passes input whole whose characters lie across two messages', async () => {
    const input = `${'x'.repeat(16_383)}\u{1F600}${'x'.repeat(16_382)}\u{1F600}\n`;
    expect((await run('exec -i web -- cat', input)).stdout).toBe(input);
  });

  it('gives the command no terminal when the output goes into a pipe', async () => {
    expect(await run('exec -it web -- cat', 'a\n')).toEqual({
      stdout: 'a\n',
      stderr: 'Unable to use a TTY - input is not a terminal or the right kind of file\n',
      code: 0,
    });
  });

  it('says which container it chose among several, unless one is named', async () => {
    expect((await run('exec pair -- true')).stderr).toBe('Defaulted container "app" out of: app, proxy\n');
    expect((await run('exec pair -q -- true')).stderr).toBe('');
    expect((await run('exec pair -c proxy -- true')).stderr).toBe('');
    expect((await run('exec web -c other -- true')).stderr).toBe(
      'Error from server (BadRequest): container other is not valid for pod web\n',
    );
  });

  it('warns of a command without dashes before it', async () => {
    expect(await run('exec web hostname')).toMatchObject({
      stdout: 'web\n',
      stderr: expect.stringContaining('kubectl exec [POD] [COMMAND] is DEPRECATED'),
    });
  });

  it('rejects a line without a pod or a command, a pod that is absent, and a program that is absent', async () => {
    expect((await run('exec -- ls')).stderr).toBe('error: pod, type/name or --filename must be specified\n');
    expect((await run('exec web')).stderr).toBe('error: you must specify at least one command for the container\n');
    expect((await run('exec absent -- ls')).stderr).toBe('Error from server (NotFound): pods "absent" not found\n');
    expect((await run('exec web -- nginx')).stderr).toMatch(
      /^error: Internal error occurred: error executing command in container: .*executable file not found/,
    );
  });

  it('reports a pod that no node has as the server does', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'late' },
      spec: { containers: [app], nodeSelector: { a: 'b' } },
    };
    await run('create -f -', JSON.stringify(pod));
    expect(await run('exec late -- ls')).toMatchObject({
      stderr: 'Error from server (BadRequest): pod late does not have a host assigned\n',
      code: 1,
    });
    await run('delete pod late --force');
  });

  it('needs the right of the impersonated user', async () => {
    await run('create clusterrolebinding viewers --clusterrole=view --user=alice');
    expect((await run('exec web --as=alice -- ls')).stderr).toMatch(
      /^Error from server \(Forbidden\): pods "web" is forbidden: User "alice" cannot create resource "pods\/exec"/,
    );
  });

  it('takes a pod of a workload', async () => {
    await run('create deployment shop --image=shop');
    await until(async () => (await run('get pods -l app=shop')).stdout.includes('Running'));
    expect((await run('exec deployment/shop -- hostname')).stdout).toMatch(/^shop-/);
  });

  it('ends with Ctrl+C', async () => {
    const interrupt = new AbortController();
    const running = run('exec web -- sleep 1000', '', interrupt.signal);
    interrupt.abort();
    expect(await running).toMatchObject({ stdout: '', stderr: '', code: 130 });
  });
});

describe('attach', () => {
  it('passes input to the process of a container', async () => {
    expect((await run('attach -i reader', 'hello\n')).stdout).toBe('hello\n');
  });

  it('gives no terminal to a container that has none', async () => {
    expect((await run('attach -it reader', 'a\n')).stderr).toContain(
      'error: Unable to use a TTY - container app did not allocate one\n',
    );
  });

  it('follows the output until Ctrl+C', async () => {
    const interrupt = new AbortController();
    const running = run('attach web', '', interrupt.signal);
    interrupt.abort();
    expect((await running).code).toBe(130);
  });

  it('rejects a line without a pod', async () => {
    expect((await run('attach')).stderr).toBe('error: at least 1 argument is required for attach\n');
  });
});

it('exec and attach say where there are no connections to pods', async () => {
  const { openStream: _, ...options } = opened.options;
  const { stderr } = await new TerminalSession(options).run('exec web -- ls');
  expect(stderr).toBe('error: exec needs a connection to the pod, which this page does not have; use kubectl itself\n');
});
