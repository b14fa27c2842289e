import type { Pod, Service, ServiceSpec } from '../../../src/api/kinds/core-v1.generated.ts';

export const service = (spec: Partial<ServiceSpec> = {}, labels?: Record<string, string>): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'web',
    namespace: 'shop',
    uid: 'service',
    creationTimestamp: '2024-01-01T00:00:00Z',
    ...(labels ? { labels } : {}),
  },
  spec: {
    clusterIP: '10.0.0.1',
    ipFamilies: ['IPv4'],
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }],
    ...spec,
  },
});

interface PodFacts {
  readonly ready?: boolean;
  readonly deleted?: boolean;
  readonly phase?: string;
  readonly ports?: Record<string, number>;
  readonly spec?: object;
  readonly ips?: string[];
  readonly since?: string;
}

/** Returns a pod of the service on the node `n`. The last octet of its address is `number`. */
export function endpointPod(number: number, facts: PodFacts = {}): Pod {
  const { ready = true, deleted, phase = 'Running', ports = {}, spec, since = '2024-01-01T00:01:00Z' } = facts;
  const ips = facts.ips ?? [`10.1.${Math.floor(number / 250)}.${number % 250}`];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `p${number}`,
      namespace: 'shop',
      uid: `p${number}`,
      labels: { app: 'web' },
      ...(deleted ? { deletionTimestamp: since } : {}),
    },
    spec: {
      nodeName: 'n',
      containers: [
        { name: 'app', ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })) },
      ],
      ...spec,
    },
    status: {
      phase,
      podIPs: ips.map((ip) => ({ ip })),
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: since }],
    },
  };
}
