import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNamed, kubernetesName } from '../../src/api/dialect.ts';
import type { Cluster } from '../../src/embedding/cluster.ts';
import { createCluster } from '../../src/hosts/core.ts';
import { TerminalSession } from './terminal-session.ts';

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web:2 }] }
`;
const REVISION = kubernetesName('deployment.kubernetes.io/revision');
const LAST_APPLIED = kubernetesName('kubectl.kubernetes.io/last-applied-configuration');
const RESTARTED_AT = kubernetesName('kubectl.kubernetes.io/restartedAt');
const METRICS = kubernetesName('metrics.k8s.io');

describe.each(['kubernetes', 'cluster'] as const)('The terminal of a cluster in the dialect %s', (name) => {
  const dialect = dialectNamed(name);
  const paths: string[] = [];
  let cluster: Cluster;
  let session: TerminalSession;

  beforeAll(async () => {
    cluster = await createCluster({ controllers: false, dialect: name });
    session = new TerminalSession({
      dialect: name,
      fetch(request) {
        paths.push(new URL(request.url).pathname);
        return cluster.fetch(request);
      },
    });
    await session.run('apply -f -', DEPLOYMENT);
  });
  afterAll(() => cluster.close());

  it('explains types', async () => {
    expect((await session.run('explain deployments.spec.replicas')).stdout).toContain('FIELD: replicas <integer>');
  });

  it('creates tokens', async () => {
    await session.run('create serviceaccount robot');
    const outcome = await session.run('create token robot --audience=shop');
    expect(outcome).toMatchObject({ stderr: '', code: 0 });
  });

  it('stores what was applied under the name of the dialect, and does not describe it', async () => {
    const { metadata } = await cluster.client.get({
      group: 'apps',
      version: 'v1',
      resource: 'deployments',
      namespace: 'default',
      name: 'web',
    });
    expect(Object.keys(metadata.annotations ?? {})).toEqual([dialect.rename(LAST_APPLIED)]);
    expect((await session.run('describe deployment web')).stdout).toMatch(/Annotations: +<none>/);
  });

  it('restarts workloads by the annotation of the dialect', async () => {
    await session.run('rollout restart deployment/web');
    const { stdout } = await session.run('get deployment web -o jsonpath={.spec.template.metadata.annotations}');
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual([dialect.rename(RESTARTED_AT)]);
  });

  it('returns to an earlier revision', async () => {
    const uid = (await session.run('get deployment web -o jsonpath={.metadata.uid}')).stdout;
    for (const revision of [1, 2]) await session.run('create -f -', replicaSet(uid, revision));
    expect((await session.run('rollout history deployment/web')).stdout).toMatch(/^1 +<none>\n2 +<none>\n/m);
    expect((await session.run('rollout undo deployment/web')).stdout).toBe('deployment.apps/web rolled back\n');
    const { stdout } = await session.run('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}');
    expect(stdout).toBe('web:1');
  });

  it('reads metrics from the group of the dialect', async () => {
    await session.run('top nodes');
    expect(paths).toContain(`/apis/${dialect.rename(METRICS)}/v1beta1/nodes`);
  });

  const replicaSet = (uid: string, revision: number): string => `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web-${revision}
  annotations: { ${dialect.rename(REVISION)}: "${revision}" }
  ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: web, uid: ${uid}, controller: true }]
spec:
  replicas: 0
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "web:${revision}" }] }
`;
});
