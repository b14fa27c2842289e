/** The group of the example. */
export const ALMANAC_GROUP = 'almanac.example.com';
export const ALMANAC_VERSION = 'v1';

/** The code of the example: an extension API server that computes its objects. */
export const MOON_PHASES_CODE = `// An extension API server: answers every request below /apis/${ALMANAC_GROUP}/${ALMANAC_VERSION}.
const API_VERSION = '${ALMANAC_GROUP}/${ALMANAC_VERSION}';
// The mean length of a month: true phases are up to 14 hours earlier or later.
const MONTH = 29.530588853 * 86_400_000;
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14);
const PHASES = ['New moon', 'First quarter', 'Full moon', 'Last quarter'];

export default function ({ method, path, query, headers }) {
  const [resource, name] = path.split('/').slice(4);
  if (!resource) return { body: discovery };
  if (method !== 'GET' || 'watch' in query) return failure(405, 'MethodNotAllowed', 'moon phases can only be read');
  if (resource !== 'moonphases') return failure(404, 'NotFound', 'there are only moonphases');
  const wanted = name ?? /metadata\\.name=([^,]+)/.exec(query.fieldSelector ?? '')?.[1];
  const items = nextPhases().filter(({ metadata }) => !wanted || metadata.name === wanted);
  if (name && items.length === 0) return failure(404, 'NotFound', \`moonphases "\${name}" not found\`);
  const tableGroup = /as=Table;g=([^;,]+)/.exec(headers.accept ?? '')?.[1];
  if (tableGroup) return { body: tableOf(items, \`\${tableGroup}/v1\`) };
  return { body: name ? items[0] : { kind: 'MoonPhaseList', apiVersion: API_VERSION, metadata: {}, items } };
}

const discovery = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: API_VERSION,
  resources: [
    { name: 'moonphases', singularName: 'moonphase', namespaced: false, kind: 'MoonPhase', verbs: ['get', 'list'] },
  ],
};

function nextPhases() {
  const first = Math.ceil(((Date.now() - NEW_MOON) / MONTH) * 4);
  return Array.from({ length: 8 }, (_, index) => {
    const phase = PHASES[(first + index) % 4];
    const date = new Date(NEW_MOON + ((first + index) / 4) * MONTH).toISOString().slice(0, 10);
    const name = \`\${phase.toLowerCase().replace(' ', '-')}-\${date}\`;
    return { kind: 'MoonPhase', apiVersion: API_VERSION, metadata: { name }, spec: { phase, date } };
  });
}

function tableOf(items, apiVersion) {
  const column = (name, format = '') => ({ name, type: 'string', format, description: name, priority: 0 });
  return {
    kind: 'Table',
    apiVersion,
    metadata: {},
    columnDefinitions: [column('Name', 'name'), column('Phase'), column('Date')],
    rows: items.map(({ metadata, spec }) => ({
      cells: [metadata.name, spec.phase, spec.date],
      object: { kind: 'PartialObjectMetadata', apiVersion, metadata },
    })),
  };
}

const failure = (code, reason, message) => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code },
});
`;
