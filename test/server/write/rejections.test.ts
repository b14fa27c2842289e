import { beforeAll, describe, expect, it, test } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const CORE = '/api/v1/namespaces/shop';
const APPS = '/apis/apps/v1/namespaces/shop';
const BAD_VERSION = 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax';

type WholeServer = Awaited<ReturnType<typeof createWholeServer>>;
let cluster: WholeServer;

async function ask(method: string, path: string, body?: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = body === undefined ? {} : { body: text, headers: { 'content-type': type } };
  const response = await cluster.send(method, path, init);
  const answer = (await response.json()) as Record<string, unknown>;
  return { ...answer, status: response.status };
}

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

beforeAll(async () => {
  cluster = await createWholeServer();
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
  await ask('POST', `${CORE}/configmaps`, { metadata: { name: 'one' } });
  await ask('POST', `${APPS}/deployments`, {
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: { a: 'b' } }, template },
  });
});

test('the message about an invalid object quotes its name', async () => {
  const message = expect.stringContaining(
    String.raw`ConfigMap "a\nb" is invalid: metadata.name: Invalid value: "a\nb"`,
  );
  expect(await ask('POST', `${CORE}/configmaps`, { metadata: { name: 'a\nb' } })).toMatchObject({ message });
});

describe('POST of a binding', () => {
  it.each([
    [
      { name: 'p' },
      { kind: 'Pod' },
      500,
      '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
    ],
    [{}, {}, 500, 'target.name: Required value'],
    [{}, { name: 'n' }, 400, 'Name parameter required.'],
    [{ name: '.' }, { name: 'n' }, 400, `Name parameter invalid: ".": may not be '.'`],
    [{ name: 'p' }, { name: 'n' }, 404, 'pods "p" not found'],
  ])('with the metadata %j and the target %j has the status %i', async (metadata, target, status, message) => {
    expect(await ask('POST', `${CORE}/bindings`, { metadata, target })).toMatchObject({ status, message });
  });
});

