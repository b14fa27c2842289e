import { describe, expect, it } from 'vitest';
import { evaluateMatchConditions } from '../../../src/cel/admission/evaluate-match-conditions.ts';
import type { AccessQuestion } from '../../../src/cel/library/authorizer-library.ts';

const input = {
  object: { metadata: { name: 'n', labels: { tier: 'gold' } } },
  oldObject: null,
  request: { operation: 'CREATE', name: 'n', userInfo: { username: 'ann', groups: ['dev'] } },
  requestResource: { group: '', resource: 'pods', subresource: '', namespace: 'x', name: 'n' },
};

/** Evaluates conditions with an authorizer that allows the given verbs; returns the verdict and the checks. */
async function judge(expressions: readonly string[], allowed: readonly string[] = []) {
  const asked: AccessQuestion[] = [];
  const conditions = expressions.map((expression, index) => ({ name: `c${index}`, expression }));
  const verdict = await evaluateMatchConditions(conditions, input, async (question) => {
    asked.push(question);
    return { allowed: allowed.includes(question.verb), reason: '' };
  });
  return { verdict, asked };
}

describe('evaluateMatchConditions', () => {
  it('matches when every condition is true', async () => {
    const { verdict } = await judge(['object.metadata.labels.tier == "gold"', 'request.operation == "CREATE"']);
    expect(verdict).toEqual({ matches: true });
  });

  it('returns the name of the false condition', async () => {
    expect((await judge(['true', 'oldObject != null'])).verdict).toEqual({ matches: false, failedCondition: 'c1' });
  });

  it('prefers a false condition to a failing one', async () => {
    expect((await judge(['object.missing', 'object.nope == 1', 'false'])).verdict.matches).toBe(false);
  });

  it('reports errors, as a list when there are several', async () => {
    expect((await judge(['object.nope == 1'])).verdict.error).toBe(
      "expression 'object.nope == 1' resulted in error: no such key: nope",
    );
    expect((await judge(['object.a == 1', 'object.b == 1'])).verdict.error).toBe(
      "[expression 'object.a == 1' resulted in error: no such key: a, expression 'object.b == 1' resulted in error: no such key: b]",
    );
  });

  it('asks the authorizer once per check and continues with the decision', async () => {
    const question = 'authorizer.group("apps").resource("deployments").subresource("scale").namespace("y").name("d")';
    const expression = `${question}.check("patch").allowed() && ${question}.check("patch").allowed()`;
    const { verdict, asked } = await judge([expression], ['patch']);
    expect(verdict).toEqual({ matches: true });
    expect(asked).toEqual([
      { group: 'apps', resource: 'deployments', subresource: 'scale', namespace: 'y', name: 'd', verb: 'patch' },
    ]);
  });

  it('checks the request itself, paths and service accounts', async () => {
    const { asked } = await judge([
      'authorizer.requestResource.check("breakglass").allowed() || true',
      'authorizer.path("/healthz").check("get").allowed() || true',
      'authorizer.serviceAccount("x", "builder").group("").resource("pods").check("list").allowed() || true',
    ]);
    expect(asked).toMatchObject([
      { resource: 'pods', namespace: 'x', name: 'n', verb: 'breakglass' },
      { path: '/healthz', verb: 'get' },
      { serviceAccount: { namespace: 'x', name: 'builder' }, resource: 'pods', verb: 'list' },
    ]);
  });

  it.each([
    ['authorizer.path("  ").check("get")', 'path must not be empty'],
    ['authorizer.group("").resource(" ").check("get")', 'resource must not be empty'],
    ['authorizer.serviceAccount("x", "A")', 'Invalid service account name'],
    ['authorizer.serviceAccount("a.b", "a")', 'Invalid service account namespace'],
  ])('rejects %s without asking the authorizer', async (question, message) => {
    const { verdict, asked } = await judge([`type(${question}) != int`]);
    expect(verdict.error).toMatch(new RegExp(`${message}$`));
    expect(asked).toEqual([]);
  });

  it('limits an expression to two checks', async () => {
    const ask = (verb: string) => `authorizer.group("").resource("pods").check("${verb}").allowed()`;
    expect((await judge([`!${ask('a')} && !${ask('b')}`])).verdict).toEqual({ matches: true });
    expect((await judge([`!${ask('a')} && !${ask('b')} && !${ask('c')}`])).verdict.error).toMatch(
      /operation cancelled: actual cost limit exceeded$/,
    );
  });
});
