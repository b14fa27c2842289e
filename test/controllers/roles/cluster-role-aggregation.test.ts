import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterRoleAggregationController } from '../../../src/controllers/roles/cluster-role-aggregation.ts';
import { openControlledServer } from '../controlled-server.ts';

const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

describe('an aggregated cluster role', () => {
  let server: Awaited<ReturnType<typeof openControlledServer>>;
  beforeAll(async () => {
    server = await openControlledServer([clusterRoleAggregationController]);
  });
  afterAll(() => server.close());

  const ruleFor = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });
  const createPart = (name: string, whole: string, resource: string) =>
    server.create(ROLES, { metadata: { name, labels: { whole } }, rules: [ruleFor(resource)] });
  const createWhole = (name: string, rules: object[]) =>
    server.create(ROLES, {
      metadata: { name },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { whole: name } }] },
      rules,
    });
  const rulesOf = async (name: string) => (await server.ask(`${ROLES}/${name}`)).body.rules;

  it('has the rules of its parts sorted by name, and no rules without parts', async () => {
    await createPart('part-b', 'shop', 'pods');
    await createPart('part-a', 'shop', 'secrets');
    await createWhole('shop', []);
    await expect.poll(() => rulesOf('shop')).toEqual([ruleFor('secrets'), ruleFor('pods')]);
    await server.ask(`${ROLES}/part-a`, 'DELETE');
    await expect.poll(() => rulesOf('shop')).toEqual([ruleFor('pods')]);
    await server.ask(`${ROLES}/part-b`, 'DELETE');
    await expect.poll(() => rulesOf('shop')).toBeNull();
  });

  it('keeps its initial rules until it has parts', async () => {
    await createWhole('bank', [ruleFor('services')]);
    // Created later, so that the first role has been reconciled when this role has its rules.
    await createPart('part-c', 'mine', 'nodes');
    await createWhole('mine', []);
    await expect.poll(() => rulesOf('mine')).toEqual([ruleFor('nodes')]);
    expect(await rulesOf('bank')).toEqual([ruleFor('services')]);
    await createPart('part-d', 'bank', 'pods');
    await expect.poll(() => rulesOf('bank')).toEqual([ruleFor('pods')]);
  });
});
