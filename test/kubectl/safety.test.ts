import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ForkableCluster } from '../../src/embedding/cluster.ts';
import { createCluster } from '../../src/hosts/create-cluster.ts';
import { TerminalSession } from './terminal-session.ts';

const SEED = `
apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: {app: one}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, labels: {app: two}}
---
apiVersion: v1
kind: Node
metadata: {name: node-a}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: held, finalizers: [example.com/hold]}
---
apiVersion: v1
kind: Pod
metadata: {name: bounded, labels: {app: bounded}}
spec: {nodeName: node-a, containers: [{name: web, image: nginx}]}
---
apiVersion: v1
kind: Pod
metadata: {name: free}
spec: {nodeName: node-a, containers: [{name: web, image: nginx}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: bounded}
spec: {minAvailable: 1, selector: {matchLabels: {app: bounded}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

const NAMELESS = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"new-"}}';

const BOUNDED_POD = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'bounded' };

/** Milliseconds of waiting after which the user presses Ctrl+C. */
const MOST_WAITED = 60_000;

let cluster: ForkableCluster;
let session: TerminalSession;
/** Aborted as by Ctrl+C when the session waits. */
let interrupt: AbortController;
/** Returns the Status with which the server refuses a request. */
let refusal: (request: Request) => { code: number; reason: string; message: string } | undefined;
/** Milliseconds that the session has waited. */
let waited: number;
/** Requests of the session that are no reads. */
let writes: string[];

beforeAll(async () => {
  cluster = await createCluster({ controllers: false, seed: SEED });
  await cluster.client.patch({ ...BOUNDED_POD, subresource: 'status' }, 'merge', {
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  });
  session = new TerminalSession({
    fetch: async (request) => {
      request.signal.throwIfAborted(); // As the platform's fetch does.
      if (request.method !== 'GET') writes.push(`${request.method} ${new URL(request.url).pathname}`);
      const refused = refusal(request);
      return refused ? Response.json({ kind: 'Status', ...refused }, { status: refused.code }) : cluster.fetch(request);
    },
    sleep: async (milliseconds) => {
      waited += milliseconds;
      if (waited > MOST_WAITED) interrupt.abort();
    },
  });
});
beforeEach(() => {
  writes = [];
  refusal = () => undefined;
  waited = 0;
  interrupt = new AbortController();
});
afterAll(() => cluster.close());

/** Expects that a line fails with a text, and writes nothing. */
async function expectRefusal(line: string, error: string, input = ''): Promise<void> {
  const { stderr, code } = await session.run(line, input);
  expect(stderr).toContain(error);
  expect(code).toBe(1);
  expect(writes).toEqual([]);
}

describe('A command that writes', () => {
  it.each([
    'delete configmap ""',
    'delete configmap a ""',
    'label configmap "" tier=front',
    'patch configmap "" -p {}',
    'taint nodes "" key=value:NoSchedule',
    'cordon ""',
  ])('rejects an empty name, which would address the collection: %s', (line) =>
    expectRefusal(line, 'error: resource name may not be empty'),
  );

  it.each(['delete -f -', 'label -f - tier=front', 'replace -f -', 'scale -f - --replicas=2'])(
    'rejects a manifest without a name: %s',
    (line) => expectRefusal(line, 'error: resource name may not be empty', NAMELESS),
  );

  it('rejects a generated name when it applies a manifest', () =>
    expectRefusal('apply -f -', 'error: from new-: cannot use generate name with apply', NAMELESS));

  it('creates an object with a generated name', async () => {
    expect((await session.run('create -f -', NAMELESS)).stdout).toMatch(/^configmap\/new-\w+ created\n$/);
  });

  it.each([
    'set image deployments web=nginx:2',
    'set env deployments MODE=fast',
    'set serviceaccount deployments robot',
    'set selector services app=web',
    'taint nodes key=value:NoSchedule',
    'delete configmaps',
    `delete configmaps -l ''`,
    'wait configmaps --for=delete',
  ])('rejects a type without names, a selector or --all: %s', (line) =>
    expectRefusal(line, 'error: resource(s) were provided, but no name was specified'),
  );

  it('changes all objects of a type with --all', async () => {
    await session.run('taint nodes --all key=value:NoSchedule');
    await session.run('set image deployments --all web=nginx:2');
    expect(writes).toEqual(['PATCH /api/v1/nodes/node-a', 'PATCH /apis/apps/v1/namespaces/default/deployments/web']);
  });
});

describe('A selector', () => {
  it.each([
    ['delete configmap a -l app=two', 'name cannot be provided when a selector is specified'],
    ['delete configmap a --all', 'name cannot be provided when a selector is specified'],
    ['get configmap a --field-selector metadata.name=b', 'name cannot be provided when a selector is specified'],
    ['label configmap/a tier=front -l app=two', 'selectors and the all flag cannot be used when passing resource/name'],
    ['expose deployments --selector=app=web --port=80', 'resource(s) were provided, but no name was specified'],
  ])('is rejected beside a name, which it cannot narrow: %s', (line, error) => expectRefusal(line, `error: ${error}`));

  it.each([
    ['apply', 'configmap/one unchanged (server dry run)\n'],
    ['delete', 'configmap "one" deleted (server dry run)\n'],
  ])('chooses objects of a manifest for "%s", with all operators', async (command, stdout) => {
    const manifest = ['one', 'two', 'three']
      .map((app) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${app}, labels: {app: ${app}}}\n`)
      .join('---\n');
    await session.run('apply -f -', manifest);
    const line = `${command} -f - -l 'app in (one,two),app!=two' --dry-run=server`;
    expect((await session.run(line, manifest)).stdout).toBe(stdout);
  });
});

