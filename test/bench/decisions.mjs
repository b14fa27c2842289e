/**
 * Measures one RBAC decision for a subject with a few bindings, in small and large sets of bindings. The cost must not
 * depend on their number. Run by `npm run bench`.
 */
import { runnerImport } from 'vite';

const BINDINGS_OF_SUBJECT = 5;
const DECISIONS = 20_000;
const ROUNDS = 7;
const GROUP = 'rbac.authorization.k8s.io';
const USER = { username: 'ann', groups: ['system:authenticated'] };

const source = (path) =>
  runnerImport(new URL(`../../src/${path}`, import.meta.url).pathname).then((found) => found.module);

/**
 * Creates a server with `count` stored bindings, those of the subject last. Returns its authorizer and a function
 * that writes a binding.
 */
async function clusterWith(count) {
  const { createMemoryStorage } = await source('storage/memory-storage.ts');
  const { openServerContext } = await source('server/open-server-context.ts');
  const { encodeForStorage } = await source('server/objects/stored-object.ts');
  const storage = await createMemoryStorage();
  const { authorizer } = await openServerContext({
    storage,
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    fetch,
    flags: { dialect: 'kubernetes', 'authorization-mode': 'RBAC' },
  });
  const write = (kind, name, body) => {
    const object = { apiVersion: `${GROUP}/v1`, kind, metadata: { name, namespace: 'default' }, ...body };
    const key = `/registry/${kind.toLowerCase()}s/default/${name}`;
    return storage.commit([{ key, value: encodeForStorage(object), expected: 0 }]);
  };
  const bind = (number, user) =>
    write('RoleBinding', `binding-${String(number).padStart(6, '0')}`, {
      roleRef: { apiGroup: GROUP, kind: 'Role', name: `role-${number % BINDINGS_OF_SUBJECT}` },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: user }],
    });
  for (let number = 0; number < BINDINGS_OF_SUBJECT; number++) {
    const rules = [{ apiGroups: [''], resources: [`kind-${number}`], verbs: ['get'] }];
    await write('Role', `role-${number}`, { rules });
  }
  for (let number = 0; number < count; number++) {
    await bind(number, number < count - BINDINGS_OF_SUBJECT ? `user-${number}` : USER.username);
  }
  return { authorizer, bind };
}

const QUESTION = {
  user: USER,
  verb: 'get',
  isResourceRequest: true,
  namespace: 'default',
  group: '',
  version: 'v1',
  resource: 'nothing-that-is-granted',
  subresource: '',
  name: 'a',
  path: '',
};

async function microsecondsPerDecision({ authorizer }) {
  const start = performance.now();
  for (let count = 0; count < DECISIONS; count++) await authorizer.authorize(QUESTION);
  return ((performance.now() - start) * 1000) / DECISIONS;
}

/** Measures the first decision after a binding was written, in milliseconds. */
async function afterWrite({ authorizer, bind }) {
  const times = [];
  for (let number = 0; number < 20; number++) {
    await bind(1_000_000 + number, 'someone');
    const start = performance.now();
    await authorizer.authorize(QUESTION);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/**
 * Measures a decision among 10 and among `many` bindings in microseconds, the best of several alternating rounds, and
 * the first decision after a write among `many` in milliseconds.
 */
export async function measureDecisions(many) {
  const few = await clusterWith(10);
  const crowd = await clusterWith(many);
  let amongFew = Infinity;
  let amongMany = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    amongFew = Math.min(amongFew, await microsecondsPerDecision(few));
    amongMany = Math.min(amongMany, await microsecondsPerDecision(crowd));
  }
  return { amongFew, amongMany, afterWrite: await afterWrite(crowd) };
}
