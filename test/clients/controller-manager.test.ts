import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
import { decodeProtobuf, encodeProtobuf } from '../../src/schema/protobuf/protobuf.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const METADATA = (kind: string) =>
  `${PROTOBUF};as=${kind};g=meta.k8s.io;v=v1,application/json;as=${kind};g=meta.k8s.io;v=v1`;

/** The default kind of decoded objects. Responses always state their kind. */
const UNSTATED = { group: '', version: '', kind: '' };

/** The collections that kube-controller-manager watches with its default controllers. */
const WATCHED = [
  ...['pods', 'nodes', 'services', 'endpoints', 'secrets', 'configmaps', 'serviceaccounts', 'namespaces'].map(
    (name) => `/api/v1/${name}`,
  ),
  ...['persistentvolumes', 'persistentvolumeclaims', 'replicationcontrollers', 'resourcequotas'].map(
    (name) => `/api/v1/${name}`,
  ),
  ...['deployments', 'replicasets', 'daemonsets', 'statefulsets', 'controllerrevisions'].map(
    (name) => `/apis/apps/v1/${name}`,
  ),
  ...['jobs', 'cronjobs'].map((name) => `/apis/batch/v1/${name}`),
  ...['storageclasses', 'csinodes', 'csidrivers', 'volumeattachments'].map((name) => `/apis/storage.k8s.io/v1/${name}`),
  ...['clusterroles', 'roles', 'rolebindings'].map((name) => `/apis/rbac.authorization.k8s.io/v1/${name}`),
  '/apis/autoscaling/v2/horizontalpodautoscalers',
  '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  '/apis/coordination.k8s.io/v1/leases',
  '/apis/discovery.k8s.io/v1/endpointslices',
  '/apis/policy/v1/poddisruptionbudgets',
];

