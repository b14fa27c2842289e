import { describe, expect, it } from 'vitest';
import { StatusError } from '../../../../src/api/status.ts';
import { AdmissionHarness, type Given } from '../../admission-harness.ts';

let server: AdmissionHarness;

const RULE = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: '*' };

/** Creates the policy p, which matches everything, with the binding b. */
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

const denialOf = async (given: Given): Promise<StatusError> => {
  const error: unknown = await server.admit(given).catch((thrown: unknown) => thrown);
  if (error instanceof StatusError) return error;
  throw new Error('admitted');
};

const DENIED = `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request:`;

describe('ValidatingAdmissionPolicy', () => {
  it('admits requests that satisfy its expressions, and denies others with 422', async () => {
    bind({ validations: [{ expression: 'object.data.k == "v"' }] });
    await server.admit(request({ k: 'v' }));
    const { status } = await denialOf(request({ k: 'w' }));
    expect(status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: `${DENIED} failed expression: object.data.k == "v"`,
    });
    expect(status.details?.causes).toHaveLength(1);
  });

  it('has no effect without a binding', async () => {
    bind({ validations: [{ expression: 'false' }] }, { policyName: 'other' });
    await server.admit(request());
  });

  it.each([
    ['Forbidden', 403],
    ['RequestEntityTooLarge', 413],
    ['Invalid', 422],
  ])('denies with the reason %s and the code %i', async (reason, code) => {
    bind({ validations: [{ expression: 'false', reason }] });
    expect((await denialOf(request())).status).toMatchObject({ code, reason });
  });

  it.each([
    [{ message: ' plain ' }, 'plain'],
    [{ message: 'plain', messageExpression: '"no " + object.metadata.name' }, 'no c'],
    [{ message: 'plain', messageExpression: 'object.missing' }, 'plain'],
    [{ message: 'plain', messageExpression: '"two\\nlines"' }, 'plain'],
    [{ messageExpression: '" "' }, 'failed expression: false'],
  ])('responds with the message %j', async (said, message) => {
    bind({ validations: [{ expression: 'false', ...said }] });
    expect((await denialOf(request())).message).toBe(`${DENIED} ${message}`);
  });

  it('denies with the first failed validation, and warns about each', async () => {
    const validations = [
      { expression: 'false', message: 'one' },
      { expression: 'false', message: 'two' },
    ];
    bind({ validations });
    expect((await denialOf(request())).message).toBe(`${DENIED} one`);
    bind({ validations }, { validationActions: ['Warn', 'Audit'] });
    await server.admit(request());
    expect(server.warnings).toEqual([
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': one",
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': two",
    ]);
  });

  it('handles a failing expression according to its failurePolicy', async () => {
    const validations = [{ expression: 'object.data.nope == "x"' }];
    bind({ validations });
    expect((await denialOf(request())).message).toBe(
      `${DENIED} expression 'object.data.nope == "x"' resulted in error: no such key: nope`,
    );
    bind({ validations, failurePolicy: 'Ignore' });
    await server.admit(request());
  });

  it('computes variables lazily', async () => {
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
    expect((await denialOf(request({ a: '1', b: '2' }))).message).toBe(`${DENIED} has 2`);
    expect((await denialOf(request({ use: '' }))).message).toContain(
      'composited variable "broken" fails to evaluate: no such key: nope',
    );
  });

  it('does not apply when a match condition is false', async () => {
    bind({
      matchConditions: [{ name: 'not-ann', expression: 'request.userInfo.username != "ann"' }],
      validations: [{ expression: 'false' }],
    });
    await server.admit(request());
    expect((await denialOf(request({}, { user: { username: 'bob' } }))).code).toBe(422);
  });

  it.each([
    ['another resource', { resourceRules: [{ ...RULE, resources: ['secrets'] }] }],
    ['another name', { resourceRules: [{ ...RULE, resourceNames: ['other'] }] }],
    ['an excluded rule', { resourceRules: [RULE], excludeResourceRules: [{ ...RULE, resourceNames: ['c'] }] }],
    ['other labels', { resourceRules: [RULE], objectSelector: { matchLabels: { tier: 'free' } } }],
    ['another namespace', { resourceRules: [RULE], namespaceSelector: { matchLabels: { policed: 'yes' } } }],
  ])('does not match %s', async (_, matchConstraints) => {
    bind({ matchConstraints, validations: [{ expression: 'false' }] });
    await server.admit(request());
  });

  it('can be narrowed by its binding', async () => {
    bind(
      { validations: [{ expression: 'false' }] },
      { matchResources: { objectSelector: { matchLabels: { tier: 'x' } } } },
    );
    await server.admit(request());
  });

  it('has the namespace and the authorizer as variables', async () => {
    bind({
      validations: [
        { expression: 'namespaceObject.metadata.name == "x"' },
        { expression: 'authorizer.requestResource.check("breakglass").allowed()', message: 'not allowed to' },
      ],
    });
    expect((await denialOf(request())).message).toBe(`${DENIED} not allowed to`);
    server.permissions.add('breakglass c');
    await server.admit(request());
  });

  it('reports misconfigurations', async () => {
    const paramKind = { apiVersion: 'rules.example.com/v1', kind: 'Rule' };
    bind({ paramKind, validations: [{ expression: 'true' }] });
    expect((await denialOf(request())).message).toBe(
      `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'rules.example.com/v1, Kind=Rule'`,
    );
  });

  it('denies when an audit annotation fails, even if the binding only warns', async () => {
    bind(
      { validations: [], auditAnnotations: [{ key: 'k', valueExpression: '"k is " + object.data.nope' }] },
      { validationActions: ['Warn'] },
    );
    expect((await denialOf(request())).message).toContain('no such key: nope');
  });

  it('does not apply to policies and their bindings', async () => {
    bind({ validations: [{ expression: 'false' }] });
    await server.admit({ resource: 'validatingadmissionpolicies.admissionregistration.k8s.io', object: {}, name: 'p' });
  });

  describe('the variables of each type of expression', () => {
    const ASKED = 'authorizer.requestResource.check("breakglass").allowed()';

    it('include no authorizer for messages, not even through a variable', async () => {
      bind({
        variables: [{ name: 'may', expression: ASKED }],
        validations: [
          { expression: 'variables.may == true', messageExpression: '"may: " + string(variables.may)', message: 'no' },
        ],
      });
      expect((await denialOf(request())).message).toBe(`${DENIED} no`);
    });

    it('declare the authorizer for annotations, but do not define it', async () => {
      bind({ validations: [], auditAnnotations: [{ key: 'k', valueExpression: `string(${ASKED})` }] });
      expect((await denialOf(request())).message).toBe(
        `${DENIED} expression 'string(${ASKED})' resulted in error: no such attribute(s): authorizer.requestResource`,
      );
    });

    it('contain the request and the namespace as plain JSON, regardless of their declared types', async () => {
      bind({ validations: [{ expression: 'namespaceObject.metadata.creationTimestamp.getFullYear() > 2000' }] });
      server.put('namespaces', { metadata: { name: 'y', creationTimestamp: '2024-01-02T03:04:05Z' } });
      expect((await denialOf(request({}, { namespace: 'y' }))).message).toContain(
        'no such overload: getFullYear(string)',
      );
      bind({ validations: [{ expression: 'has(request.options) && request.options == null' }] });
      await server.admit(request());
    });
  });

  describe('the budget of a policy', () => {
    /** Costs slightly more than 0.8 million, so the thirteenth of these exceeds ten million. */
    const COSTLY = `[1, 2, 3, 4, 5, 6, 7, 8].all(x, object.texts.all(y, !y.contains("${'b'.repeat(100)}")))`;
    const RAN_OUT = 'validation failed due to running out of cost budget, no further validation rules will be run';
    const texts = Array.from({ length: 10 }, () => 'a'.repeat(10_000));
    const given = request({}, { object: { metadata: { name: 'c' }, texts } });
    const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

    it('fails all validations when it is exceeded', async () => {
      bind({ validations: [{ expression: 'false', message: 'plain' }, ...times(13, { expression: COSTLY })] });
      expect((await denialOf(given)).message).toBe(`${DENIED} ${RAN_OUT}`);
      bind({ failurePolicy: 'Ignore', validations: [{ expression: 'false' }, ...times(13, { expression: COSTLY })] });
      await server.admit(given);
    });

    it('is shared with the messages, including those of validations that hold', async () => {
      const messageExpression = `string(${COSTLY})`;
      bind({ validations: times(13, { expression: 'true', messageExpression }) });
      expect((await denialOf(given)).message).toBe(`${DENIED} failed messageExpression: ${RAN_OUT}`);
      bind({ failurePolicy: 'Ignore', validations: times(13, { expression: 'true', messageExpression }) });
      await server.admit(given);
    });

    it('is also used by match conditions after a false one', async () => {
      const matchConditions = [
        { name: 'no', expression: 'false' },
        ...times(4, '').map((_, index) => ({ name: `c${index}`, expression: COSTLY })),
      ];
      bind({ matchConditions, validations: [{ expression: 'true' }] });
      expect((await denialOf(given)).message).toBe(`${DENIED} ${RAN_OUT}`);
    });
  });

  it('is exceeded by a variable that refers to itself', async () => {
    const variables = [
      { name: 'a', expression: '1' },
      { name: 'a', expression: 'variables.a + 1' },
    ];
    bind({ variables, validations: [{ expression: 'variables.a == 2' }] });
    expect((await denialOf(request())).message).toContain('composited variable "a" needs itself');
  });

  describe('the audit event', () => {
    it('contains the failures as JSON in Go format', async () => {
      bind(
        { validations: [{ expression: 'true' }, { expression: '1 < 0 && true' }] },
        { validationActions: ['Audit'] },
      );
      await server.admit(request());
      expect(server.annotations).toEqual({
        'validation.policy.admission.k8s.io/validation_failure':
          '[{"message":"failed expression: 1 \\u003c 0 \\u0026\\u0026 true","policy":"p","binding":"b","expressionIndex":1,"validationActions":["Audit"]}]',
      });
    });

    it('contains the distinct values of all bindings, each truncated to ten kilobytes', async () => {
      bind({ validations: [], auditAnnotations: [{ key: 'k', valueExpression: '" " + string(object.data.k) + " "' }] });
      const spec = { policyName: 'p', validationActions: ['Deny'] };
      server.put('validatingadmissionpolicybindings.admissionregistration.k8s.io', { metadata: { name: 'c' }, spec });
      await server.admit(request({ k: 'v' }));
      expect(server.annotations).toEqual({ 'p/k': 'v' });
      await server.admit(request({ k: 'é'.repeat(6000) }));
      expect(server.annotations).toEqual({ 'p/k': 'é'.repeat(5120) });
    });
  });
});
