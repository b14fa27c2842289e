import { expect, test } from 'vitest';
import { selectorProblem } from '../../../../src/ui/state/objects/selector-problem.ts';

test.each(['', 'app=web,tier!=db', 'app in (a, b)', '!legacy'])('the label selector "%s" has no problem', (text) => {
  expect(selectorProblem(text)).toBeUndefined();
});

test.each(['app in', 'app=a b', '=web'])('the label selector "%s" has a problem, which is shown', (text) => {
  expect(selectorProblem(text)).toMatch(/\w/);
});
