import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { StatusError } from '../../src/api/status.ts';
import { ImpersonationError, impersonatedUser } from '../../src/authorization/impersonation.ts';
import { user } from './fixtures.ts';

/** Returns the effective user, where only the `allowed` targets (`resource name`) may be impersonated. */
function actAs(headers: Record<string, string>, allowed: (asked: string) => boolean = () => true) {
  const authorizer = {
    name: 'test',
    authorize: async ({ resource, subresource, name }: { resource: string; subresource: string; name: string }) => ({
      decision: allowed(`${resource}${subresource && `/${subresource}`} ${name}`)
        ? ('allow' as const)
        : ('no-opinion' as const),
      reason: '',
    }),
  };
  return impersonatedUser(new Request('http://x/', { headers }), user('ann'), authorizer, kubernetesDialect);
}

test.each<[Record<string, string>, object]>([
  [{}, { username: 'ann' }],
  [{ 'Impersonate-User': '' }, { username: 'ann' }],
  [{ 'Impersonate-User': 'u' }, { username: 'u', groups: ['system:authenticated'] }],
  [{ 'Impersonate-User': 'u', 'Impersonate-Group': 'b, a' }, { groups: ['b', 'a', 'system:authenticated'] }],
  [
    { 'Impersonate-User': 'u', 'Impersonate-Group': 'system:authenticated, a' },
    { groups: ['system:authenticated', 'a'] },
  ],
  [{ 'Impersonate-User': 'u', 'Impersonate-Group': 'system:unauthenticated' }, { groups: ['system:unauthenticated'] }],
  [{ 'Impersonate-User': 'system:anonymous' }, { groups: ['system:unauthenticated'] }],
  [
    { 'Impersonate-User': 'system:serviceaccount:x:robot' },
    { groups: ['system:serviceaccounts', 'system:serviceaccounts:x', 'system:authenticated'] },
  ],
  [
    { 'Impersonate-User': 'system:serviceaccount:x:robot', 'Impersonate-Group': 'dev' },
    { groups: ['dev', 'system:authenticated'] },
  ],
  [
    {
      'Impersonate-User': 'u',
      'Impersonate-Uid': 'some uid',
      'Impersonate-Extra-Scopes': 'x, y',
      'Impersonate-Extra-Example.com%2fTeam': 'Blue',
    },
    { uid: 'some uid', extra: { scopes: ['x', 'y'], 'example.com/team': ['Blue'] } },
  ],
  [{ 'Impersonate-User': 'J\u00c3\u00bcrgen' }, { username: 'J\u00fcrgen' }],
  [
    { 'Impersonate-User': 'system:serviceaccount:x:No_Account' },
    { username: 'system:serviceaccount:x:No_Account', groups: ['system:authenticated'] },
  ],
  [{ 'Impersonate-User': 'u', 'Impersonate-Extra-%C3': 'x' }, { extra: { '%c3': ['x'] } }],
])('the headers %j select the user %j', async (headers, expected) => {
  expect(await actAs(headers)).toMatchObject(expected);
});

test('the key of an extra value can be any name', async () => {
  const { extra } = await actAs({ 'Impersonate-User': 'u', 'Impersonate-Extra-__proto__': 'x' });
  expect(Object.entries(extra ?? {})).toEqual([['__proto__', ['x']]]);
});

test.each([
  [{ 'Impersonate-Group': 'dev' }, 'requested [{Group  dev    }] without impersonating a user'],
  [{ 'Impersonate-Uid': 'x' }, 'requested [{UID  x  authentication.k8s.io/v1  }] without impersonating a user'],
  [
    { 'Impersonate-Extra-Scopes': 'x' },
    'requested [{UserExtra  x  authentication.k8s.io/v1  scopes}] without impersonating a user',
  ],
])('%j requires a user', async (headers: Record<string, string>, message) => {
  await expect(actAs(headers)).rejects.toThrow(new ImpersonationError(message));
});

test('every target requires its own permission', async () => {
  const headers = { 'Impersonate-User': 'u', 'Impersonate-Extra-Scopes': 'admin' };
  const denied = actAs(headers, (asked) => asked !== 'userextras/scopes admin').catch((error: unknown) => error);
  expect(await denied).toBeInstanceOf(StatusError);
  expect(((await denied) as StatusError).message).toBe(
    'userextras.authentication.k8s.io "admin" is forbidden: User "ann" cannot impersonate resource "userextras/scopes" in API group "authentication.k8s.io" at the cluster scope',
  );
});
