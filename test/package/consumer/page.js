import { createCluster } from 'tabplane';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** Runs a cluster in the page, and shows the names of its namespaces and its description of pod specs. */
async function show() {
  const { client } = await createCluster();
  await client.create(NAMESPACES, { metadata: { name: 'made-in-the-page' } });
  const { items } = await client.list(NAMESPACES);
  const document = await (await client.request('/openapi/v3/api/v1')).json();
  const { description } = document.components.schemas['io.k8s.api.core.v1.PodSpec'];
  return `${items.map(({ metadata }) => metadata.name).join(' ')}: ${description}`;
}

const output = document.createElement('output');
void show()
  .catch((error) => `failed: ${error.stack}`)
  .then((text) => {
    output.textContent = text;
    document.body.append(output);
  });
