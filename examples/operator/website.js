import { ApiError, createInformer } from 'tabplane/client';

const FIELD_MANAGER = 'website-operator';

export const websites = { group: 'example.com', version: 'v1', resource: 'websites', namespace: 'default' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default' };
const configMaps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

/** The custom resource. */
export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'websites.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Website', plural: 'websites' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['text'],
                properties: {
                  text: { type: 'string', minLength: 1 },
                  replicas: { type: 'integer', minimum: 0, maximum: 5, default: 1 },
                },
              },
              status: { type: 'object', properties: { readyReplicas: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};

/** Reconciles Websites until the signal is aborted. A failed Website is retried after a second. */
export function runOperator(client, signal = new AbortController().signal) {
  const informers = {
    websites: createInformer(client, websites),
    deployments: createInformer(client, deployments),
    configMaps: createInformer(client, configMaps),
  };
  /** Names of Websites to reconcile. A name that is added while it is worked on is worked on again. */
  const queue = new Set();
  let isWorking = false;

  async function work() {
    if (isWorking || !Object.values(informers).every(({ hasSynced }) => hasSynced)) return;
    isWorking = true;
    for (const name of queue) {
      queue.delete(name);
      try {
        await reconcile(client, name, informers);
      } catch (error) {
        console.error(`Website ${name}:`, error);
        setTimeout(() => enqueue(name), 1000);
      }
    }
    isWorking = false;
  }
  function enqueue(name) {
    queue.add(name);
    queueMicrotask(work);
  }

  const changed = ({ metadata }) => enqueue(metadata.name);
  const ownedChanged = ({ metadata }) => {
    const owner = metadata.ownerReferences?.find(({ kind }) => kind === 'Website');
    if (owner) enqueue(owner.name);
  };
  informers.websites.subscribe({ added: changed, updated: changed });
  for (const owned of [informers.deployments, informers.configMaps])
    owned.subscribe({ added: ownedChanged, updated: ownedChanged, deleted: ownedChanged });

  for (const informer of Object.values(informers)) {
    informer.run(signal);
    informer.whenSynced(signal).then(work);
  }
}

/** Makes the cluster match one Website. */
async function reconcile(client, name, informers) {
  const website = informers.websites.get(`default/${name}`);
  if (!website || website.metadata.deletionTimestamp) return;
  const options = { fieldManager: FIELD_MANAGER, force: true };
  await client.apply({ ...configMaps, name }, configMapOf(website), options);
  await client.apply({ ...deployments, name }, deploymentOf(website), options);
  const { readyReplicas = 0 } = informers.deployments.get(`default/${name}`)?.status ?? {};
  if (website.status?.readyReplicas === readyReplicas) return;
  try {
    await client.patch({ ...websites, name, subresource: 'status' }, 'merge', { status: { readyReplicas } });
  } catch (error) {
    // It was deleted in the meantime.
    if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
  }
}

/** The metadata of what a Website owns. The garbage collector deletes it together with the Website. */
const ownedBy = ({ apiVersion, kind, metadata: { name, namespace, uid } }) => ({
  name,
  namespace,
  ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
});

const configMapOf = (website) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: ownedBy(website),
  data: { 'index.html': `<h1>${website.spec.text}</h1>` },
});

function deploymentOf(website) {
  const { name } = website.metadata;
  const labels = { website: name };
  const volumes = [{ name: 'content', configMap: { name } }];
  const containers = [
    { name: 'web', image: 'nginx:1.25', volumeMounts: [{ name: 'content', mountPath: '/usr/share/nginx/html' }] },
  ];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: ownedBy(website),
    spec: {
      replicas: website.spec.replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers, volumes } },
    },
  };
}
