/** A client that reads its methods from the OpenAPI document. */
import clients from 'kubernetes-client';
import { packageVersion, printVersion, step, until } from './steps.mjs';

const client = new clients.Client1_13({});
printVersion(packageVersion('kubernetes-client'));
const namespace = 'kubernetes-client';

await step('loadSpec', async () => {
  await client.loadSpec();
  return Object.keys(client.apis).length > 20 ? 'every group' : 'some groups';
});
await step(
  'api.v1.namespaces.post',
  async () => (await client.api.v1.namespaces.post({ body: { metadata: { name: namespace } } })).statusCode,
);
const configMaps = client.api.v1.namespaces(namespace).configmaps;
await step('configmaps.post, and again', async () => {
  const body = { metadata: { name: 'a' }, data: { k: 'v' } };
  const { statusCode } = await configMaps.post({ body });
  return `${statusCode}, ${await configMaps.post({ body }).catch((error) => `${error.statusCode} ${error.message}`)}`;
});
await step(
  'configmaps.get with a selector',
  async () => (await configMaps.get({ qs: { fieldSelector: 'metadata.name=a' } })).body.items.length,
);
await step('configmaps(a).patch', async () =>
  JSON.stringify((await configMaps('a').patch({ body: { data: { k: 'w' } } })).body.data),
);
await step('watch.configmaps.getObjectStream', async () => {
  const stream = await client.api.v1.watch.namespaces(namespace).configmaps.getObjectStream();
  const seen = [];
  stream.on('data', ({ type, object }) => seen.push(`${type} ${object.metadata.name}`));
  await until(() => seen.some((event) => event === 'ADDED a'), 'the object that exists');
  await configMaps('a').delete();
  await until(() => seen.includes('DELETED a'), 'the deletion');
  stream.destroy();
  return seen.filter((event) => event.endsWith(' a')).join(', ');
});
await step('apis.apps.v1.deployments.post and status', async () => {
  const spec = {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] } },
  };
  const deployments = client.apis.apps.v1.namespaces(namespace).deployments;
  await deployments.post({ body: { metadata: { name: 'web' }, spec } });
  await until(async () => (await deployments('web').status.get()).body.status.readyReplicas === 1, 'a replica');
  return '1 replica';
});
await step('pods(name).log.get', async () => {
  const pods = client.api.v1.namespaces(namespace).pods;
  const { body } = await pods.get({ qs: { labelSelector: 'app=web' } });
  const { body: log } = await pods(body.items[0].metadata.name).log.get({ qs: { tailLines: 1 } });
  return log.trim().split('\n').length;
});
await step('namespaces(name).delete', async () => (await client.api.v1.namespaces(namespace).delete()).statusCode);
process.exit(0);
