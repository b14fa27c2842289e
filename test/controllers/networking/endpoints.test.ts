import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { EndpointSubset } from '../../../src/api/kinds/core-v1.generated.ts';
import { md5 } from '../../../src/controllers/networking/endpoints/md5.ts';
import { packSubsets, portAddresses } from '../../../src/controllers/networking/endpoints/pack-subsets.ts';
import { nextEndpoints, subsetsOf } from '../../../src/controllers/networking/endpoints/service-endpoints.ts';
import { truncateSubsets } from '../../../src/controllers/networking/endpoints/truncate-subsets.ts';
import { affectsEndpoints } from '../../../src/controllers/networking/services/service-pods.ts';
import { TriggerTimes } from '../../../src/controllers/networking/services/trigger-times.ts';
import { endpointPod, service } from './network-objects.ts';

const ips = ({ addresses, notReadyAddresses }: EndpointSubset) => [
  addresses?.map(({ ip }) => ip) ?? [],
  notReadyAddresses?.map(({ ip }) => ip) ?? [],
];

describe('the subsets of a Service', () => {
  it('separate ready pods from unready ones, sorted by address', () => {
    const [subset] = subsetsOf(service(), [endpointPod(3), endpointPod(2, { ready: false }), endpointPod(1)]);
    expect(ips(subset as EndpointSubset)).toEqual([['10.1.0.1', '10.1.0.3'], ['10.1.0.2']]);
    expect(subset?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }]);
  });

  it('exclude ended and terminating pods, and pods without an address', () => {
    const pods = [endpointPod(1, { phase: 'Failed' }), endpointPod(2, { deleted: true }), endpointPod(3, { ips: [] })];
    expect(subsetsOf(service(), pods)).toEqual([]);
    const published = subsetsOf(service({ publishNotReadyAddresses: true }), [
      ...pods,
      endpointPod(4, { ready: false }),
    ]);
    expect(ips(published[0] as EndpointSubset)).toEqual([['10.1.0.2', '10.1.0.4'], []]);
  });

  it('resolve named ports for each pod', () => {
    const named = service({ ports: [{ port: 80, targetPort: 'web', protocol: 'TCP' }] });
    const pods = [endpointPod(1, { ports: { web: 8000 } }), endpointPod(2, { ports: { web: 9000 } }), endpointPod(3)];
    const subsets = subsetsOf(named, pods);
    expect(subsets.map(({ ports }) => ports?.[0]?.port).sort()).toEqual([8000, 9000]);
    expect(subsets.flatMap((subset) => ips(subset)[0]).sort()).toEqual(['10.1.0.1', '10.1.0.2']);
  });

  it('have no ports for a headless Service without ports, and are empty for other Services', () => {
    const headless = service({ clusterIP: 'None', ports: [] });
    expect(subsetsOf(headless, [endpointPod(1, { spec: { hostname: 'a', subdomain: 'web' } })])).toMatchObject([
      { addresses: [{ ip: '10.1.0.1', hostname: 'a', nodeName: 'n' }] },
    ]);
    expect(subsetsOf(service({ ports: [] }), [endpointPod(1)])).toEqual([]);
  });

  it('have addresses of the first family of the Service', () => {
    const dual = service({ ipFamilies: ['IPv6', 'IPv4'] });
    const [subset] = subsetsOf(dual, [endpointPod(1, { ips: ['10.1.0.1', 'fd00::1'] }), endpointPod(2)]);
    expect(ips(subset as EndpointSubset)).toEqual([['fd00::1'], []]);
  });

  it('combine ports with the same addresses, sorted by hash', () => {
    const subsets = subsetsOf(
      service({
        ports: [
          { name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' },
          { name: 'metrics', port: 90, targetPort: 9090, protocol: 'TCP' },
        ],
      }),
      [endpointPod(1)],
    );
    expect(subsets).toHaveLength(1);
    expect(subsets[0]?.ports?.map(({ name }) => name).sort()).toEqual(['http', 'metrics']);
  });

  it('are the same after unpacking and packing', () => {
    const subsets = subsetsOf(service(), [endpointPod(1), endpointPod(2, { ready: false })]);
    expect(packSubsets(portAddresses(subsets))).toEqual(subsets);
  });
});

