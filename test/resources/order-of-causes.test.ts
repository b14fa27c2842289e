import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWholeServer } from '../server/whole-server.ts';

const STATEFUL_SETS = '/apis/apps/v1/namespaces/default/statefulsets';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const POLICIES = '/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies';
const RANGES = '/apis/networking.k8s.io/v1alpha1/clustercidrs';

const selector = { matchLabels: { app: 'a' } };
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['*'] }];

const invalidCondition = { type: '', status: 'x', reason: '', message: '', observedGeneration: -1 };
/** The members of a condition in the order in which they are reported. The name part of a type has two errors. */
const ofCondition = ['type', 'type', 'status', 'observedGeneration', 'lastTransitionTime', 'reason'].map(
  (member) => `status.conditions[0].${member}`,
);

/** Objects with many errors, and the fields of the causes in the order of the real strategies. */
const STATUSES: readonly (readonly [path: string, spec: object, status: object, fields: readonly string[]])[] = [
  [
    STATEFUL_SETS,
    { serviceName: 'a', selector, template },
    {
      ...{ replicas: -1, readyReplicas: -2, currentReplicas: 3, updatedReplicas: -4, availableReplicas: -1 },
      ...{ observedGeneration: -1, collisionCount: -1 },
    },
    [
      ...['status.replicas', 'status.readyReplicas', 'status.updatedReplicas', 'status.availableReplicas'],
      ...['status.observedGeneration', 'status.collisionCount'],
      // More current replicas than replicas, and more available ones than ready ones.
      ...['status.currentReplicas', 'status.availableReplicas'],
    ],
  ],
  [
    BUDGETS,
    { minAvailable: 1, selector },
    {
      ...{ disruptionsAllowed: -1, currentHealthy: -2, desiredHealthy: -3, expectedPods: -4 },
      conditions: [invalidCondition],
    },
    [
      ...ofCondition,
      ...['status.disruptionsAllowed', 'status.currentHealthy', 'status.desiredHealthy', 'status.expectedPods'],
    ],
  ],
  [
    POLICIES,
    { matchConstraints: { resourceRules }, validations: [{ expression: 'true' }] },
    {
      conditions: [invalidCondition],
      typeChecking: { expressionWarnings: [{ fieldRef: '', warning: '' }] },
    },
    [
      'status.typeChecking.expressionWarnings[0].warning',
      'status.typeChecking.expressionWarnings[0].fieldRef',
      ...ofCondition,
    ],
  ],
];

const NODE_SELECTOR = 'spec.nodeSelector.nodeSelectorTerms';
const expression = `${NODE_SELECTOR}[0].matchExpressions[0]`;
const CLUSTER_RANGES: readonly (readonly [spec: object, fields: readonly string[]])[] = [
  [
    {
      ...{ perNodeHostBits: 1, ipv4: 'x', ipv6: '10.0.0.0/8' },
      nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: '', operator: 'x' }] }] },
    },
    [
      `${expression}.operator`,
      `${expression}.key`,
      `${expression}.key`,
      'spec.IPv4',
      'spec.IPv6',
      'spec.perNodeHostBits',
    ],
  ],
  [{ perNodeHostBits: 200 }, ['spec']],
  [
    { perNodeHostBits: 40, ipv4: '10.0.0.0/30', ipv6: 'fd00::/120' },
    // Too many for either family.
    ['spec.perNodeHostBits', 'spec.perNodeHostBits'],
  ],
  [{ perNodeHostBits: 6, ipv4: '10.0.0.0/28', nodeSelector: {} }, [NODE_SELECTOR, 'spec.perNodeHostBits']],
];

describe('the causes of a rejected object', () => {
  let parts: Awaited<ReturnType<typeof createWholeServer>>;
  beforeAll(async () => {
    parts = await createWholeServer({ flags: { 'runtime-config': 'api/all=true' } });
  });
  afterAll(() => parts.server.close());

  async function write(method: string, path: string, object: object) {
    const headers = { 'content-type': 'application/json' };
    const response = await parts.send(method, path, { body: JSON.stringify(object), headers });
    return (await response.json()) as { code?: number; details?: { causes: readonly { field: string }[] } };
  }
  const fieldsOf = ({ details }: Awaited<ReturnType<typeof write>>) => details?.causes.map(({ field }) => field);

  it.each(STATUSES)('%s/status are in the order of the real server', async (path, spec, status, fields) => {
    const created = await write('POST', path, { metadata: { name: 'a' }, spec });
    expect(fieldsOf(await write('PUT', `${path}/a/status`, { ...created, status }))).toEqual(fields);
  });

  it.each(CLUSTER_RANGES)('a cluster range with %j are in the order of the real server', async (spec, fields) => {
    expect(fieldsOf(await write('POST', RANGES, { metadata: { name: 'a' }, spec }))).toEqual(fields);
  });
});
