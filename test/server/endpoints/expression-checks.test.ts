import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExpressionCheckSpec, ExpressionCheckStatus } from '../../../src/api/debug/expression-check.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const ADMISSION = 'admissionregistration.cluster.io';

let server: Server;
beforeEach(async () => {
  server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags: {
      'feature-gates': 'ValidatingAdmissionPolicy=true',
      'runtime-config': `${ADMISSION}/v1beta1=true`,
    },
  });
});
afterEach(() => server.close());

const ask = (spec: object, groups = ['system:masters']): Promise<Response> =>
  server.fetch(
    new Request('http://server/apis/debug.tabplane.dev/v1alpha1/expressionchecks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ spec }),
    }),
    { user: { username: 'somebody', groups } },
  );
async function check(object: object, cursor?: ExpressionCheckSpec['cursor']): Promise<ExpressionCheckStatus> {
  const response = await ask({ object, cursor });
  expect(response.status).toBe(201);
  return ((await response.json()) as { status: ExpressionCheckStatus }).status;
}
const labels = ({ completions = [] }: ExpressionCheckStatus) => completions.map(({ label }) => label);

/** A definition with a rule for the objects and one for the items of a list. */
const definition = (rule: string, ofItems = 'self.size > 0', messageExpression?: string) => ({
  apiVersion: 'apiextensions.cluster.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {},
  spec: {
    versions: [
      {
        name: 'v1',
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                'x-cluster-validations': [{ rule, ...(messageExpression === undefined ? {} : { messageExpression }) }],
                properties: {
                  replicas: { type: 'integer' },
                  parts: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { size: { type: 'integer' } },
                      'x-cluster-validations': [{ rule: ofItems }],
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
});
const SPEC = ['spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'properties', 'spec'];
const RULE = [...SPEC, 'x-cluster-validations', 0, 'rule'];

const policy = (spec: object) => ({
  apiVersion: `${ADMISSION}/v1beta1`,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'a' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['*'], resources: ['deployments'] }],
    },
    ...spec,
  },
});
const FIRST = ['spec', 'validations', 0, 'expression'];

describe('the rules of a custom resource definition', () => {
  it('are checked with the type of their schema, each error at its offset', async () => {
    const { expressions } = await check(definition('self.replicas > 0 && self.replcas < 9', 'self.size == "1"', '1'));
    expect(expressions).toEqual([
      { path: RULE, errors: [{ offset: 25, message: "undefined field 'replcas'" }], warnings: [] },
      {
        path: [...RULE.slice(0, -1), 'messageExpression'],
        errors: [{ message: 'must evaluate to string' }],
        warnings: [],
      },
      {
        path: [...SPEC, 'properties', 'parts', 'items', 'x-cluster-validations', 0, 'rule'],
        errors: [{ offset: 10, message: "found no matching overload for '_==_' applied to '(int, string)'" }],
        warnings: [],
      },
    ]);
  });

  it('are completed and described while they are incomplete', async () => {
    const { expressions, completions } = await check(definition('self.parts.all(p, p.'), { path: RULE, offset: 20 });
    expect(expressions[0]?.errors[0]?.message).toMatch(/^Syntax error: /);
    expect(completions).toContainEqual({ label: 'size', kind: 'field', type: 'int' });
    const empty = await check(definition(''), { path: RULE, offset: 0 });
    expect(labels(empty)).toEqual(expect.arrayContaining(['self', 'oldSelf', 'has']));
    expect(empty.expressions[0]?.errors).toEqual([]);
    const { description } = await check(definition('self.parts.size() > 0'), { path: RULE, offset: 6 });
    expect(description).toEqual({ start: 5, end: 10, text: 'self.parts: list(object)' });
  });
});

describe('the expressions of a policy', () => {
  it('have the errors of the compiler, and type errors of the matched kinds as warnings', async () => {
    const validations = [{ expression: 'object.spec.replcas > 1' }, { expression: 'params.x == 1 && 1' }];
    const { expressions } = await check(policy({ validations }));
    expect(expressions).toEqual([
      {
        path: FIRST,
        errors: [],
        warnings: [{ offset: 11, message: "apps/v1 Deployment: undefined field 'replcas'" }],
      },
      {
        path: ['spec', 'validations', 1, 'expression'],
        errors: [
          { offset: 0, message: "undeclared reference to 'params' (in container '')" },
          { offset: 14, message: "found no matching overload for '_&&_' applied to '(bool, int)'" },
        ],
        warnings: [],
      },
    ]);
  });

  it('are checked wherever a policy has some', async () => {
    const bad = 'nothing';
    const { expressions } = await check(
      policy({
        variables: [{ name: 'a', expression: bad }],
        matchConditions: [{ name: 'a', expression: bad }],
        validations: [{ expression: bad, messageExpression: bad }],
        auditAnnotations: [{ key: 'a', valueExpression: bad }],
      }),
    );
    expect(expressions.map(({ path }) => path.slice(1).join('.'))).toEqual([
      'variables.0.expression',
      'matchConditions.0.expression',
      'validations.0.expression',
      'validations.0.messageExpression',
      'auditAnnotations.0.valueExpression',
    ]);
    for (const { errors } of expressions) expect(errors).toMatchObject([{ offset: 0 }]);
  });

  it('are completed by the matched kind, and by the variables before them with their types', async () => {
    const variables = [{ name: 'replicas', expression: 'object.spec.replicas' }];
    const at = (expression: string) =>
      check(policy({ variables, validations: [{ expression }] }), { path: FIRST, offset: expression.length });
    expect(labels(await at(''))).toEqual(
      expect.arrayContaining(['object', 'oldObject', 'request', 'namespaceObject', 'authorizer', 'variables']),
    );
    expect(labels(await at(''))).not.toContain('params');
    expect(labels(await at('object.spec.template.spec.cont'))).toContain('containers');
    expect((await at('variables.')).completions).toContainEqual({ label: 'replicas', kind: 'field', type: 'int' });
    const own = await check(policy({ variables: [{ name: 'a', expression: 'variables.' }] }), {
      path: ['spec', 'variables', 0, 'expression'],
      offset: 10,
    });
    expect(labels(own)).not.toContain('a');
  });
});

it('checks the match conditions of webhooks', async () => {
  const { expressions, completions } = await check(
    {
      apiVersion: `${ADMISSION}/v1`,
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'a' },
      webhooks: [
        {
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['pods'] }],
          matchConditions: [{ name: 'a', expression: 'object.spec.' }],
        },
      ],
    },
    { path: ['webhooks', 0, 'matchConditions', 0, 'expression'], offset: 12 },
  );
  expect(expressions[0]?.errors).toHaveLength(1);
  expect(completions).toContainEqual({ label: 'nodeName', kind: 'field', type: 'string' });
});

it('answers that a kind without expressions has none', async () => {
  expect(await check({ apiVersion: 'v1', kind: 'ConfigMap', metadata: {} })).toEqual({ expressions: [] });
});

it('says why an object cannot be read, which is no failure of the request', async () => {
  const unserved = { apiVersion: 'v1', kind: 'Nothing', metadata: {} };
  expect(await check(unserved)).toEqual({ expressions: [], error: 'no kind "Nothing" is served in v1' });
  const { expressions, error } = await check(policy({ validations: 3 }));
  expect(expressions).toEqual([]);
  expect(error).toMatch(/cannot unmarshal number/);
});

it('rejects a body without an object, a cursor without a path, and callers without the right to create checks', async () => {
  for (const spec of [{}, { object: policy({}), cursor: 3 }]) expect((await ask(spec)).status).toBe(400);
  expect((await ask({ object: policy({}) }, ['nobody'])).status).toBe(403);
});
