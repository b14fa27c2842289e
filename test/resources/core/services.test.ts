import { describe, expect, it } from 'vitest';
import type { Service, ServicePort, ServiceSpec } from '../../../src/api/kinds/core-v1.generated.ts';
import { parseServiceRanges } from '../../../src/api/values/service-ranges.ts';
import { services } from '../../../src/resources/core/services.ts';
import { cellsOf, contextWith, created, errorsOfChange, errorsOfNew, warningsOfNew } from './strategy-harness.ts';

const service = (spec: ServiceSpec = {}): Omit<Service, 'apiVersion' | 'kind'> => ({
  metadata: { name: 's', namespace: 'n' },
  spec: { ports: [{ port: 80 }], selector: { app: 'web' }, ...spec },
});

describe('a new service', () => {
  it('gets an address, one IP family and its defaults', async () => {
    const { spec } = await created<Service>(services, service());
    expect(spec).toMatchObject({
      type: 'ClusterIP',
      clusterIPs: [spec?.clusterIP],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      sessionAffinity: 'None',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    });
    expect(spec?.clusterIP).toMatch(/^10\.96\.\d+\.\d+$/);
  });

  it('gets a free address and a free node port', async () => {
    const first = await created<Service>(services, service({ type: 'NodePort' }));
    const held = services.claims?.(first) ?? [];
    const second = await created<Service>(services, service({ type: 'NodePort' }), contextWith(held));
    const claims = services.claims?.(second) ?? [];
    expect(claims).toHaveLength(2);
    expect(claims.filter((claim) => held.includes(claim))).toEqual([]);
  });

  it('has both families when it is headless without a selector', async () => {
    const { spec } = await created<Service>(services, service({ clusterIP: 'None', selector: {} }));
    expect(spec).toMatchObject({ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' });
  });

  it('has no address when it is an ExternalName', async () => {
    const { spec } = await created<Service>(services, service({ type: 'ExternalName', externalName: 'a.example.com' }));
    expect(spec?.clusterIPs).toBeUndefined();
    expect(spec?.ipFamilies).toBeUndefined();
  });

  it('gets one node port for a port with two protocols, and another for health checks', async () => {
    const ports = [
      { name: 'udp', port: 53, protocol: 'UDP' },
      { name: 'tcp', port: 53, protocol: 'TCP' },
    ];
    const body = service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports });
    const { spec } = await created<Service>(services, body);
    expect(spec?.ports?.[0]?.nodePort).toBe(spec?.ports?.[1]?.nodePort);
    expect(spec?.healthCheckNodePort).toBeGreaterThanOrEqual(30000);
  });
});

describe('traffic policies', () => {
  const policies = async (spec: ServiceSpec) => {
    const { externalTrafficPolicy, internalTrafficPolicy } =
      (await created<Service>(services, service(spec))).spec ?? {};
    return [externalTrafficPolicy, internalTrafficPolicy];
  };

  it.each<[ServiceSpec, unknown[]]>([
    [{}, [undefined, 'Cluster']],
    [{ externalIPs: ['198.51.100.1'] }, [undefined, 'Cluster']],
    [{ clusterIP: 'None', externalIPs: ['198.51.100.1'] }, [undefined, 'Cluster']],
    [{ type: 'NodePort' }, ['Cluster', 'Cluster']],
    [{ type: 'LoadBalancer', internalTrafficPolicy: 'Local' }, ['Cluster', 'Local']],
    [{ type: 'ExternalName', externalName: 'a.example.com' }, [undefined, undefined]],
    [{ type: 'ExternalName', externalName: 'a.example.com', externalIPs: ['198.51.100.1'] }, [undefined, undefined]],
  ])('of %j default to %j', async (spec, expected) => {
    expect(await policies(spec)).toEqual(expected);
  });

  it.each(['ClusterIP', 'ExternalName'])('for external traffic are removed when the type becomes %s', async (type) => {
    const live = await created<Service>(
      services,
      service({ type: 'NodePort', externalIPs: ['198.51.100.1'], externalTrafficPolicy: 'Local' }),
    );
    const draft = structuredClone(live);
    Object.assign(draft.spec ?? {}, { type, externalName: 'a.example.com' });
    draft.status = { loadBalancer: { ingress: [{ ip: '198.51.100.7' }] } };
    await services.strategy?.prepareForUpdate?.(draft, live, contextWith());
    expect(draft.spec?.externalTrafficPolicy).toBeUndefined();
    expect(draft.spec?.ports?.[0]?.nodePort).toBeUndefined();
    expect(draft.status).toEqual({ loadBalancer: {} });
    expect(await services.strategy?.validateUpdate?.(draft, live, contextWith())).toEqual([]);
  });
});

