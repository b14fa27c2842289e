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

let cluster: ForkableCluster;
let session: TerminalSession;
/** Requests of the session that are no reads. */
let writes: string[];

beforeAll(async () => {
  cluster = await createCluster({ controllers: false, seed: SEED });
  session = new TerminalSession({
    fetch: (request) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${new URL(request.url).pathname}`);
      return cluster.fetch(request);
    },
  });
});
beforeEach(() => {
  writes = [];
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
