import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { EndpointSubset, Endpoints } from '../../../src/api/kinds/core-v1.generated.ts';
import { isMirrored, planMirror } from '../../../src/controllers/networking/slices/mirrored-slices.ts';

const endpoints = (subsets: EndpointSubset[], metadata: Partial<Endpoints['metadata']> = {}): Endpoints => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'ext', namespace: 'shop', uid: 'endpoints', ...metadata },
  subsets,
});
const subset = (ip: string, port = 443): EndpointSubset => ({
  addresses: [{ ip }],
  ports: [{ name: 'https', port, protocol: 'TCP' }],
});
const plan = (of: Endpoints, slices: Parameters<typeof planMirror>[1] = []) =>
  planMirror(of, slices, kubernetesDialect, 1000);
const named = (name: string, slices: Parameters<typeof planMirror>[1]) =>
  slices.map((slice) => ({ ...slice, metadata: { ...slice.metadata, generateName: undefined, name } }));

describe('mirrored slices', () => {
  it('have the labels, annotations and addresses of the Endpoints', () => {
    const { create } = plan(
      endpoints([{ ...subset('192.0.2.1'), notReadyAddresses: [{ ip: '192.0.2.2', hostname: 'b' }] }], {
        labels: { mine: 'yes' },
        annotations: { note: 'kept', 'endpoints.kubernetes.io/last-change-trigger-time': 'dropped' },
      }),
    );
    expect(create).toMatchObject([
      {
        metadata: {
          generateName: 'ext-',
          labels: {
            mine: 'yes',
            'kubernetes.io/service-name': 'ext',
            'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
          },
          ownerReferences: [{ kind: 'Endpoints', name: 'ext', controller: true }],
        },
        endpoints: [
          { addresses: ['192.0.2.1'], conditions: { ready: true } },
          { addresses: ['192.0.2.2'], conditions: { ready: false }, hostname: 'b' },
        ],
        ports: [{ name: 'https', port: 443, protocol: 'TCP' }],
      },
    ]);
    expect(create[0]?.metadata.annotations).toEqual({ note: 'kept' });
  });

  it('are written only when they differ, and keep their names', () => {
    const held = named('a', plan(endpoints([subset('192.0.2.1')])).create);
    expect(plan(endpoints([subset('192.0.2.1')]), held)).toMatchObject({ create: [], update: [], remove: [] });
    expect(plan(endpoints([subset('192.0.2.9')]), held).update).toMatchObject([{ metadata: { name: 'a' } }]);
    const moved = plan(endpoints([subset('192.0.2.1', 8443)]), held);
    expect(moved).toMatchObject({ create: [], update: [{ metadata: { name: 'a' } }], remove: [] });
    expect(moved.update[0]?.metadata).not.toHaveProperty('generateName');
    expect(plan(endpoints([]), held).remove).toEqual(held);
  });

  it('exist for each family, and exclude invalid and surplus addresses', () => {
    const mixed = endpoints([{ addresses: ['192.0.2.1', 'fd00::1', 'nonsense'].map((ip) => ({ ip })) }]);
    const { create, invalid } = plan(mixed);
    expect(create.map(({ addressType }) => addressType).sort()).toEqual(['IPv4', 'IPv6']);
    expect(invalid).toBe(1);
    const addresses = Array.from({ length: 1005 }, (_, index) => ({ ip: `10.1.${index >> 8}.${index & 255}` }));
    expect(plan(endpoints([{ addresses }]))).toMatchObject({ skipped: 5, create: [{}] });
  });

  it('are not created for leader election or with the skip-mirror label', () => {
    expect(isMirrored(endpoints([]), kubernetesDialect)).toBe(true);
    const skipped = { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } };
    const leader = { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } };
    expect(isMirrored(endpoints([], skipped), kubernetesDialect)).toBe(false);
    expect(isMirrored(endpoints([], leader), kubernetesDialect)).toBe(false);
  });
});