describe('node ports', () => {
  const port = (name: string, number: number, nodePort?: number, protocol = 'TCP') => ({
    name,
    port: number,
    protocol,
    ...(nodePort ? { nodePort } : {}),
  });
  const taken = (index: number, nodePort: number) =>
    `spec.ports[${index}].nodePort: Invalid value: ${nodePort}: provided port is already allocated`;
  const make = (ports: ServicePort[], change: ServiceSpec = {}, held: readonly string[] = []) =>
    created<Service>(services, service({ type: 'NodePort', ports, ...change }), contextWith(held));
  const change = async (from: ServicePort[], to: ServicePort[], spec: ServiceSpec = {}) => {
    const live = await make(from);
    const draft = structuredClone(live);
    Object.assign(draft.spec ?? {}, { ports: to, ...spec });
    services.strategy?.setDefaults?.(draft, contextWith());
    await services.strategy?.prepareForUpdate?.(draft, live, contextWith(services.claims?.(live)));
    return draft.spec?.ports?.map(({ nodePort }) => nodePort);
  };

  it('cannot be requested twice in a new service, except for two protocols of one port', async () => {
    await expect(make([port('a', 1, 30001), port('b', 2, 30001)])).rejects.toThrow(taken(1, 30001));
    await expect(make([port('a', 1, 30001, 'UDP'), port('b', 2, 30001)])).rejects.toThrow(taken(1, 30001));
    await expect(make([port('a', 1, 30001), port('b', 1, 30001, 'UDP')])).resolves.toBeDefined();
    const { spec } = await make([port('a', 1), port('b', 1, 30007, 'UDP'), port('c', 1, 30008, 'SCTP')]);
    expect(spec?.ports?.map(({ nodePort }) => nodePort)).toEqual([30007, 30007, 30008]);
  });

  it('are rejected one at a time', async () => {
    const held = ['nodeport/30001', 'nodeport/30002'];
    const allocation = make([port('a', 1, 30001), port('b', 2, 30002)], {}, held);
    await expect(allocation).rejects.toThrow(`Service "s" is invalid: ${taken(0, 30001)}`);
  });

  it('are forbidden for a type without node ports', async () => {
    const both = [port('a', 1, 30001), port('b', 2, 30001)];
    expect(await errorsOfNew<Service>(services, service({ ports: both }))).toEqual([
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
      "spec.ports[1].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
      'spec.ports[1].nodePort: Duplicate value: 30001',
    ]);
  });

  it('can be swapped but not duplicated in an update', async () => {
    const before = [port('a', 1, 30001), port('b', 2, 30002)];
    expect(await change(before, [port('a', 1, 30002), port('b', 2, 30001)])).toEqual([30002, 30001]);
    await expect(change(before, [port('a', 1, 30001), port('b', 2, 30001)])).rejects.toThrow(
      'duplicate nodePort: {TCP 30001}',
    );
    expect(await change(before, [port('a', 1, 30001), port('b', 2, 30001, 'UDP')])).toEqual([30001, 30001]);
  });

  it('are kept when a load balancer no longer requires them', async () => {
    const before = [port('a', 1, 30001)];
    const without = { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false };
    expect(await change(before, [port('a', 1, 30001)], without)).toEqual([30001]);
  });

  it('are rejected for health checks when they are allocated or out of range', async () => {
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30001 };
    await expect(make([port('a', 1, 30001)], spec)).rejects.toThrow(
      'Internal error occurred: failed to allocate requested HealthCheck NodePort 30001: provided port is already allocated',
    );
    await expect(make([port('a', 1)], { ...spec, healthCheckNodePort: 7 })).rejects.toThrow(
      'failed to allocate requested HealthCheck NodePort 7: provided port is not in the valid range',
    );
  });
});

