import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  admissionChanges,
  createTestCluster,
  expectAllowed,
  expectChange,
  expectDenied,
  lastTrace,
  type TestCluster,
  traceOf,
} from '../../../src/hosts/testing/testing.ts';

const SEED = `
apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {pod-security.kubernetes.io/enforce: baseline}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: viewers, namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}]
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: few, namespace: shop}
spec: {hard: {configmaps: "1"}}
---
apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingAdmissionPolicy
metadata: {name: no-latest}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}
  validations: [{expression: "!object.spec.containers.exists(c, c.image.endsWith(':latest'))", message: pin the image}]
---
apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: everywhere}
spec: {policyName: no-latest, validationActions: [Deny]}
`;

const PODS = '/api/v1/namespaces/shop/pods';
const pod = (image: string, more: object = {}) => ({
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image }], ...more },
});

describe('expectations of decisions', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    const flags = {
      'feature-gates': 'ValidatingAdmissionPolicy=true',
      'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
    };
    cluster = await createTestCluster({ seed: SEED, users: { alice: {} }, flags });
  });
  afterAll(() => cluster.close());

  const failure = (expectation: Promise<unknown>) => expectation.then(String, ({ message }: Error) => message);

  it('match the cause of a denial', async () => {
    const remove = { as: 'alice', method: 'DELETE', path: `${PODS}/web` };
    await expectDenied(cluster, remove, { by: 'RBAC', message: 'User "alice" cannot delete resource "pods"' });
    await expectDenied(cluster, { path: PODS, body: pod('nginx', { hostNetwork: true }) }, { by: 'PodSecurity' });
    await expectDenied(
      cluster,
      { path: PODS, body: pod('nginx:latest') },
      { by: 'no-latest', message: /pin the image/ },
    );
    await expectDenied(cluster, { path: PODS, body: pod('nginx:latest') }, { by: 'ValidatingAdmissionPolicy' });
    await expectDenied(cluster, { path: PODS, body: { metadata: { name: 'A' } } }, { by: 'validation' });
    await expectDenied(cluster, { path: PODS, headers: { authorization: 'Bearer wrong' } }, { by: 'authentication' });
    const maps = '/api/v1/namespaces/shop/configmaps';
    await expectDenied(cluster, { path: maps, body: { metadata: { name: 'a' } } }, { by: 'ResourceQuota' });
  });

  it('match the rule that allowed a request', async () => {
    await expectAllowed(cluster, { as: 'alice', path: PODS }, { by: 'RoleBinding "viewers/shop"' });
    await expectAllowed(cluster, { path: PODS });
  });

  it('report the actual decision when they fail', async () => {
    const list = { as: 'alice', path: PODS };
    const viewer = 'RBAC: allowed by RoleBinding "viewers/shop" of ClusterRole "view" to User "alice"';
    expect(await failure(expectDenied(cluster, list, { by: 'RBAC' }))).toBe(
      `Expected GET ${PODS} as alice to be denied by RBAC, but it succeeded with 200 (${viewer})`,
    );
    expect(await failure(expectAllowed(cluster, list, { by: 'admins' }))).toContain(`but it was allowed by ${viewer}`);
    expect(await failure(expectAllowed(cluster, { path: PODS }, { by: 'admins' }))).toContain('system:masters');
    const remove = { as: 'alice', method: 'DELETE', path: `${PODS}/web` };
    expect(await failure(expectAllowed(cluster, remove))).toMatch(
      /but it was denied by RBAC: pods "web" is forbidden.*\n {2}/,
    );
    expect(await failure(expectDenied(cluster, remove, { by: 'PodSecurity' }))).toContain('but it was denied by RBAC');
    expect(await failure(expectDenied(cluster, remove, { message: 'quota' }))).toContain('with the message quota');
    expect(await failure(expectAllowed(cluster, { path: `${PODS}/none` }))).toContain(
      'it failed with 404: pods "none" not found',
    );
  });

  it('match the changes that admission made', async () => {
    const trace = await traceOf(cluster, { path: `${PODS}?dryRun=All`, body: pod('nginx') });
    expectChange(trace, { plugin: 'ServiceAccount', field: 'spec.serviceAccountName', value: 'default' });
    expect(admissionChanges(trace).map(({ plugin }) => plugin)).toContain('DefaultTolerationSeconds');
    expect(() => expectChange(trace, { plugin: 'Priority', field: 'spec.nodeName' })).toThrow(
      /^Expected Priority to change spec.nodeName, but the changes are:\n {2}/,
    );
    const list = await traceOf(cluster, { path: PODS });
    expect(() => expectChange(list, { plugin: 'Priority', field: 'spec' })).toThrow('admission changed nothing');
  });

  it('find the newest request of a user', async () => {
    await cluster.as('alice').fetch('/api/v1/secrets');
    expect(await lastTrace(cluster)).toMatchObject({ user: { username: 'alice' }, response: { code: 403 } });
    await expect(lastTrace(cluster, () => false)).rejects.toThrow('no request has left a trace');
  });
});
