const pods = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
const web = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' };
const account = { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default', name: 'default' };
const reviews = { group: 'authentication.k8s.io', version: 'v1', resource: 'tokenreviews' };
const labels = { app: 'web' };

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
};

/** A definition with a field of bytes, and a rule that compares them. */
const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          code: {type: string, format: byte, x-kubernetes-validations: [{rule: "self == b'abc' && self == bytes('abc')"}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: bytes}
binaryData: {some: AAEC}
`;

/** The result of the story, whatever runs it. */
export const expected = {
  podsSeen: [2, 3],
  events: ['ADDED', 'ADDED', 'ADDED'],
  firstEvent: 'ADDED',
  isTokenValid: true,
  denied: 403,
  fault: 503,
  disconnection: 'TypeError',
  protobuf: 200,
  widgets: [201, 422],
  restored: 3,
};

/** Uses a cluster as an application's tests do: watches, the clock, tokens, users, faults, bytes and snapshots. */
export async function story({ createTestCluster, expectAllowed, expectDenied }, { followCollection }) {
  const template = await createTestCluster({ users: { alice: { token: 'secret' } }, seed: [deployment] });
  const cluster = await template.fork();
  const podsSeen = await followedPods(cluster, followCollection);
  const path = '/api/v1/namespaces/default/pods';
  await expectDenied(cluster, { as: 'alice', path }, { by: 'RBAC' });
  await expectAllowed(cluster, { path });
  await cluster.load(definition);
  const snapshot = await cluster.snapshot();
  const seen = {
    podsSeen,
    events: await firstEvents(cluster.client),
    firstEvent: await firstEventOf(await cluster.fetch(`${path}?watch=true`)),
    isTokenValid: await isTokenValid(cluster.client),
    denied: (await cluster.fetch(path, { headers: { authorization: 'Bearer secret' } })).status,
    ...(await faults(cluster)),
    protobuf: await sendProtobuf(cluster),
    widgets: [await createWidget(cluster, 'abc'), await createWidget(cluster, 'abd')],
    restored: await restored(cluster, snapshot),
  };
  await cluster.close();
  await template.close();
  return seen;
}

async function followedPods(cluster, followCollection) {
  const counts = [];
  let changed = () => undefined;
  const end = followCollection(cluster.client, pods, ({ length }) => {
    if (counts.at(-1) !== length) counts.push(length);
    changed();
  });
  const until = async (count) => {
    while (counts.at(-1) !== count)
      await new Promise((resolve) => {
        changed = resolve;
      });
  };
  await until(2);
  await cluster.client.patch(web, 'merge', { spec: { replicas: 3 } });
  await cluster.clock.step(60_000);
  await until(3);
  end();
  return counts;
}

async function firstEvents(client) {
  const types = [];
  for await (const { type } of client.watch(pods, { signal: new AbortController().signal }))
    if (types.push(type) === 3) break;
  return types;
}

async function firstEventOf({ body }) {
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return JSON.parse(new TextDecoder().decode(value).split('\n')[0]).type;
}

async function isTokenValid(client) {
  const request = await client.create({ ...account, subresource: 'token' }, { spec: { audiences: [] } });
  const review = await client.create(reviews, { spec: { token: request.status.token } });
  return review.status.authenticated;
}

async function faults(cluster) {
  await cluster.faults.add({ status: 503, path: '/api/v1/nodes', times: 1 });
  const fault = (await cluster.fetch('/api/v1/nodes')).status;
  await cluster.faults.add({ disconnect: true, path: '/api/v1/nodes', times: 1 });
  const disconnection = await cluster.fetch('/api/v1/nodes').catch(({ name }) => name);
  return { fault, disconnection };
}

/** Sends an object back unchanged. */
async function sendProtobuf(cluster) {
  const type = 'application/vnd.kubernetes.protobuf';
  const path = '/api/v1/namespaces/default/configmaps/bytes';
  const received = await cluster.fetch(path, { headers: { accept: type } });
  const body = await received.arrayBuffer();
  return (await cluster.fetch(path, { method: 'PUT', headers: { 'content-type': type }, body })).status;
}

async function createWidget(cluster, text) {
  const body = JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { generateName: 'widget-' },
    code: btoa(text),
  });
  const headers = { 'content-type': 'application/json' };
  return (await cluster.fetch('/apis/example.com/v1/namespaces/default/widgets', { method: 'POST', headers, body }))
    .status;
}

async function restored(cluster, snapshot) {
  await cluster.reset();
  await cluster.restore(snapshot);
  return (await cluster.client.list(pods)).items.length;
}
