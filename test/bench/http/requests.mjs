/** The requests that are measured and profiled, by name. */
import { send, sendMany } from './send.mjs';

export const COLLECTION = '/api/v1/namespaces/default/configmaps';
const LISTED_COLLECTION = '/api/v1/namespaces/listed/configmaps';
const LISTED = 5000;
const MERGE = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';

/** Patches go to different objects, because concurrent patches of one object would be repeated. */
const PATCHED = 320;

export const configMap = (name, text = 'x'.repeat(200)) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } });

/** Functions that return a numbered request, of which 32 are in flight. */
export const REQUESTS_IN_FLIGHT = {
  get: () => ({ path: `${COLLECTION}/patched-0` }),
  create: (number) => ({
    ...{ method: 'POST', path: COLLECTION, type: 'application/json' },
    body: configMap(`created-${number}`),
  }),
  'merge patch': (number) => ({
    ...{ method: 'PATCH', path: `${COLLECTION}/patched-${number % PATCHED}`, type: MERGE },
    body: JSON.stringify({ data: { text: String(number).padStart(200, 'x') } }),
  }),
  apply: (number) => ({
    ...{ method: 'PATCH', path: `${COLLECTION}/applied-${number % PATCHED}?fieldManager=bench`, type: APPLY },
    body: configMap(`applied-${number % PATCHED}`, String(number).padStart(200, 'x')),
  }),
};

/** Functions that return a list of 5,000 objects, one of which is in flight. */
export const LISTS = {
  'whole list': () => ({ path: LISTED_COLLECTION }),
  'page of 500': () => ({ path: `${LISTED_COLLECTION}?limit=500` }),
};

/** Creates the objects that the requests need. */
export async function fill(tabplane) {
  for (const name of ['listed', 'watched'])
    await send(tabplane, {
      ...{ method: 'POST', path: '/api/v1/namespaces', type: 'application/json' },
      body: JSON.stringify({ metadata: { name } }),
    });
  const creates = (path, prefix) => (number) => ({
    ...{ method: 'POST', path, type: 'application/json' },
    body: configMap(`${prefix}-${number}`),
  });
  await sendMany(tabplane, creates(LISTED_COLLECTION, 'listed'), LISTED);
  await sendMany(tabplane, creates(COLLECTION, 'patched'), PATCHED);
  await sendMany(tabplane, REQUESTS_IN_FLIGHT.apply, PATCHED);
}
