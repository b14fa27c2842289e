import { expect, test } from 'vitest';
import { documentationOf, ruleOf } from '../../../src/client/causes/component-rules.ts';
import { controlLoops } from '../../../src/hosts/controllers/control-loops.ts';

test('every controller and component has a rule of one sentence with its documentation', () => {
  const rules = controlLoops.map(({ name }) => [name, ruleOf(name)] as const);
  expect(rules.filter(([, rule]) => rule === undefined).map(([name]) => name)).toEqual([]);
  for (const [, rule] of rules) {
    if (!rule) continue;
    expect(rule.rule).toMatch(/^[A-Z][^.]*\.$/);
    expect(new URL(documentationOf(rule)).pathname).toMatch(/^\/docs\/[\w/-]+\/$/);
  }
  expect(ruleOf('alice')).toBeUndefined();
});
