import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ForkableCluster } from '../../../src/embedding/cluster.ts';
import { type Life, liveInOneStep, liveThrough, PASSAGES, type Span, templateOf, upTo } from './life.ts';

/** Tests lives with every passage of time. @param longest the last span that is reached in more than one step */
export function testLives(lives: readonly Life[], longest: Span = 'thirty days'): void {
  describe.each(lives.map((life) => [life.controller, life] as const))('%s', (_, life) => {
    let template: ForkableCluster;
    beforeAll(async () => {
      template = await templateOf(life);
    });
    afterAll(() => template.close());

    test(`${life.title}, when time passes in one step`, async () => {
      expect(await liveInOneStep(template, life)).toEqual(life.after);
    });

    test.each(Object.entries(PASSAGES))(`${life.title}, when time passes %s`, async (_passage, passage) => {
      const shorter = { ...life, after: upTo(longest, life.after) };
      expect(await liveThrough(template, shorter, passage)).toEqual(shorter.after);
    });
  });
}
