import { preview } from 'vite';
import { root } from '../../src/scripts/run-command.mjs';

/** Measured creates of each kind; as many warm-up creates come first. */
const CREATES = 300;

/**
 * Measures a create with and without a webhook in the sandbox, in milliseconds, in the app, whose page provides the
 * worker its threads. Returns medians of dry runs, which do not touch the disk.
 */
export async function measureWebhook(context) {
  const server = await preview({ root, preview: { port: 0, strictPort: false, host: 'localhost' }, logLevel: 'error' });
  const page = await context.newPage();
  await page.goto(server.resolvedUrls.local[0]);
  await page.getByText('Connected').first().waitFor();
  const medians = await page.evaluate(inPage, CREATES);
  await page.close();
  await server.close();
  return medians;
}

/** Runs in the page, so it is self-contained. */
async function inPage(creates) {
  const headers = { authorization: 'Bearer tabplane-admin', 'content-type': 'application/json' };
  const send = async (method, path, body) => {
    const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  };
  const core = '/api/v1/namespaces';
  for (const name of ['with', 'without']) await send('POST', core, { metadata: { name } });
  const code = 'export default ({ object }) => { object.metadata.labels = { seen: "yes" }; return { object } }';
  await send('POST', `${core}/with/configmaps`, { metadata: { name: 'code' }, data: { 'handler.js': code } });
  await send('POST', `${core}/with/services`, {
    metadata: { name: 'hook', annotations: { 'tabplane.dev/local-service': 'code' } },
    spec: { ports: [{ port: 443 }] },
  });
  await send('POST', '/apis/admissionregistration.cluster.io/v1/mutatingwebhookconfigurations', {
    metadata: { name: 'hook' },
    webhooks: [
      {
        name: 'hook.bench.example',
        clientConfig: { service: { namespace: 'with', name: 'hook' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets'] }],
        namespaceSelector: { matchLabels: { 'cluster.io/metadata.name': 'with' } },
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
      },
    ],
  });
  const create = async (namespace) => {
    const start = performance.now();
    const { metadata } = await send('POST', `${core}/${namespace}/secrets?dryRun=All`, { metadata: { name: 'new' } });
    if ((metadata.labels?.seen === 'yes') !== (namespace === 'with'))
      throw new Error('the webhook was not what differs');
    return performance.now() - start;
  };
  const times = { with: [], without: [] };
  // Alternating, so that both run under the same conditions.
  for (let index = 0; index < 2 * creates; index++) {
    for (const namespace of ['with', 'without']) {
      const time = await create(namespace);
      if (index >= creates) times[namespace].push(time);
    }
  }
  const median = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)];
  return { called: median(times.with), uncalled: median(times.without) };
}
