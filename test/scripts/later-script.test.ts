import { describe, expect, it } from 'vitest';
import { LATER_MODULES } from '../../src/scripts/later-script.ts';

describe('the modules that the worker loads later', () => {
  it.each(LATER_MODULES)('%s exports a function', async (path) => {
    const module: Record<string, unknown> = await import(new URL(`../../${path}`, import.meta.url).href);
    expect(Object.values(module).some((value) => typeof value === 'function')).toBe(true);
  });
});
