/** Measures what recording its cause adds to the write of a controller. Run by `npm run bench`. */
import { bundle } from './bundle.mjs';
import { compareInPairs } from './in-pairs.mjs';

const USER = {
  username: 'system:serviceaccount:kube-system:replicaset-controller',
  groups: ['system:masters', 'system:authenticated'],
};
const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

/** A pod as a ReplicaSet creates it. */
const podOf = (name) => ({
  metadata: {
    name,
    labels: { app: 'web', 'pod-template-hash': '5d8f7c9b6f' },
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true, blockOwnerDeletion: true },
    ],
  },
  spec: {
    automountServiceAccountToken: false,
    containers: [{ name: 'web', image: 'registry.example.com/web:1.2.3', ports: [{ containerPort: 8080 }] }],
  },
});

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
  await client.create({ ...PODS, resource: 'serviceaccounts' }, { metadata: { name: 'default' } });
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
    return causing.create(PODS, podOf(`web-${created}`));
  };
}

/** Compares a write without and with the record of its cause. */
export async function measureCauses() {
  const core = await import(await bundle('test/bench/scale-cluster.ts'));
  const [without, withCause] = [await clusterThat(core, false), await clusterThat(core, true)];
  return compareInPairs(without, withCause, { pairs: 450, times: 50 });
}
