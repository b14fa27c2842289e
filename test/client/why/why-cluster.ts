import type { Why } from '../../../src/api/debug/why.ts';
import type { TestCluster } from '../../../src/hosts/testing/testing.ts';

/** A situation to explain: the seed, the actions, and the object of the question. */
export interface Situation {
  readonly seed?: string;
  /** Runs before the seed is loaded. */
  readonly prepare?: Act;
  /** Runs after the seed is loaded. */
  readonly act?: Act;
  /** The time that passes after the seed, and again after `act`. Ten seconds by default. */
  readonly wait?: `${number}s`;
  /** `deployments/web` in the namespace `shop`, or `/nodes/a` without a namespace. */
  readonly of: string;
  /** The condition or count of the question: `condition=Ready`, `count=restarts.web`. */
  readonly about?: string;
}

export type Act = (cluster: TestCluster) => Promise<unknown>;

/** Creates a situation in a fork of a cluster, and returns the explanation. */
export async function whyIn(
  template: TestCluster,
  { seed, prepare, act, wait = '10s', of, about }: Situation,
): Promise<Why> {
  const cluster = await template.fork();
  try {
    // The controllers of a fork start at its first step.
    await cluster.clock.step('1s');
    if (prepare) await prepare(cluster);
    if (seed) await cluster.load(seed);
    if (wait !== '0s') await cluster.clock.step(wait);
    if (act) {
      await act(cluster);
      if (wait !== '0s') await cluster.clock.step(wait);
    }
    return await askWhy(cluster, of, about);
  } finally {
    await cluster.close();
  }
}

/** Returns the explanation of an object's state, or of a condition or count. */
export async function askWhy({ client }: TestCluster, of: string, about = ''): Promise<Why> {
  const [first = '', second = '', third] = of.split('/');
  const [resource, name, namespace] = first === '' ? [second, third, ''] : [first, second, '&namespace=shop'];
  const path = `/apis/debug.tabplane.dev/v1alpha1/why?resource=${resource}&name=${name}${namespace}&${about}`;
  return (await (await client.request(path)).json()) as Why;
}

/** Returns the rules of the most probable chain. */
export function chainOf({ causes: [first] }: Why): string[] {
  const rules: string[] = [];
  for (let cause = first; cause; cause = cause.because[0]) rules.push(cause.rule);
  return rules;
}

/** Stops a controller, or starts it when `isRunning`. */
export const stop = async ({ client }: TestCluster, name: string, isRunning = false): Promise<void> => {
  await client.request(`/apis/debug.tabplane.dev/v1alpha1/controllerstates/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spec: { isRunning } }),
  });
};

/** Returns a deployment. `spec` has fields of the pod's spec. */
export const deployment = (
  spec: string,
  { replicas = 1, more = '', annotations = '', container = '' } = {},
): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  ${more}
  template:
    metadata: {labels: {app: web}, annotations: {${annotations}}}
    spec: {${spec ? `${spec}, ` : ''}containers: [{name: web, image: nginx${container ? `, ${container}` : ''}}]}
`;

export const pod = (spec: string, { container = '', annotations = '', metadata = '' } = {}): string => `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}, annotations: {${annotations}}${metadata ? `, ${metadata}` : ''}}
spec: {${spec ? `${spec}, ` : ''}containers: [{name: web, image: nginx${container ? `, ${container}` : ''}}]}
`;
