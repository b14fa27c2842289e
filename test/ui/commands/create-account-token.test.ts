import { expect, test } from 'vitest';
import { createApiClient } from '../../../src/client/api-client.ts';
import { discover } from '../../../src/client/discovery.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { createAccountToken } from '../../../src/ui/commands/create-account-token.ts';

test.each(['cluster', 'kubernetes'] as const)('a server of dialect %s accepts the token', async (dialect) => {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => Date.now(), after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is reachable from here')),
    flags: { dialect, 'token-auth-file': 'known,admin,admin,"system:masters"\n' },
  });
  const clientOf = (token: string) =>
    createApiClient({
      fetch: (request) => server.fetch(request),
      baseUrl: 'http://server',
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
  const admin = clientOf('known');
  const accounts = { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default' };
  await admin.create(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } });
  const options = { namespace: 'default', name: 'robot', knownToken: 'known' };
  const token = await createAccountToken(admin, await discover(admin), options);
  await expect(clientOf(token).list(accounts)).rejects.toThrow(
    'User "system:serviceaccount:default:robot" cannot list resource "serviceaccounts"',
  );
  await server.close();
});
