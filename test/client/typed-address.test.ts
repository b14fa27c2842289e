import { expect, expectTypeOf, it } from 'vitest';
import type { Deployment } from '../../src/api/kinds/apps-v1.generated.ts';
import type { ApiClient } from '../../src/client/api-client.ts';
import { address, addressOf } from '../../src/client/typed-address.ts';

it('a name of a resource stands for its group, version and resource', () => {
  expect(addressOf('v1/pods')).toEqual({ group: '', version: 'v1', resource: 'pods' });
  const web = { namespace: 'shop', name: 'web' };
  expect(address('apps/v1/deployments', web)).toEqual({
    ...{ group: 'apps', version: 'v1', resource: 'deployments' },
    ...web,
  });
});

it('an address has the type of its objects, and does not accept the name of an absent resource', () => {
  /** Compiled only. */
  const use = async (client: ApiClient) => {
    const { items } = await client.list('apps/v1/deployments');
    expectTypeOf(items).toEqualTypeOf<Deployment[]>();
    expectTypeOf(items[0]?.status?.replicas).toEqualTypeOf<number | undefined>();
    expectTypeOf(await client.get(address('apps/v1/deployments', { name: 'web' }))).toEqualTypeOf<Deployment>();
    // @ts-expect-error No resource has this name.
    await client.list('apps/v1/deploymnts');
    // @ts-expect-error Addresses do not accept it either.
    address('apps/v1/deploymnts');
    // @ts-expect-error A Deployment has no phase.
    items[0]?.status?.phase;
  };
  expectTypeOf(use).toBeFunction();
});
