import { describe, expect, it } from 'vitest';
import type { RequestTrace } from '../../../../src/api/debug/request-trace.ts';
import type { Discovery } from '../../../../src/client/discovery.ts';
import { createLabStore, type LabState } from '../../../../src/ui/state/stores/lab-store.ts';
import { isEdited, POLICY_EXAMPLES, WEBHOOK_EXAMPLES, withExample } from '../../../../src/ui/views/lab/lab-examples.ts';
import {
  isRepeatable,
  type LabPlace,
  LabProblem,
  labObjects,
  recordedRequest,
  triedRequest,
} from '../../../../src/ui/views/lab/lab-objects.ts';
import { sandboxForTests } from '../../../local-services/sandbox-for-tests.ts';

const resource = (group: string, version: string, name: string, kind: string, namespaced = true) => ({
  ...{ group, version, resource: name, kind, namespaced, preferred: true },
  ...{ verbs: [], shortNames: [], categories: [], subresources: [] },
});
const REGISTRATION = 'admissionregistration.cluster.io';
const discovery: Discovery = {
  resources: [
    resource('', 'v1', 'pods', 'Pod'),
    resource('', 'v1', 'configmaps', 'ConfigMap'),
    resource('', 'v1', 'services', 'Service'),
    resource('apps', 'v1', 'deployments', 'Deployment'),
    resource(REGISTRATION, 'v1', 'mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', false),
    resource(REGISTRATION, 'v1beta1', 'validatingadmissionpolicies', 'ValidatingAdmissionPolicy', false),
    resource(REGISTRATION, 'v1beta1', 'validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', false),
  ],
  failed: [],
};
const place: LabPlace = { discovery, namespace: 'x', namespaceLabel: 'cluster.io/metadata.name' };

/** A browser's local storage. */
function settings() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
}
const empty = createLabStore(settings() as never, 'one').getState();
const with_ = (mode: LabState['mode'], id: string) => withExample(empty, mode, id, `${REGISTRATION}/v1beta1`);

describe('the objects of a webhook', () => {
  it('are its code, a service for the code, and a configuration for the namespace', () => {
    const [code, service, configuration] = labObjects(with_('webhook', 'add-label'), place);
    expect(code).toMatchObject({ kind: 'ConfigMap', metadata: { namespace: 'x', name: 'add-label-code' } });
    expect(service).toMatchObject({
      kind: 'Service',
      metadata: { namespace: 'x', name: 'add-label', annotations: { 'tabplane.dev/local-service': 'add-label-code' } },
    });
    expect(configuration).toMatchObject({
      apiVersion: `${REGISTRATION}/v1`,
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'add-label-x' },
      webhooks: [
        {
          clientConfig: { service: { namespace: 'x', name: 'add-label' } },
          namespaceSelector: { matchLabels: { 'cluster.io/metadata.name': 'x' } },
          rules: [{ apiGroups: [''], resources: ['pods'] }],
          timeoutSeconds: 2,
        },
      ],
    });
  });

  it('require a name and a served kind', () => {
    const lab = with_('webhook', 'add-label');
    const renamed = (name: string) => () => labObjects({ ...lab, webhook: { ...lab.webhook, name } }, place);
    for (const name of ['', 'Upper', '9', 'a-', 'a.b']) expect(renamed(name)).toThrow(LabProblem);
    expect(() => labObjects({ ...lab, webhook: { ...lab.webhook, resource: 'none' } }, place)).toThrow(
      'The server has no none.',
    );
  });
});

describe('the objects of a policy', () => {
  it('are the policy and a binding to the namespace', () => {
    const [policy, binding] = labObjects(with_('policy', 'forbid-latest'), place);
    expect(policy).toMatchObject({ apiVersion: `${REGISTRATION}/v1beta1`, metadata: { name: 'forbid-latest' } });
    expect(binding).toMatchObject({
      metadata: { name: 'forbid-latest-x' },
      spec: {
        policyName: 'forbid-latest',
        validationActions: ['Deny'],
        matchResources: { namespaceSelector: { matchLabels: { 'cluster.io/metadata.name': 'x' } } },
      },
    });
  });

  it.each(['a: [', 'text', 'kind: X', 'metadata: {}'])('do not exist without an object: %s', (text) => {
    const lab = with_('policy', 'forbid-latest');
    expect(() => labObjects({ ...lab, policy: { ...lab.policy, text } }, place)).toThrow(LabProblem);
  });

  it.each(['v1', '1', `${REGISTRATION}/v1beta1`])('do not exist for another kind: %s', (apiVersion) => {
    const text = `apiVersion: ${apiVersion}\nkind: Pod\nmetadata: {name: a}`;
    const lab = with_('policy', 'forbid-latest');
    expect(() => labObjects({ ...lab, policy: { ...lab.policy, text } }, place)).toThrow(
      `The policy must be a ValidatingAdmissionPolicy of ${REGISTRATION}.`,
    );
  });
});

