import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SharedInformers } from '../../src/client/shared-informers.ts';
import { controllers } from '../../src/controllers/index.ts';
import { fixedContext } from './fixed-context.ts';

beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue(undefined));
afterAll(() => void vi.restoreAllMocks());

test.each(controllers.map((controller) => [controller.name, controller] as const))(
  '%s can be stopped and restarted with the same informers',
  async (_name, controller) => {
    const first = fixedContext({});
    const second = fixedContext({});
    const { informers } = first.context;
    expect(informers).toBeInstanceOf(SharedInformers);
    for (const { context, clock, stop, problems } of [first, second]) {
      const running = controller.run({ ...context, informers });
      await clock.advance(0);
      stop();
      await clock.advance(0);
      await running;
      expect(problems).toEqual([]);
    }
  },
);
