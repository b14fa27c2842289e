import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ASSETS = new URL('../../dist/app/assets/', import.meta.url);

it('is built for production, although the runner of the tests asks for development', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(new URL(name, ASSETS), 'utf8'));
  // Only React's build for development explains its warnings.
  expect(texts.filter((text) => text.includes('react.dev/link/')).length).toBe(0);
  expect(texts.length).toBeGreaterThan(20);
});