describe('the Endpoints of a Service', () => {
  const options = { dialect: kubernetesDialect, triggerTime: '2024-01-01T00:00:00Z' };

  it('have the labels of the Service, and another label when it is headless', () => {
    const created = nextEndpoints(service({ clusterIP: 'None' }, { team: 'a' }), [], undefined, options);
    expect(created?.metadata).toMatchObject({
      labels: { team: 'a', 'service.kubernetes.io/headless': '' },
      annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': '2024-01-01T00:00:00Z' },
    });
    expect(
      created && nextEndpoints(service({ clusterIP: 'None' }, { team: 'a' }), [], created, options),
    ).toBeUndefined();
  });

  it('have no trigger time when a change has none', () => {
    const created = nextEndpoints(service(), [], undefined, options);
    const subsets = subsetsOf(service(), [endpointPod(1)]);
    const changed = nextEndpoints(service(), subsets, created, { ...options, triggerTime: undefined });
    expect(changed?.metadata.annotations?.['endpoints.kubernetes.io/last-change-trigger-time']).toBeUndefined();
  });

  it('are truncated to 1000 addresses, ready addresses first', () => {
    const pods = Array.from({ length: 1100 }, (_, index) => endpointPod(index, { ready: index < 900 }));
    const cut = truncateSubsets(subsetsOf(service(), pods)) ?? [];
    expect(ips(cut[0] as EndpointSubset).map(({ length }) => length)).toEqual([900, 100]);
    const ready =
      truncateSubsets(
        subsetsOf(
          service(),
          pods.map((_, index) => endpointPod(index)),
        ),
      ) ?? [];
    expect(ips(ready[0] as EndpointSubset).map(({ length }) => length)).toEqual([1000, 0]);
    expect(truncateSubsets(subsetsOf(service(), pods.slice(0, 1000)))).toBeUndefined();
    const capped = nextEndpoints(service(), subsetsOf(service(), pods), undefined, options);
    expect(capped?.metadata.annotations?.['endpoints.kubernetes.io/over-capacity']).toBe('truncated');
  });
});

describe('changes of pods', () => {
  it('affect endpoints when they change an address, the readiness or the membership', () => {
    expect(affectsEndpoints(endpointPod(1, { phase: 'Succeeded' }), endpointPod(1))).toBe(false);
    expect(affectsEndpoints(endpointPod(1, { ready: false }), endpointPod(1))).toBe(true);
    expect(affectsEndpoints(endpointPod(1, { deleted: true }), endpointPod(1))).toBe(true);
    expect(affectsEndpoints(endpointPod(1, { ips: ['10.1.0.9'] }), endpointPod(1))).toBe(true);
  });

  it('have the trigger time of the earliest change', () => {
    const times = new TriggerTimes();
    expect(times.next(service(), [])).toBe('2024-01-01T00:00:00Z');
    const [early, late] = ['2024-01-01T00:02:00Z', '2024-01-01T00:03:00Z'];
    expect(times.next(service(), [endpointPod(1, { since: late }), endpointPod(2, { since: early })])).toBe(early);
    expect(times.next(service(), [endpointPod(1, { since: late }), endpointPod(2, { since: early })])).toBeUndefined();
    times.forget('shop/web');
    expect(times.next(service(), [])).toBe('2024-01-01T00:00:00Z');
  });
});

describe('md5', () => {
  it('computes the digests of RFC 1321', () => {
    expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
    expect(md5('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0');
    expect(md5('12345678901234567890123456789012345678901234567890123456789012345678901234567890')).toBe(
      '57edf4a22be3c955ac49da2e2107b67a',
    );
  });
});
