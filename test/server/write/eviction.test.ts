import { beforeEach, describe, expect, it } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const PODS = '/api/v1/namespaces/shop/pods';
const BUDGETS = '/apis/policy/v1/namespaces/shop/poddisruptionbudgets';

let cluster: Awaited<ReturnType<typeof createWholeServer>>;

async function ask(method: string, path: string, body?: object) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const init = body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {};
  const response = await cluster.send(method, path, init);
  const answer = (await response.json()) as Record<string, unknown>;
  return { ...answer, status: response.status, shown: answer.status };
}

const evict = (body: object = {}, query = '') =>
  ask('POST', `${PODS}/web/eviction${query}`, { metadata: { name: 'web' }, ...body });
const allowed = { status: 201, shown: 'Success' };
const refusal = (message: string) => ({
  status: 429,
  message: "Cannot evict pod as it would violate the pod's disruption budget.",
  details: { causes: [{ reason: 'DisruptionBudget', message }] },
});

async function makePod(conditions: object[] = []) {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await ask('POST', PODS, { metadata: { name: 'web', labels: { app: 'web' } }, spec });
  await ask('PATCH', `${PODS}/web/status`, { status: { phase: 'Running', conditions } });
}

async function makeBudget(status: object, spec: object = {}) {
  const selector = { matchLabels: { app: 'web' } };
  await ask('POST', BUDGETS, { metadata: { name: 'guard' }, spec: { selector, ...spec } });
  const counted = { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 2, expectedPods: 2 };
  await ask('PATCH', `${BUDGETS}/guard/status`, { status: { disruptionsAllowed: 0, ...counted, ...status } });
}

const budgetStatus = async () => (await ask('GET', `${BUDGETS}/guard`)).shown as Record<string, unknown>;
const READY = { type: 'Ready', status: 'True' };

beforeEach(async () => {
  cluster = await createWholeServer();
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
  await ask('POST', '/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'default' } });
});

describe('the eviction endpoint', () => {
  beforeEach(() => makePod());

  it.each([
    {},
    { kind: 'Eviction' },
    { apiVersion: 'policy/v1', kind: 'Eviction' },
    { apiVersion: 'policy/v1beta1', kind: 'Eviction' },
    { apiVersion: 'policy/v1beta1', kind: 'Eviction', deleteOptions: { dryRun: ['All'] } },
  ])('accepts the body %j', async (body) => {
    expect(await evict(body)).toMatchObject(allowed);
  });

  it.each([
    [
      { apiVersion: 'policy/v1beta1', kind: 'Eviction', why: 1 },
      'Eviction in version "v1beta1" cannot be handled as a Eviction: strict decoding error: unknown field "why"',
    ],
    [
      { apiVersion: 'policy/v2', kind: 'Eviction' },
      'Eviction in version "v2" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v2" in scheme "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
      'PodDisruptionBudget in version "v1" cannot be handled as a Eviction: converting (v1.PodDisruptionBudget) to (policy.Eviction): unknown conversion',
    ],
  ])('rejects the body %j', async (body, message) => {
    expect(await evict(body, '?fieldValidation=Strict')).toMatchObject({ status: 400, message });
  });
});

describe('an evicted pod that is still running', () => {
  const conditions = async () => {
    const { shown } = (await ask('GET', `${PODS}/web`)) as { shown: { conditions?: object[] } };
    return shown.conditions;
  };

  beforeEach(async () => {
    await makePod([READY]);
    await ask('POST', `${PODS}/web/binding`, { metadata: { name: 'web' }, target: { kind: 'Node', name: 'n' } });
  });

  it('gets the DisruptionTarget condition once', async () => {
    const disruption = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    };
    expect(await evict()).toMatchObject(allowed);
    expect(await evict()).toMatchObject(allowed);
    expect((await conditions())?.filter((each) => 'reason' in each)).toMatchObject([disruption]);
  });

  it('gets no condition from a dry run or an eviction with another resourceVersion', async () => {
    expect(await evict({}, '?dryRun=All')).toMatchObject(allowed);
    const other = { deleteOptions: { preconditions: { resourceVersion: '1' } } };
    expect(await evict(other)).toMatchObject({ status: 409 });
    expect(await conditions()).not.toContainEqual(expect.objectContaining({ type: 'DisruptionTarget' }));
    const { metadata } = (await ask('GET', `${PODS}/web`)) as unknown as { metadata: { resourceVersion: string } };
    const same = { deleteOptions: { preconditions: { resourceVersion: metadata.resourceVersion } } };
    expect(await evict(same)).toMatchObject(allowed);
  });
});

describe('a PodDisruptionBudget', () => {
  const none = refusal('The disruption budget guard needs 2 healthy pods and has 1 currently');

  it.each([
    ['IfHealthyBudget', {}, none],
    [undefined, {}, none],
    ['AlwaysAllow', {}, allowed],
    ['AlwaysAllow', { observedGeneration: 0 }, allowed],
    ['IfHealthyBudget', { currentHealthy: 2 }, allowed],
    [undefined, { currentHealthy: 3 }, allowed],
    [undefined, { currentHealthy: 2, observedGeneration: 0 }, allowed],
    [
      'IfHealthyBudget',
      { currentHealthy: 0, desiredHealthy: 0 },
      refusal('The disruption budget guard needs 0 healthy pods and has 0 currently'),
    ],
  ])('with the policy %s and the status %j returns %j for an unready pod', async (policy, status, answer) => {
    await makePod([{ type: 'Ready', status: 'False' }]);
    await makeBudget(status, policy ? { unhealthyPodEvictionPolicy: policy } : {});
    expect(await evict()).toMatchObject(answer);
    expect(await budgetStatus()).not.toHaveProperty('disruptedPods');
  });

  it('protects a ready pod even with the policy AlwaysAllow', async () => {
    await makePod([READY]);
    await makeBudget({ currentHealthy: 2 }, { unhealthyPodEvictionPolicy: 'AlwaysAllow' });
    expect(await evict()).toMatchObject(
      refusal('The disruption budget guard needs 2 healthy pods and has 2 currently'),
    );
  });

  it('sets the DisruptionAllowed condition to False only when the last disruption is used', async () => {
    await makePod([READY]);
    await makeBudget({ disruptionsAllowed: 2 });
    expect(await evict()).toMatchObject(allowed);
    expect(await budgetStatus()).toMatchObject({ disruptionsAllowed: 1, disruptedPods: { web: expect.any(String) } });
    expect(await budgetStatus()).not.toHaveProperty('conditions');
    await makePod([READY]);
    expect(await evict({}, '?dryRun=All')).toMatchObject(allowed);
    expect(await evict()).toMatchObject(allowed);
    expect(await budgetStatus()).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', observedGeneration: 1 }],
    });
  });

  it('rejects an eviction when its controller has too many unconfirmed ones', async () => {
    await makePod([READY]);
    const pods = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, '2024-01-01T00:00:00Z']));
    await makeBudget({ disruptionsAllowed: 1, disruptedPods: pods });
    expect(await evict()).toMatchObject({
      status: 403,
      message:
        'poddisruptionbudget.policy "guard" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    });
  });
});
