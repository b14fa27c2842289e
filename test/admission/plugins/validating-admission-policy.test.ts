import { describe, expect, it } from 'vitest';
import { StatusError } from '../../../src/api/status.ts';
import { AdmissionHarness, type Given } from '../admission-harness.ts';

let server: AdmissionHarness;

const RULE = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: '*' };

/** A server with the policy p over everything, bound as b. */
function bind(policy: object, binding: object = {}): void {
  server = new AdmissionHarness('ValidatingAdmissionPolicy');
  const matchConstraints = { resourceRules: [RULE] };
  server.put('validatingadmissionpolicies.admissionregistration.k8s.io', {
    metadata: { name: 'p' },
    spec: { failurePolicy: 'Fail', matchConstraints, ...policy },
  });
  server.put('validatingadmissionpolicybindings.admissionregistration.k8s.io', {
    metadata: { name: 'b' },
    spec: { policyName: 'p', validationActions: ['Deny'], ...binding },
  });
}

const request = (data: object = {}, more: Partial<Given> = {}): Given => ({
  resource: 'configmaps',
  kind: 'ConfigMap',
  name: 'c',
  object: { metadata: { name: 'c', labels: { tier: 'gold' } }, data },
  ...more,
});

const refusalOf = async (given: Given): Promise<StatusError> => {
  const error: unknown = await server.admit(given).catch((thrown: unknown) => thrown);
  if (error instanceof StatusError) return error;
  throw new Error('let in');
};

const DENIED = `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request:`;

describe('ValidatingAdmissionPolicy', () => {
  it('lets in what its expressions hold of, and refuses the rest with 422', async () => {
    bind({ validations: [{ expression: 'object.data.k == "v"' }] });
    await server.admit(request({ k: 'v' }));
    const { status } = await refusalOf(request({ k: 'w' }));
    expect(status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: `${DENIED} failed expression: object.data.k == "v"`,
    });
    expect(status.details?.causes).toHaveLength(1);
  });

  it('does nothing without a binding', async () => {
    bind({ validations: [{ expression: 'false' }] }, { policyName: 'other' });
    await server.admit(request());
  });

  it.each([
    ['Forbidden', 403],
    ['RequestEntityTooLarge', 413],
    ['Invalid', 422],
  ])('refuses for the reason %s with %i', async (reason, code) => {
    bind({ validations: [{ expression: 'false', reason }] });
    expect((await refusalOf(request())).status).toMatchObject({ code, reason });
  });

  it.each([
    [{ message: ' plain ' }, 'plain'],
    [{ message: 'plain', messageExpression: '"no " + object.metadata.name' }, 'no c'],
    [{ message: 'plain', messageExpression: 'object.missing' }, 'plain'],
    [{ message: 'plain', messageExpression: '"two\\nlines"' }, 'plain'],
    [{ messageExpression: '" "' }, 'failed expression: false'],
  ])('says %j', async (said, message) => {
    bind({ validations: [{ expression: 'false', ...said }] });
    expect((await refusalOf(request())).message).toBe(`${DENIED} ${message}`);
  });

  it('answers with the first validation that fails, and warns of each', async () => {
    const validations = [
      { expression: 'false', message: 'one' },
      { expression: 'false', message: 'two' },
    ];
    bind({ validations });
    expect((await refusalOf(request())).message).toBe(`${DENIED} one`);
    bind({ validations }, { validationActions: ['Warn', 'Audit'] });
    await server.admit(request());
    expect(server.warnings).toEqual([
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': one",
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': two",
    ]);
  });

  it('treats a failing expression as its failurePolicy says', async () => {
    const validations = [{ expression: 'object.data.nope == "x"' }];
    bind({ validations });
    expect((await refusalOf(request())).message).toBe(
      `${DENIED} expression 'object.data.nope == "x"' resulted in error: no such key: nope`,
    );
    bind({ validations, failurePolicy: 'Ignore' });
    await server.admit(request());
  });

  it('computes variables when they are needed', async () => {
    bind({
      variables: [
        { name: 'size', expression: 'object.data.size()' },
        { name: 'big', expression: 'variables.size > 1' },
        { name: 'broken', expression: 'object.data.nope' },
      ],
      validations: [
        { expression: '!variables.big', messageExpression: '"has " + string(variables.size)' },
        { expression: '!("use" in object.data) || variables.broken == ""' },
      ],
    });
    await server.admit(request({ a: '1' }));
    expect((await refusalOf(request({ a: '1', b: '2' }))).message).toBe(`${DENIED} has 2`);
    expect((await refusalOf(request({ use: '' }))).message).toContain(
      'composited variable "broken" fails to evaluate: no such key: nope',
    );
  });

  it('is left out by a matchCondition that is false', async () => {
    bind({
      matchConditions: [{ name: 'not-ann', expression: 'request.userInfo.username != "ann"' }],
      validations: [{ expression: 'false' }],
    });
    await server.admit(request());
    expect((await refusalOf(request({}, { user: { username: 'bob' } }))).code).toBe(422);
  });

  it.each([
    ['another resource', { resourceRules: [{ ...RULE, resources: ['secrets'] }] }],
    ['another name', { resourceRules: [{ ...RULE, resourceNames: ['other'] }] }],
    ['an excluded rule', { resourceRules: [RULE], excludeResourceRules: [{ ...RULE, resourceNames: ['c'] }] }],
    ['other labels', { resourceRules: [RULE], objectSelector: { matchLabels: { tier: 'free' } } }],
    ['another namespace', { resourceRules: [RULE], namespaceSelector: { matchLabels: { policed: 'yes' } } }],
  ])('is not about %s', async (_, matchConstraints) => {
    bind({ matchConstraints, validations: [{ expression: 'false' }] });
    await server.admit(request());
  });

  it('is narrowed further by its binding', async () => {
    bind(
      { validations: [{ expression: 'false' }] },
      { matchResources: { objectSelector: { matchLabels: { tier: 'x' } } } },
    );
    await server.admit(request());
  });

  it('sees the namespace, and asks about rights', async () => {
    bind({
      validations: [
        { expression: 'namespaceObject.metadata.name == "x"' },
        { expression: 'authorizer.requestResource.check("breakglass").allowed()', message: 'not allowed to' },
      ],
    });
    expect((await refusalOf(request())).message).toBe(`${DENIED} not allowed to`);
    server.permissions.add('breakglass c');
    await server.admit(request());
  });

  it('says what is wrong with how it is configured', async () => {
    const paramKind = { apiVersion: 'rules.example.com/v1', kind: 'Rule' };
    bind({ paramKind, validations: [{ expression: 'true' }] });
    expect((await refusalOf(request())).message).toBe(
      `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'rules.example.com/v1, Kind=Rule'`,
    );
  });

  it('refuses when an audit annotation fails, whatever its binding does', async () => {
    bind(
      { validations: [], auditAnnotations: [{ key: 'k', valueExpression: '"k is " + object.data.nope' }] },
      { validationActions: ['Warn'] },
    );
    expect((await refusalOf(request())).message).toContain('no such key: nope');
  });

  it('does not watch over policies and their bindings', async () => {
    bind({ validations: [{ expression: 'false' }] });
    await server.admit({ resource: 'validatingadmissionpolicies.admissionregistration.k8s.io', object: {}, name: 'p' });
  });
});