describe('the examples', () => {
  it.each(WEBHOOK_EXAMPLES.filter(({ id }) => id !== 'endless'))('run: $id', async ({ webhook, sample }) => {
    const { body = '' } = triedRequest({ text: sample }, place);
    const { parse } = await import('yaml');
    const input = JSON.stringify({ operation: 'CREATE', object: parse(body), userInfo: { username: 'a:b' } });
    const call = { code: webhook.code, input, now: 0, milliseconds: 2000 };
    expect(await sandboxForTests.run(call)).toMatchObject({ outcome: 'returned' });
  });

  it.each(POLICY_EXAMPLES)('can be enabled: $id', ({ id }) => {
    expect(labObjects(with_('policy', id), place)).toHaveLength(2);
  });
});

describe('the draft', () => {
  const version = `${REGISTRATION}/v1beta1`;

  it("is edited once it differs from its mode's example", () => {
    const webhook = with_('webhook', 'add-label');
    const policy = with_('policy', 'forbid-latest');
    expect([isEdited(webhook, version), isEdited(policy, version)]).toEqual([false, false]);
    expect(isEdited({ ...webhook, webhook: { ...webhook.webhook, code: '// mine' } }, version)).toBe(true);
    expect(isEdited({ ...policy, policy: { ...policy.policy, text: 'mine' } }, version)).toBe(true);
    expect(isEdited({ ...policy, webhook: { ...policy.webhook, code: '// mine' } }, version)).toBe(false);
  });
});

describe('the sent request', () => {
  it('creates the written object, in the namespace unless it names another', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n';
    expect(triedRequest({ text: pod }, place)).toEqual({
      method: 'POST',
      path: '/api/v1/namespaces/x/pods',
      contentType: 'application/yaml',
      body: pod,
    });
    expect(() => triedRequest({ text: `${pod}---\n${pod}` }, place)).toThrow(
      'The request must contain exactly one object.',
    );
    expect(() => triedRequest({ text: 'kind: Pod' }, place)).toThrow('Missing apiVersion.');
  });

  const recorded = (method: string, body: string, query = '') =>
    recordedRequest(
      { request: { verb: '', method, path: `/api/v1/pods/p${query}`, dryRun: false, body } } as RequestTrace,
      'recorded',
    );

  it('repeats a recorded request, with objects as YAML', () => {
    const put = triedRequest(recorded('PUT', '{"a":{"b":1}}'), place);
    expect(put).toMatchObject({ method: 'PUT', path: '/api/v1/pods/p', body: 'a:\n  b: 1\n' });
    expect(put.contentType).toBe('application/yaml');
  });

  it.each([
    ['[{"op":"remove","path":"/a"}]', '', 'application/json-patch+json'],
    ['{"a":1}', '?fieldManager=me', 'application/merge-patch+json'],
    ['{"apiVersion":"v1"}', '?fieldManager=me', 'application/apply-patch+yaml'],
  ])('detects the patch type of %s', (body, query, contentType) => {
    expect(triedRequest(recorded('PATCH', body, query), place)).toMatchObject({ contentType, body });
  });

  it('cannot be built without its body', () => {
    const request = { verb: 'create', method: 'POST', path: '/', resource: 'pods', dryRun: false };
    expect(isRepeatable({ request } as RequestTrace)).toBe(false);
    expect(isRepeatable({ request: { ...request, body: '{}' } } as RequestTrace)).toBe(true);
  });
});

describe('the lab', () => {
  it('keeps its draft across visits', () => {
    const browser = settings() as never;
    createLabStore(browser, 'one').setState({ mode: 'policy' });
    expect(createLabStore(browser, 'one').getState().mode).toBe('policy');
  });
  it('has a draft for each cluster, and keeps the drafts of other tabs', () => {
    const browser = settings() as never;
    const [one, two] = [createLabStore(browser, 'one'), createLabStore(browser, 'two')];
    one.setState({ mode: 'policy' });
    two.setState({ policy: { text: 'kind: Other', action: 'Warn' } });
    expect(createLabStore(browser, 'one').getState()).toEqual({ ...empty, mode: 'policy' });
    expect(createLabStore(browser, 'two').getState().policy.text).toBe('kind: Other');
    expect(createLabStore(browser, 'three').getState()).toEqual(empty);
  });
  it('starts with a new draft when the stored draft is unreadable', () => {
    const broken = { getItem: () => '{', setItem: () => undefined };
    expect(createLabStore(broken, 'one').getState()).toEqual(empty);
  });
});
