/** Kubernetes' client for Node: lists, watches, informers, patches, streams. */
import { createConnection, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as k8s from '@kubernetes/client-node';
import { packageVersion, printVersion, step, until } from './steps.mjs';

const config = new k8s.KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(k8s.CoreV1Api);
const apps = config.makeApiClient(k8s.AppsV1Api);
const objects = k8s.KubernetesObjectApi.makeApiClient(config);
const namespace = 'client-node';
const patched = (strategy) => k8s.setHeaderOptions('Content-Type', strategy);
const settings = (name, data = {}) => ({ metadata: { name }, data });

printVersion(packageVersion('@kubernetes/client-node'));

await step(
  'createNamespace',
  async () => (await core.createNamespace({ body: { metadata: { name: namespace } } })).kind,
);
await step('VersionApi.getCode', async () => (await config.makeApiClient(k8s.VersionApi).getCode()).gitVersion);
await step('createNamespacedConfigMap, 5 times', async () => {
  for (let index = 0; index < 5; index++)
    await core.createNamespacedConfigMap({ namespace, body: settings(`c${index}`, { index: String(index) }) });
  return 'created';
});
await step('listNamespacedConfigMap in pages of 2', async () => {
  const pages = [];
  for (let next; next !== ''; ) {
    const list = await core.listNamespacedConfigMap({ namespace, limit: 2, ...(next ? { _continue: next } : {}) });
    pages.push(list.items.length);
    next = list.metadata?._continue ?? '';
  }
  return pages.join(' ');
});
await step('readNamespacedConfigMap that does not exist', () =>
  core
    .readNamespacedConfigMap({ namespace, name: 'absent' })
    .catch(({ code, body }) => `${code} ${JSON.parse(body).message}`),
);
await step('replaceNamespacedConfigMap with an old version', async () => {
  const body = await core.readNamespacedConfigMap({ namespace, name: 'c0' });
  await core.replaceNamespacedConfigMap({ namespace, name: 'c0', body: { ...body, data: { a: '1' } } });
  return core.replaceNamespacedConfigMap({ namespace, name: 'c0', body }).catch(({ code }) => code);
});
const patch = async (strategy, body) =>
  JSON.stringify((await core.patchNamespacedConfigMap({ namespace, name: 'c1', body }, patched(strategy))).data);
await step('patchNamespacedConfigMap: JSON patch', () =>
  patch(k8s.PatchStrategy.JsonPatch, [{ op: 'add', path: '/data/json', value: '1' }]),
);
await step('patchNamespacedConfigMap: merge patch', () =>
  patch(k8s.PatchStrategy.MergePatch, { data: { json: null } }),
);
await step('patchNamespacedConfigMap: strategic merge patch', () =>
  patch(k8s.PatchStrategy.StrategicMergePatch, { data: { strategic: '1' } }),
);
await step('patchNamespacedConfigMap: server-side apply', async () => {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', ...settings('c1', { applied: '1' }) };
  const request = { namespace, name: 'c1', body, fieldManager: 'client-node', force: true };
  const { data } = await core.patchNamespacedConfigMap(request, patched(k8s.PatchStrategy.ServerSideApply));
  return JSON.stringify(data);
});
await step('Watch: changes of a ConfigMap', async () => {
  const seen = [];
  const { metadata } = await core.listNamespacedConfigMap({ namespace });
  const controller = await new k8s.Watch(config).watch(
    `/api/v1/namespaces/${namespace}/configmaps`,
    { resourceVersion: metadata.resourceVersion, allowWatchBookmarks: true },
    (type, object) => seen.push(`${type} ${object.metadata.name}`),
    () => undefined,
  );
  await core.createNamespacedConfigMap({ namespace, body: settings('watched') });
  await core.patchNamespacedConfigMap(
    { namespace, name: 'watched', body: { data: { a: '1' } } },
    patched(k8s.PatchStrategy.MergePatch),
  );
  await core.deleteNamespacedConfigMap({ namespace, name: 'watched' });
  await until(() => seen.length === 3, 'three events');
  controller.abort();
  return seen.join(', ');
});
await step('Watch: a version that is too old', async () => {
  const events = [];
  await new Promise((resolve) =>
    new k8s.Watch(config).watch(
      '/api/v1/configmaps',
      { resourceVersion: '1' },
      (type, { code, reason }) => events.push(`${type} ${code} ${reason}`),
      resolve,
    ),
  );
  return events.join(', ');
});
await step('makeInformer: the collection and its changes', async () => {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const informer = k8s.makeInformer(config, path, () => core.listNamespacedConfigMap({ namespace }), 'team=blue');
  const seen = [];
  for (const verb of ['add', 'update', 'delete'])
    informer.on(verb, ({ metadata }) => seen.push(`${verb} ${metadata.name}`));
  await informer.start();
  const body = { metadata: { name: 'followed', labels: { team: 'blue' } } };
  await core.createNamespacedConfigMap({ namespace, body });
  await until(() => seen.includes('add followed'), 'the new object');
  const unlabeled = { namespace, name: 'followed', body: { metadata: { labels: { team: null } } } };
  await core.patchNamespacedConfigMap(unlabeled, patched(k8s.PatchStrategy.MergePatch));
  await until(() => seen.includes('delete followed'), 'the object that is no longer selected');
  await informer.stop();
  return seen.filter((event) => event.endsWith('followed')).join(', ');
});
await step('KubernetesObjectApi: create, read, patch, list, delete', async () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] } },
    },
  };
  await objects.create(deployment);
  await objects.read(deployment);
  const { spec } = await objects.patch(
    { ...deployment, spec: { replicas: 1 } },
    undefined,
    undefined,
    undefined,
    undefined,
    k8s.PatchStrategy.MergePatch,
  );
  const { items } = await objects.list('apps/v1', 'Deployment', namespace);
  return `${spec.replicas} replica, ${items.length} deployment`;
});
await step('KubernetesObjectApi: server-side apply', async () => {
  const spec = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'applied', namespace }, stringData: { a: 'b' } };
  const secret = await objects.patch(spec, undefined, undefined, 'tests', true, k8s.PatchStrategy.ServerSideApply);
  return secret.metadata.managedFields.map(({ manager, operation }) => `${manager} ${operation}`).join();
});
await step('a rollout, until it is available', async () => {
  const read = () => apps.readNamespacedDeployment({ namespace, name: 'web' });
  await until(async () => (await read()).status?.availableReplicas === 1, 'an available replica');
  const { spec } = await apps.readNamespacedDeploymentScale({ namespace, name: 'web' });
  return `scale ${spec.replicas}`;
});
const pod = (await core.listNamespacedPod({ namespace, labelSelector: 'app=web' })).items[0]?.metadata.name;
const output = () => {
  const stream = new PassThrough();
  return { stream, all: text(stream) };
};
const exec = (command, { input = null, tty = false } = {}) =>
  new Promise((resolve, reject) => {
    const [out, error] = [output(), output()];
    new k8s.Exec(config)
      .exec(namespace, pod, 'web', command, out.stream, tty ? null : error.stream, input, tty, async (status) => {
        out.stream.end();
        error.stream.end();
        const reason = status.status === 'Success' ? '' : ` ${status.reason} ${status.details?.causes?.[0]?.message}`;
        resolve(`${status.status}${reason}: ${(await out.all).trim()}${(await error.all).trim()}`);
      })
      .catch(reject);
  });
