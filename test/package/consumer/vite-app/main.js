import { startCluster } from 'tabplane/browser';

const { client } = await startCluster();
const { items } = await client.list({ group: '', version: 'v1', resource: 'namespaces' });
const own = await fetch(`${import.meta.env.BASE_URL}own.txt`);
const names = items.map(({ metadata }) => metadata.name).join(' ');
document.querySelector('output').textContent = `${names}; ${await own.text()}`;
