/** An operator that copies a field of its resources into their status, and cleans up behind a finalizer. */
import { createRequire } from 'node:module';
import framework from '@dot-i/k8s-operator';
import { packageVersion, printVersion, step, until } from './steps.mjs';

const require = createRequire(import.meta.url);
const k8s = createRequire(require.resolve('@dot-i/k8s-operator'))('@kubernetes/client-node');
printVersion(packageVersion('@dot-i/k8s-operator'));
const config = new k8s.KubeConfig();
config.loadFromDefault();
const objects = config.makeApiClient(k8s.CustomObjectsApi);
const address = ['shop.example.com', 'v1', 'default', 'widgets'];
const seen = [];

class WidgetOperator extends framework.default {
  async init() {
    const { group, versions, plural } = await this.registerCustomResourceDefinition('widget-definition.yaml');
    const list = () =>
      objects.listNamespacedCustomObject(...address).then(
        () => true,
        () => false,
      );
    await until(list, 'the resource');
    await this.watchResource(group, versions[0].name, plural, async (event) => {
      seen.push(`${event.type} ${event.object.metadata.generation}`);
      const isHandled = await this.handleResourceFinalizer(event, 'example.com/widgets', async () =>
        seen.push('clean up'),
      );
      const { spec, status } = event.object;
      if (!isHandled && event.type !== 'DELETED' && status?.replicas !== spec.replicas)
        await this.setResourceStatus(event.meta, { replicas: spec.replicas });
    });
  }
}

const operator = new WidgetOperator();
const read = async () => (await objects.getNamespacedCustomObject(...address, 'lamp')).body;

await step('registerCustomResourceDefinition and watchResource', async () => {
  await operator.start();
  return 'started';
});
await step('handleResourceFinalizer adds a finalizer', async () => {
  const lamp = {
    apiVersion: 'shop.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'lamp' },
    spec: { colour: 'blue', replicas: 2 },
  };
  await objects.createNamespacedCustomObject(...address, lamp);
  await until(async () => (await read()).metadata.finalizers !== undefined, 'the finalizer');
  return (await read()).metadata.finalizers.join();
});
await step('setResourceStatus sets the status', async () => {
  await until(async () => (await read()).status?.replicas === 2, 'the status');
  return `replicas ${(await read()).status.replicas}`;
});
await step('a deletion is finished after the clean-up', async () => {
  await objects.deleteNamespacedCustomObject(...address, 'lamp');
  await until(
    () =>
      read().then(
        () => false,
        ({ statusCode }) => statusCode === 404,
      ),
    'the end of the object',
  );
  await until(() => seen.some((event) => event.startsWith('DELETED')), 'the last event');
  return seen.slice(-2).join(', ').replace(/\d+$/, '<generation>');
});
operator.stop();
process.exit(0);
