import { createMemoryStorage, createServer, systemClock, systemRandom } from 'tabplane';
import { createApiClient } from 'tabplane/client';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** Runs a cluster in the page, and shows the names of its namespaces and how much it tells about pods. */
async function show() {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: systemClock,
    random: systemRandom,
    fetch: (request) => fetch(request),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'secret,admin,admin,"system:masters"' },
  });
  const client = createApiClient({
    fetch: (request) => server.fetch(request),
    baseUrl: location.origin,
    headers: () => ({ authorization: 'Bearer secret' }),
  });
  await client.create(NAMESPACES, { metadata: { name: 'made-in-the-page' } });
  const { items } = await client.list(NAMESPACES);
  const document = await (await client.request('/openapi/v3/api/v1')).json();
  const { description } = document.components.schemas['io.k8s.api.core.v1.PodSpec'];
  return `${items.map(({ metadata }) => metadata.name).join(' ')}: ${description}`;
}

const output = document.createElement('output');
show()
  .catch((error) => `failed: ${error.stack}`)
  .then((text) => {
    output.textContent = text;
    document.body.append(output);
  });