describe('an allocation error is reported alone', () => {
  it.each([
    [
      { clusterIP: '10.96.9.9' },
      'spec.clusterIPs: Invalid value: []string{"10.96.9.9"}: failed to allocate IP 10.96.9.9: provided IP is already allocated',
    ],
    [{ clusterIP: '10.97.0.1' }, 'The range of valid IPs is 10.96.0.0/16'],
    [
      { type: 'NodePort', ports: [{ port: 1, nodePort: 31000 }] },
      'spec.ports[0].nodePort: Invalid value: 31000: provided port is already allocated',
    ],
    [{ type: 'NodePort', ports: [{ port: 1, nodePort: 99 }] }, 'The range of valid ports is 30000-32767'],
    [{ ipFamilyPolicy: 'RequireDualStack' }, 'this cluster is not configured for dual-stack services'],
  ])('%j', async (spec, message) => {
    const context = contextWith(['ip/10.96.9.9', 'nodeport/31000']);
    await expect(created<Service>(services, service(spec), context)).rejects.toThrow(message);
  });
});

describe('a service is rejected', () => {
  it.each([
    [{ ports: [] }, ['spec.ports: Required value']],
    [{ type: 'ExternalName' }, ['spec.externalName: Required value']],
    [
      { externalTrafficPolicy: 'Local' },
      [
        "spec.externalTrafficPolicy: Invalid value: \"Local\": may only be set when `type` is 'NodePort' or 'LoadBalancer'",
      ],
    ],
    [
      { loadBalancerClass: 'example.com/lb' },
      ["spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [
      { externalIPs: ['169.254.3.4'] },
      [
        'spec.externalIPs[0]: Invalid value: "169.254.3.4": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      ],
    ],
  ])('with %j', async (spec, errors) => {
    expect(await errorsOfNew<Service>(services, service(spec))).toEqual(errors);
  });
});

describe('an update of a service', () => {
  it('keeps allocated values that the client omits', async () => {
    const live = await created<Service>(services, service({ type: 'NodePort' }));
    const draft = structuredClone({ ...live, spec: { ports: [{ port: 81 }], type: 'NodePort' } }) as Service;
    services.strategy?.setDefaults?.(draft, contextWith());
    await services.strategy?.prepareForUpdate?.(draft, live, contextWith());
    expect(draft.spec?.clusterIP).toBe(live.spec?.clusterIP);
    expect(draft.spec?.ports?.[0]?.nodePort).toBe(live.spec?.ports?.[0]?.nodePort);
  });

  it('cannot change the address', async () => {
    const errors = await errorsOfChange<Service>(services, service(), ({ spec }) => {
      if (spec) Object.assign(spec, { clusterIP: '10.96.8.8', clusterIPs: ['10.96.8.8'] });
    });
    expect(errors).toEqual(['spec.clusterIPs[0]: Invalid value: []string{"10.96.8.8"}: may not change once set']);
  });

  it('releases the address when the type becomes ExternalName', async () => {
    const errors = await errorsOfChange<Service>(services, service(), ({ spec }) => {
      if (spec) Object.assign(spec, { type: 'ExternalName', externalName: 'b.example.com' });
    });
    expect(errors).toEqual([]);
  });
});

describe('warnings and rows', () => {
  it('warn of addresses with leading zeros and of ineffective names', async () => {
    const body = service({ externalIPs: ['192.000.002.1'], externalName: 'x.example.com' });
    expect(await warningsOfNew<Service>(services, body)).toEqual([
      'spec.externalIPs[0]: IP address was accepted, but will be invalid in a future Kubernetes release: ParseAddr("192.000.002.1"): IPv4 field has octet with leading zero',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ]);
  });

  it('show ports and external addresses', async () => {
    const object = await created<Service>(services, service({ type: 'LoadBalancer', externalIPs: ['198.51.100.7'] }));
    object.status = { loadBalancer: { ingress: [{ hostname: 'lb.example.com' }] } };
    expect(cellsOf(services, object)).toMatchObject({
      'External-IP': 'lb.example.com,198.51.100.7',
      'Port(s)': `80:${object.spec?.ports?.[0]?.nodePort}/TCP`,
      Selector: 'app=web',
    });
  });
});

describe('lesser-known rules of services', () => {
  const errorsOf = (spec: object, annotations: Record<string, string> = {}) =>
    errorsOfNew<Service>(services, {
      metadata: { name: 's', namespace: 'n', annotations },
      spec: { ports: [{ port: 80 }], ...spec },
    });

  it('both topology annotations must be equal', async () => {
    const [hints, mode] = ['service.kubernetes.io/topology-aware-hints', 'service.kubernetes.io/topology-mode'];
    expect(await errorsOf({}, { [hints]: 'auto', [mode]: 'disabled' })).toEqual([
      `metadata.annotations[${mode}]: Invalid value: "disabled": must match annotations[${hints}] when both are specified`,
    ]);
  });

  it('invalid source ranges are reported at their path', async () => {
    const key = 'service.beta.kubernetes.io/load-balancer-source-ranges';
    expect(await errorsOf({ type: 'LoadBalancer' }, { [key]: '10.0.0.0/8,' })).toEqual([
      `metadata.annotations[${key}]: Invalid value: "10.0.0.0/8,": must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 `,
    ]);
  });

  it('the health check port is immutable', async () => {
    const body = {
      metadata: { name: 's', namespace: 'n' },
      spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80 }] },
    };
    const change = ({ spec }: Service) => {
      if (spec) spec.healthCheckNodePort = (spec.healthCheckNodePort ?? 0) + 1;
    };
    expect(await errorsOfChange<Service>(services, body, change)).toEqual([
      'spec.healthCheckNodePort: Forbidden: field is immutable',
    ]);
  });
});

