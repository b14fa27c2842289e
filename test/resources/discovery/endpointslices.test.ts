import { describe, expect, it } from 'vitest';
import type { EndpointSlice } from '../../../src/api/kinds/discovery-v1.generated.ts';
import { endpointslices } from '../../../src/resources/discovery/endpointslices.ts';
import { created, createErrors, rowOf, updateErrors } from '../run-strategy.ts';

const slice = { addressType: 'IPv4', endpoints: [{ addresses: ['10.4.0.7'] }] };

describe('an endpoint slice', () => {
  it('stores empty lists as null or absent', async () => {
    const stored = await created<EndpointSlice>(endpointslices, { addressType: 'IPv4', endpoints: [], ports: [] });
    expect([stored.endpoints, stored.ports]).toEqual([null, undefined]);
  });

  it.each([
    [{ addressType: 'IPX' }, 'addressType: Unsupported value: "IPX": supported values: "FQDN", "IPv4", "IPv6"'],
    [
      { endpoints: [{ addresses: ['127.0.0.1'] }] },
      'endpoints[0].addresses[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
    [{ ports: [{ name: 'a' }, { name: 'a' }] }, 'ports[1].name: Duplicate value: "a"'],
    [
      { endpoints: [{ addresses: ['10.4.0.7'], hints: { forZones: [{ name: 'z' }, { name: 'z' }] } }] },
      'endpoints[0].hints.forZones[1].name: Duplicate value: "z"',
    ],
  ])('with %j is rejected: %s', async (change, error) => {
    expect(await createErrors(endpointslices, { ...slice, ...change })).toEqual([error]);
  });

  it('has no deprecated topology after a create or an update', async () => {
    const endpoints = [{ addresses: ['10.4.0.7'], deprecatedTopology: { 'a b': 'c' } }];
    expect((await created<EndpointSlice>(endpointslices, { ...slice, endpoints })).endpoints).toEqual(slice.endpoints);
    expect(await updateErrors(endpointslices, slice, { endpoints })).toEqual([]);
  });

  it('shows three ports and three addresses, and the number of others', () => {
    const ports = [{ port: 80 }, {}, { port: 443 }, { port: 8080 }];
    expect(rowOf(endpointslices, { ...slice, ports })).toMatchObject({
      Ports: '80,*,443 + 1 more...',
      Endpoints: '10.4.0.7',
    });
  });
});
