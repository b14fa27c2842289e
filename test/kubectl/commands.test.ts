import { afterAll, describe, expect, it } from 'vitest';
import { createCluster } from '../../src/hosts/core.ts';
import { TerminalSession } from './terminal-session.ts';

const cluster = createCluster({ controllers: false, simulatedNodes: 0 });
const run = async (line: string, input = '') => {
  const { fetch } = await cluster.then((opened) => ({ fetch: (request: Request) => opened.fetch(request) }));
  return new TerminalSession({ fetch }).run(line, input);
};
afterAll(async () => (await cluster).close());

const NODE = `
apiVersion: v1
kind: Node
metadata: { name: one }
status: { allocatable: { cpu: "4", memory: 8Gi, pods: "10" } }
`;

/** Returns a definition of a namespaced kind. */
const definition = (group: string, plural: string, kind: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
  annotations: { api-approved.kubernetes.io: "unapproved, a test" }
spec:
  group: ${group}
  scope: Namespaced
  names: { plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind} }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

describe('A flag with a duration', () => {
  it('takes every unit of Go, and the part before the unit may be a fraction', async () => {
    await run('create serviceaccount robot');
    const { stdout } = await run('create token robot --duration=1.5h -o jsonpath={.spec.expirationSeconds}');
    expect(stdout).toBe('5400');
  });

  it('is rejected without a unit, with the message of Go', async () => {
    expect((await run('wait --for=delete pod/web --timeout=30')).stderr).toContain(
      'time: missing unit in duration "30"',
    );
  });
});

describe('The command taint', () => {
  it('removes a taint that is written with its value', async () => {
    await run('create -f -', NODE);
    await run('taint nodes one key=value:NoSchedule');
    expect(await run('taint nodes one key=value:NoSchedule-')).toMatchObject({
      code: 0,
      stdout: 'node/one untainted\n',
    });
    expect((await run('get node one -o jsonpath={.spec.taints}')).stdout).not.toContain('"key":"key"');
  });
});

describe('A custom kind in a group of Kubernetes', () => {
  it('is changed by apply with a merge patch', async () => {
    await run('create -f -', definition('gateway.networking.k8s.io', 'routes', 'Route'));
    const route = (port: number) =>
      `{ apiVersion: gateway.networking.k8s.io/v1, kind: Route, metadata: { name: web }, spec: { port: ${port} } }`;
    await run('apply -f -', route(1));
    expect(await run('apply -f -', route(2))).toMatchObject({
      code: 0,
      stdout: 'route.gateway.networking.k8s.io/web configured\n',
    });
  });
});

describe('The description of a node', () => {
  it('counts the request of an init container that is larger than those of the containers', async () => {
    await run('create -f -', NODE);
    await run('create serviceaccount default');
    await run(
      'create -f -',
      `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeName: one
  initContainers:
    - { name: setup, image: web, resources: { requests: { cpu: 500m } } }
  containers:
    - { name: web, image: web, resources: { requests: { cpu: 100m } } }
`,
    );
    expect((await run('describe node one')).stdout).toMatch(/default +web +500m \(12%\)/);
  });

  it('says that pods are not authorized when the user may not list them', async () => {
    await run('create -f -', NODE);
    await run('create clusterrole nodes --verb=get,list --resource=nodes');
    await run('create clusterrolebinding nodes --clusterrole=nodes --user=eve');
    const { stdout, code } = await run('describe node one --as=eve');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Pods: +Not authorized$/m);
  });
});