describe('a service of a cluster with two ranges', () => {
  const context = { ...contextWith(), serviceRanges: parseServiceRanges('10.8.0.0/24,fd00:8::/112') };
  const specOf = async (spec: ServiceSpec) => (await created<Service>(services, service(spec), context)).spec;

  it('has one IP family by default', async () => {
    const spec = await specOf({});
    expect(spec).toMatchObject({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack', clusterIPs: [spec?.clusterIP] });
    expect(spec?.clusterIP).toMatch(/^10\.8\.0\.\d+$/);
  });

  it.each(['PreferDualStack', 'RequireDualStack'])('has an address of each family with %s', async (ipFamilyPolicy) => {
    const spec = await specOf({ ipFamilyPolicy });
    expect(spec).toMatchObject({ ipFamilies: ['IPv4', 'IPv6'], clusterIP: spec?.clusterIPs?.[0] });
    expect(spec?.clusterIPs?.[1]).toMatch(/^fd00:8::/);
  });

  it('uses the requested family first', async () => {
    const spec = await specOf({ ipFamilies: ['IPv6'], ipFamilyPolicy: 'PreferDualStack' });
    expect(spec).toMatchObject({ ipFamilies: ['IPv6', 'IPv4'] });
    expect(spec?.clusterIP).toMatch(/^fd00:8::/);
  });

  it('adds and removes a second address with the policy', async () => {
    const live = await created<Service>(services, service({ clusterIP: '10.8.0.7' }), context);
    const upgraded = structuredClone(live);
    if (upgraded.spec) upgraded.spec.ipFamilyPolicy = 'RequireDualStack';
    await services.strategy?.prepareForUpdate?.(upgraded, live, context);
    expect(upgraded.spec?.clusterIPs).toEqual(['10.8.0.7', expect.stringMatching(/^fd00:8::/)]);
    const released = structuredClone(upgraded);
    if (released.spec) released.spec.ipFamilyPolicy = 'SingleStack';
    await services.strategy?.prepareForUpdate?.(released, upgraded, context);
    expect(released.spec).toMatchObject({ clusterIPs: ['10.8.0.7'], ipFamilies: ['IPv4'] });
  });

  it('cannot have an address outside the ranges', async () => {
    await expect(specOf({ clusterIP: 'fd00:9::1' })).rejects.toThrow(
      'the provided IP (fd00:9::1) is not in the valid range. The range of valid IPs is fd00:8::/112',
    );
  });
});