/** The patterns of kube-controller-manager's requests. No package has the program itself. */
describe('requests as kube-controller-manager sends them', () => {
  let host: NodeHost;
  beforeAll(async () => {
    const flags = { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } as const;
    host = await startNodeHost({ port: 0, flags });
  });
  afterAll(() => host.close());

  const send = (path: string, init: { method?: string; accept?: string; type?: string; body?: object } = {}) => {
    const { method = 'GET', accept = `${PROTOBUF},application/json`, type = PROTOBUF, body } = init;
    const encoded =
      body && (type === PROTOBUF ? encodeProtobuf(body as never, kubernetesDialect) : JSON.stringify(body));
    const headers = {
      authorization: 'Bearer admin-token',
      'user-agent': 'kube-controller-manager/v1.28.3 (linux/amd64) kubernetes/a8a1abc',
      accept,
      ...(body ? { 'content-type': type } : {}),
    };
    return fetch(`${host.url}${path}`, { method, headers, ...(encoded ? { body: encoded } : {}) });
  };
  const decoded = async (response: Response) => {
    expect(response.headers.get('content-type')).toBe(PROTOBUF);
    return decodeProtobuf(new Uint8Array(await response.arrayBuffer()), UNSTATED, kubernetesDialect) as {
      kind: string;
      metadata: {
        name: string;
        resourceVersion: string;
        uid: string;
        finalizers?: string[];
        deletionTimestamp?: string;
      };
      items: unknown[];
    };
  };
  /** Returns the next events of a watch: frames of a length and a message. */
  async function* framesOf(response: Response) {
    let bytes = new Uint8Array();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes = Uint8Array.from([...bytes, ...chunk]);
      while (bytes.length >= 4) {
        const length = new DataView(bytes.buffer).getUint32(0);
        if (bytes.length < 4 + length) break;
        yield bytes.slice(4, 4 + length);
        bytes = bytes.slice(4 + length);
      }
    }
  }
  const next = async (frames: AsyncGenerator<Uint8Array>) =>
    new TextDecoder('latin1').decode((await frames.next()).value);

  it.each(WATCHED)('lists %s in Protobuf, and watches from its resource version', async (path) => {
    const list = await decoded(await send(`${path}?limit=500&resourceVersion=0`));
    expect(list.kind).toMatch(/List$/);
    const from = `resourceVersion=${list.metadata.resourceVersion}`;
    const watch = await send(`${path}?allowWatchBookmarks=true&${from}&timeoutSeconds=1&watch=true`);
    expect(watch.headers.get('content-type')).toBe(`${PROTOBUF};stream=watch`);
    await watch.body?.cancel();
  });

  it('watches the metadata of every kind for the garbage collector and quotas', async () => {
    const path = '/api/v1/namespaces/default/configmaps';
    const list = await decoded(await send(`${path}?limit=500`, { accept: METADATA('PartialObjectMetadataList') }));
    expect(list.kind).toBe('PartialObjectMetadataList');
    const query = `allowWatchBookmarks=true&resourceVersion=${list.metadata.resourceVersion}&timeoutSeconds=300&watch=true`;
    const watch = await send(`${path}?${query}`, { accept: METADATA('PartialObjectMetadata') });
    const frames = framesOf(watch);
    await send(path, {
      method: 'POST',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'hidden' } },
    });
    const event = await next(frames);
    expect(event).toContain('ADDED');
    expect(event).toContain('PartialObjectMetadata');
    expect(event).not.toContain('hidden');
    await frames.return(undefined);
  });

  it('creates and renews its Lease in Protobuf', async () => {
    const path = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'kube-controller-manager' },
    };
    const spec = {
      holderIdentity: 'one',
      leaseDurationSeconds: 15,
      renewTime: '2023-11-05T08:00:00.000001Z',
      leaseTransitions: 0,
    };
    const created = await decoded(await send(path, { method: 'POST', body: { ...lease, spec } }));
    const { resourceVersion } = created.metadata;
    const renew = (version: string) =>
      send(`${path}/kube-controller-manager`, {
        method: 'PUT',
        body: {
          ...lease,
          metadata: { ...lease.metadata, resourceVersion: version },
          spec: { ...spec, renewTime: '2023-11-05T08:00:02.000001Z' },
        },
      });
    expect(await decoded(await renew(resourceVersion))).toMatchObject({
      spec: { renewTime: '2023-11-05T08:00:02.000001Z' },
    });
    const conflict = await renew(resourceVersion);
    expect({ code: conflict.status, ...(await decoded(conflict)) }).toMatchObject({
      code: 409,
      kind: 'Status',
      reason: 'Conflict',
    });
  });

  it('patches conditions of nodes and replaces their taints', async () => {
    await send('/api/v1/nodes', { method: 'POST', body: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } } });
    const patch = (path: string, body: object) =>
      send(path, { method: 'PATCH', type: 'application/strategic-merge-patch+json', body });
    const condition = { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' };
    const status = await patch('/api/v1/nodes/n1/status', {
      status: {
        $setElementOrder: undefined,
        '$setElementOrder/conditions': [{ type: 'Ready' }],
        conditions: [condition],
      },
    });
    expect(await decoded(status)).toMatchObject({ status: { conditions: [condition] } });
    const taint = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' };
    expect(await decoded(await patch('/api/v1/nodes/n1', { spec: { taints: [taint] } }))).toMatchObject({
      spec: { taints: [taint] },
    });
  });

  it('deletes in the foreground, and removes finalizers with the current resource version', async () => {
    const path = '/apis/apps/v1/namespaces/default/replicasets';
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 0, selector: { matchLabels: { a: 'b' } }, template };
    const body = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'owner' }, spec };
    const { metadata } = await decoded(await send(path, { method: 'POST', body }));
    const options = {
      ...{ apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Foreground' },
      preconditions: { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
    };
    await send(`${path}/owner`, { method: 'DELETE', type: 'application/json', body: options });
    const marked = await decoded(await send(`${path}/owner`, { accept: METADATA('PartialObjectMetadata') }));
    expect(marked.metadata).toMatchObject({
      finalizers: ['foregroundDeletion'],
      deletionTimestamp: expect.any(String),
    });
    const remove = (resourceVersion: string) =>
      send(`${path}/owner`, {
        method: 'PATCH',
        type: 'application/merge-patch+json',
        accept: METADATA('PartialObjectMetadata'),
        body: { metadata: { resourceVersion, uid: metadata.uid, finalizers: [] } },
      });
    expect((await remove(metadata.resourceVersion)).status).toBe(409);
    expect((await remove(marked.metadata.resourceVersion)).status).toBe(200);
    expect((await send(`${path}/owner`)).status).toBe(404);
  });

  it('finalizes namespaces', async () => {
    await send('/api/v1/namespaces', {
      method: 'POST',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ending' } },
    });
    await send('/api/v1/namespaces/ending', { method: 'DELETE' });
    const terminating = await decoded(await send('/api/v1/namespaces/ending'));
    const finalized = await send('/api/v1/namespaces/ending/finalize', {
      method: 'PUT',
      body: { ...terminating, apiVersion: 'v1', spec: { finalizers: [] } },
    });
    expect(finalized.status).toBe(200);
    expect((await send('/api/v1/namespaces/ending')).status).toBe(404);
  });
});
