/** Measures what recording its cause adds to the write of a controller. Run by `npm run bench`. */
import { bundle } from './bundle.mjs';

const WRITES = 100;
const ROUNDS = 60;

const USER = {
  username: 'system:serviceaccount:kube-system:replicaset-controller',
  groups: ['system:masters', 'system:authenticated'],
};
const MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

/** Returns a function that creates objects, each for two reasons, in a cluster that records causes or does not. */
async function clusterThat({ createMemoryStorage, createServer, inProcessClient }, recordsCauses) {
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
  let created = 0;
  return () => {
    created += 1;
    const reason = {
      type: 'change',
      resource: 'replicasets.apps',
      namespace: 'default',
      name: 'web',
      revision: `${created}`,
    };
    const causing = recordsCauses
      ? client.causedBy({ component: 'replicaset-controller', reasons: [reason, { ...reason, name: 'api' }] })
      : client;
    return causing.create(MAPS, { metadata: { name: `m${created}` }, data: { key: 'value' } });
  };
}

async function microsecondsPerWrite(write) {
  const start = performance.now();
  for (let count = 0; count < WRITES; count++) await write();
  return ((performance.now() - start) * 1000) / WRITES;
}

/** Measures a write with and without the record of its cause, in microseconds: the best of alternating rounds. */
export async function measureCauses() {
  const core = await import(await bundle('test/bench/scale-cluster.ts'));
  const [write, recorded] = [await clusterThat(core, false), await clusterThat(core, true)];
  let without = Infinity;
  let withCause = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    without = Math.min(without, await microsecondsPerWrite(write));
    withCause = Math.min(withCause, await microsecondsPerWrite(recorded));
  }
  return { without, withCause };
}
