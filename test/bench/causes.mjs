/** Measures what recording its cause adds to the write of a controller. Run by `npm run bench`. */
import { bundle } from './bundle.mjs';

const WRITES = 50;
const ROUNDS = 450;

const USER = {
  username: 'system:serviceaccount:kube-system:replicaset-controller',
  groups: ['system:masters', 'system:authenticated'],
};
const MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

/** Returns a function that creates objects, each for two reasons, in a cluster that records causes or does not. */
async function clusterThat({ causedBy, changeOf, createMemoryStorage, createServer, inProcessClient }, recordsCauses) {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => Date.now(), after: () => () => undefined },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    fetch,
    flags: {
      dialect: 'kubernetes',
      'runtime-config': `debug.tabplane.dev/v1alpha1/causes=${recordsCauses}`,
    },
  });
  const client = inProcessClient(server, USER, 'bench', true);
  const becauseOf = (set, pod) => {
    const reasons = [changeOf('replicasets.apps', set), changeOf('pods', pod)];
    return causedBy(client, { component: 'replicaset-controller', reasons });
  };
  let created = 0;
  return () => {
    created += 1;
    const set = { metadata: { namespace: 'default', name: 'web', resourceVersion: `${created}` } };
    const pod = { metadata: { namespace: 'default', name: `web-${created}`, resourceVersion: `${created}` } };
    const causing = recordsCauses ? becauseOf(set, pod) : client;
    return causing.create(MAPS, { metadata: { name: `m${created}` }, data: { key: 'value' } });
  };
}

async function microsecondsPerWrite(write) {
  const before = process.cpuUsage();
  for (let count = 0; count < WRITES; count++) await write();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / WRITES;
}

const middle = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

/**
 * Measures a write with and without the record of its cause, in microseconds. Both are measured one right after the other,
 * in turns which first, so that a slower moment of the machine counts for both; the result is the middle pair.
 */
export async function measureCauses() {
  const core = await import(await bundle('test/bench/scale-cluster.ts'));
  const clusters = { without: await clusterThat(core, false), withCause: await clusterThat(core, true) };
  const pairs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pair = {};
    for (const name of round % 2 ? ['without', 'withCause'] : ['withCause', 'without'])
      pair[name] = await microsecondsPerWrite(clusters[name]);
    pairs.push(pair);
  }
  const settled = pairs.slice(ROUNDS / 3);
  return {
    without: middle(settled.map(({ without }) => without)),
    share: middle(settled.map(({ without, withCause }) => withCause / without)) - 1,
  };
}