await step('Exec: output and success', () => exec(['echo', 'hello']));
await step('Exec: an exit code', () => exec(['sh', '-c', 'exit 3']));
await step('Exec: input', () => {
  const input = new PassThrough();
  input.write('echo typed; exit 0\n');
  return exec(['sh'], { input });
});
await step('Attach', async () => {
  const { stream } = output();
  const socket = await new k8s.Attach(config).attach(namespace, pod, 'web', stream, null, null, false);
  const isConnected = socket.protocol.endsWith('channel.k8s.io');
  socket.close();
  return isConnected;
});
await step('Log: the last line', async () => {
  const { stream, all } = output();
  await new k8s.Log(config).log(namespace, pod, 'web', stream, { tailLines: 1 });
  return (await all).split('\n').length - 1;
});
await step('Log: follow', async () => {
  const { stream } = output();
  const controller = await new k8s.Log(config).log(namespace, pod, 'web', stream, { follow: true });
  await new Promise((resolve) => stream.once('data', resolve));
  controller.abort();
  return 'a line';
});
await step('PortForward', async () => {
  const forward = new k8s.PortForward(config);
  const server = createServer((socket) => {
    // The rest of the response arrives after nobody reads it.
    socket.on('error', () => undefined);
    forward.portForward(namespace, pod, [80], socket, null, socket);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = createConnection(server.address().port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes('\r\n\r\n')) break;
  }
  server.close();
  return answer.split('\r\n')[0];
});
await step('Cp: a folder into a container', async () => {
  await new k8s.Cp(config).cpToPod(namespace, pod, 'web', new URL('.', import.meta.url).pathname, '/tmp');
  await until(async () => (await exec(['ls', '/tmp'])).includes('client-node.mjs'), 'the copied files');
  return (await exec(['cat', '/tmp/steps.mjs'])).includes('printVersion');
});
await step('topNodes and Metrics', async () => {
  const nodes = await k8s.topNodes(core);
  const { items } = await new k8s.Metrics(config).getNodeMetrics();
  return `${nodes.length} nodes, ${items.length} with metrics`;
});
await step('CustomObjectsApi: a definition and an object', async () => {
  const definition = {
    metadata: { name: 'lamps.client-node.example.com' },
    spec: {
      group: 'client-node.example.com',
      scope: 'Namespaced',
      names: { plural: 'lamps', kind: 'Lamp' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const definitions = config.makeApiClient(k8s.ApiextensionsV1Api);
  await definitions.createCustomResourceDefinition({ body: definition });
  const custom = config.makeApiClient(k8s.CustomObjectsApi);
  const address = { group: 'client-node.example.com', version: 'v1', plural: 'lamps', namespace };
  const list = () =>
    custom.listNamespacedCustomObject(address).then(
      ({ items }) => items.length,
      () => undefined,
    );
  await until(async () => (await list()) === 0, 'the resource');
  await custom.createNamespacedCustomObject({
    ...address,
    body: { apiVersion: 'client-node.example.com/v1', kind: 'Lamp', metadata: { name: 'a' }, colour: 'red' },
  });
  return `${await list()} object`;
});
await step('AuthorizationV1Api: createSelfSubjectAccessReview', async () => {
  const body = { spec: { resourceAttributes: { verb: 'delete', resource: 'nodes' } } };
  return (await config.makeApiClient(k8s.AuthorizationV1Api).createSelfSubjectAccessReview({ body })).status.allowed;
});
await step('deleteNamespace, until it is gone', async () => {
  await core.deleteNamespace({ name: namespace });
  const isGone = () =>
    core.readNamespace({ name: namespace }).then(
      () => false,
      ({ code }) => code === 404,
    );
  await until(isGone, 'the end of the namespace');
  return 'gone';
});
process.exit(0);