describe('PUT', () => {
  const scale = `${APPS}/deployments/web/scale`;

  it.each([
    [`${CORE}/configmaps/one`, 'one', {}],
    [`${CORE}/configmaps/one`, 'one', null],
    [`${CORE}/configmaps/one`, 'one', { metadata: {} }],
    [`${CORE}/configmaps/one`, 'one', { metadata: { name: '' } }],
    [`${CORE}/configmaps/absent`, 'absent', { metadata: { generateName: 'absent' } }],
    ['/api/v1/namespaces/shop', 'shop', { spec: {} }],
    ['/api/v1/namespaces/shop/finalize', 'shop', {}],
    [`${APPS}/deployments/web/status`, 'web', { status: {} }],
    [scale, 'web', { spec: { replicas: 2 } }],
    [scale, 'web', { metadata: {}, spec: { replicas: 2 } }],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles/absent', 'absent', { rules: [] }],
  ])('to %s requires the name %s in the body %j', async (path, name, body) => {
    expect(await ask('PUT', path, body)).toMatchObject({
      status: 400,
      message: `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    });
  });

  it('reports a wrong namespace before a missing name', async () => {
    expect(await ask('PUT', `${CORE}/configmaps/one`, { metadata: { namespace: 'other' } })).toMatchObject({
      status: 400,
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    });
  });
});

describe('a missing scale', () => {
  it.each([
    [`${CORE}/replicationcontrollers`, 'autoscaling', 'replicationcontrollers/scale'],
    [`${APPS}/deployments`, 'apps', 'deployments/scale'],
    [`${APPS}/replicasets`, 'apps', 'replicasets/scale'],
    [`${APPS}/statefulsets`, 'apps', 'statefulsets/scale'],
  ])('in %s is reported with the group %s', async (path, group, kind) => {
    expect(await ask('GET', `${path}/none/scale`)).toMatchObject({
      status: 404,
      message: `${kind}.${group} "none" not found`,
      details: { name: 'none', group, kind },
    });
  });

  it('is reported as the missing deployment by a write', async () => {
    const missing = { status: 404, message: 'deployments.apps "none" not found' };
    const body = { metadata: { name: 'none' }, spec: { replicas: 1 } };
    expect(await ask('PUT', `${APPS}/deployments/none/scale`, body)).toMatchObject(missing);
  });
});

describe('list options', () => {
  it.each([
    ['GET', '', 500, BAD_VERSION],
    ['GET', '&continue=abc', 400, `invalid resource version: ${BAD_VERSION}`],
    ['GET', '&continue=abc&limit=1', 400, `invalid resource version: ${BAD_VERSION}`],
    ['DELETE', '', 400, `invalid resource version: ${BAD_VERSION}`],
    ['DELETE', '&dryRun=All', 400, `invalid resource version: ${BAD_VERSION}`],
    ['DELETE', '&continue=abc', 400, `invalid resource version: ${BAD_VERSION}`],
    ['DELETE', '&resourceVersionMatch=NotOlderThan', 400, `invalid resource version: ${BAD_VERSION}`],
  ])('with a non-numeric resourceVersion are rejected by %s%s with %d', async (method, query, status, message) => {
    expect(await ask(method, `${CORE}/configmaps?resourceVersion=abc${query}`)).toMatchObject({ status, message });
  });

  it('are validated before delete options', async () => {
    const path = `${CORE}/configmaps?resourceVersionMatch=Exact&propagationPolicy=Never`;
    expect(await ask('DELETE', path)).toMatchObject({ status: 422, details: { kind: 'ListOptions' } });
  });

  it('with a future resourceVersion are rejected by a deletecollection', async () => {
    const path = `${CORE}/secrets?resourceVersion=999999999`;
    expect(await ask('DELETE', path)).toMatchObject({
      status: 500,
      message: 'etcdserver: mvcc: required revision is a future revision',
    });
  });
});

describe('a body', () => {
  const summaryOf = (text: string) =>
    `(${[...new TextEncoder().encode(text).subarray(0, 30)].map((byte) => byte.toString(16).padStart(2, '0')).join('')} ...)`;

  it.each(['POST', 'PUT'])('with invalid YAML is rejected by %s with the error of the parser', async (method) => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: one\n';
    const path = method === 'PUT' ? `${CORE}/configmaps/one` : `${CORE}/configmaps`;
    expect(await ask(method, path, yaml, 'application/yaml')).toMatchObject({
      status: 400,
      message: `the object provided is unrecognized (must be of type ConfigMap): yaml: line 4: found character that cannot start any token ${summaryOf(yaml)}`,
    });
  });

  it('of an apply with invalid YAML is rejected with the error of the decoder', async () => {
    const answer = await ask(
      'PATCH',
      `${CORE}/configmaps/one?fieldManager=m`,
      'a: b: c',
      'application/apply-patch+yaml',
    );
    expect(answer).toMatchObject({
      status: 400,
      message:
        'error decoding YAML: error converting YAML to JSON: yaml: mapping values are not allowed in this context',
    });
  });

  it.each([
    [{ apiVersion: 'v1', kind: 'List', items: [] }, 'List', 'v1', '(v1.List)'],
    [{ apiVersion: 'v1', kind: 'ConfigMapList', items: [] }, 'ConfigMapList', 'v1', '(v1.ConfigMapList)'],
    [{ apiVersion: 'v1', kind: 'Status' }, 'Status', 'v1', '(v1.Status)'],
    [{ apiVersion: 'v1', kind: 'DeleteOptions' }, 'DeleteOptions', 'v1', '(v1.DeleteOptions)'],
    [{ apiVersion: 'autoscaling/v2', kind: 'ListOptions' }, 'ListOptions', 'v2', '(v1.ListOptions)'],
    [{ apiVersion: 'apps/v1', kind: 'Deployment' }, 'Deployment', 'v1', '(v1.Deployment)'],
  ])('%j is rejected as a ConfigMap', async (body, kind, version, from) => {
    const message = `${kind} in version "${version}" cannot be handled as a ConfigMap: converting ${from} to (core.ConfigMap): unknown conversion`;
    expect(await ask('POST', `${CORE}/configmaps`, body)).toMatchObject({ status: 400, message });
    expect(await ask('PUT', `${CORE}/configmaps/one`, body)).toMatchObject({ status: 400, message });
  });
});

describe('a job whose name is too long for a label', () => {
  const name = 'j'.repeat(64);
  const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } };

  it('is rejected for each generated label but not for its own name', async () => {
    const error = `Invalid value: "${name}": must be no more than 63 characters`;
    const cause = { reason: 'FieldValueInvalid', message: error, field: 'spec.template.labels' };
    expect(await ask('POST', '/apis/batch/v1/namespaces/shop/jobs', { metadata: { name }, spec })).toMatchObject({
      status: 422,
      message: `Job.batch "${name}" is invalid: spec.template.labels: ${error}`,
      details: { causes: [cause, cause] },
    });
  });
});

describe('metadata', () => {
  it('is stored without a selfLink by every write', async () => {
    const metadata = { name: 'linked', selfLink: '/x' };
    const apply = `${CORE}/configmaps/linked?fieldManager=m`;
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    const dry = (await ask('PATCH', `${apply}&dryRun=All`, applied, 'application/apply-patch+yaml')) as {
      metadata?: object;
    };
    expect(dry.metadata).toMatchObject({ selfLink: '/x' });
    for (const [method, path, body, type] of [
      ['PATCH', apply, applied, 'application/apply-patch+yaml'],
      ['PUT', `${CORE}/configmaps/linked`, { metadata }, 'application/json'],
      ['PATCH', `${CORE}/configmaps/linked`, { metadata: { selfLink: '/y' } }, 'application/merge-patch+json'],
      ['PUT', `${CORE}/services/linked`, { metadata, spec: { ports: [{ port: 80 }] } }, 'application/json'],
    ] as const) {
      const answer = (await ask(method, path, body, type)) as { metadata?: object };
      expect(answer.metadata).not.toHaveProperty('selfLink');
    }
  });

  const lease = { metadata: { name: 'one', finalizers: ['plain'] } };
  it.each([
    ['/apis/coordination.k8s.io/v1/namespaces/shop/leases', lease],
    ['/apis/policy/v1/namespaces/shop/poddisruptionbudgets', { ...lease, spec: {} }],
    ['/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', lease],
    [
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: { name: 'things.example.com', finalizers: ['plain'] },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing' },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      },
    ],
  ])('in %s accepts a finalizer without a slash', async (path, body) => {
    expect(await ask('POST', path, body)).toMatchObject({ status: 201, metadata: { finalizers: ['plain'] } });
  });

  it('of other kinds accepts only standard finalizers without a slash', async () => {
    expect(await ask('POST', `${CORE}/secrets`, lease)).toMatchObject({
      status: 422,
      message:
        'Secret "one" is invalid: metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
    });
  });
});