describe('A name', () => {
  it.each(['get configmap a -A', 'get configmap/a -A'])('is rejected with all namespaces: %s', (line) =>
    expectRefusal(line, 'error: a resource cannot be retrieved by name across all namespaces'),
  );

  it('is accepted with all namespaces when the type has no namespace', async () => {
    expect((await session.run('get node/node-a -A -o name')).stdout).toBe('node/node-a\n');
  });

  it('is rejected beside a manifest', () =>
    expectRefusal('delete configmap a -f -', 'error: when paths, URLs, or stdin is provided as input', NAMELESS));
});

describe('Ctrl+C', () => {
  it('ends a deletion that waits for a finalizer', async () => {
    expect(await session.run('delete configmap held', '', interrupt.signal)).toEqual({
      stdout: 'configmap "held" deleted\n',
      stderr: '',
      code: 130,
    });
  });

  it('ends a drain without reporting pods as evicted or the node as drained', async () => {
    const { stdout, code } = await session.run('drain node-a --force', '', interrupt.signal);
    expect(stdout).not.toContain('pod/bounded evicted');
    expect(stdout).not.toContain('drained');
    expect(code).toBe(130);
  });

  it('keeps the rest of a command from being written', async () => {
    interrupt.abort();
    expect(await session.run('delete configmap a b', '', interrupt.signal)).toEqual({
      stdout: '',
      stderr: '',
      code: 130,
    });
    expect(writes).toEqual([]);
  });
});

describe('The flag --timeout', () => {
  it('limits how long a deletion is awaited', async () => {
    const { stderr, code } = await session.run('delete configmap held --timeout=2s', '', interrupt.signal);
    expect(stderr).toBe('error: timed out waiting for the condition on configmaps/held\n');
    expect([code, waited]).toEqual([1, 2000]);
  });

  it('limits how long a drain tries to evict a protected pod, which does not delay the other pods', async () => {
    const line = 'drain node-a --force --grace-period=0 --timeout=10s';
    const { stdout, stderr, code } = await session.run(line, '', interrupt.signal);
    expect(stdout).toContain('pod/free evicted\n');
    expect(stderr).toContain('error when evicting pods/"bounded" -n "default": global timeout reached: 10s');
    expect(code).toBe(1);
  });
});

describe('A condition on the present state', () => {
  it.each([
    ['scale deployment web --replicas=2 --resource-version=1', 'Expected resource version to be 1, was '],
    [
      'set env deployment web MODE=slow --overwrite=false',
      "'MODE' already has a value (fast), and --overwrite is false",
    ],
    ['rollout status deployment web --revision=2', 'desired revision (2) is different from the running revision (3)'],
  ])('makes the command fail when it does not hold: %s', async (line, error) => {
    await session.run('set env deployment web MODE=fast');
    await session.run('annotate deployment web deployment.kubernetes.io/revision=3 --overwrite');
    writes = [];
    await expectRefusal(line, `error: ${error}`);
  });
});

describe('A read that fails for another reason than a missing object', () => {
  const forbidden = { code: 403, reason: 'Forbidden', message: 'you may not look' };
  const unavailable = { code: 503, reason: 'ServiceUnavailable', message: 'no storage' };
  const reads = (path: string) => (request: Request) =>
    request.method === 'GET' && new URL(request.url).pathname === `/api/v1/namespaces/default/${path}`;

  it('ends "replace --force" before it deletes or creates anything', async () => {
    refusal = (request) => (reads('configmaps/a')(request) ? forbidden : undefined);
    const manifest = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}';
    await expectRefusal('replace --force -f -', 'Error from server (Forbidden): you may not look', manifest);
  });

  it('is reported by "describe" instead of the missing object', async () => {
    refusal = (request) => (reads('configmaps')(request) ? forbidden : undefined);
    await expectRefusal('describe configmap abs', 'Error from server (Forbidden): you may not look');
  });

  it('is reported by a deletion that waits, except to users who may not read the object', async () => {
    const { client } = cluster;
    const wanted = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'brief' } };
    for (const [status, stderr] of [
      [forbidden, ''],
      [unavailable, 'Error from server (ServiceUnavailable): no storage\n'],
    ] as const) {
      await client.create({ group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }, wanted);
      refusal = (request) => (reads('configmaps/brief')(request) ? status : undefined);
      expect((await session.run('delete configmap brief')).stderr).toBe(stderr);
    }
  });
});
