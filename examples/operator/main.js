import { startCluster } from 'tabplane/browser';
import { followCollection } from 'tabplane/client';
import { definition, runOperator, websites } from './website.js';

const cluster = await startCluster({ name: 'operator', seed: [definition] });

const { client } = cluster;
runOperator(client);

const show = (id, texts) => {
  const items = texts.map((text) => Object.assign(document.createElement('li'), { textContent: text }));
  document.getElementById(id).replaceChildren(...items);
};
followCollection(client, websites, (objects) =>
  show(
    'websites',
    objects.map(
      ({ metadata, spec, status }) => `${metadata.name}: ${status?.readyReplicas ?? 0}/${spec.replicas} ready`,
    ),
  ),
);
followCollection(client, { group: '', version: 'v1', resource: 'pods', namespace: 'default' }, (objects) =>
  show(
    'pods',
    objects.map(({ metadata, status }) => `${metadata.name}: ${status?.phase}`),
  ),
);

const website = {
  apiVersion: 'example.com/v1',
  kind: 'Website',
  metadata: { name: 'hello', namespace: 'default' },
  spec: { text: 'Hello from an operator', replicas: 2 },
};
document.getElementById('create').onclick = () => cluster.load([website]);
document.getElementById('delete').onclick = () => client.delete({ ...websites, name: 'hello' });
for (const button of document.querySelectorAll('button')) button.disabled = false;
