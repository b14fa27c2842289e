import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const ASSETS = new URL('../../dist/app/assets/', import.meta.url);

it('the app is built for production, although the test runner sets the development mode', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(new URL(name, ASSETS), 'utf8'));
  // Only React's development build explains its warnings.
  expect(texts.filter((text) => text.includes('react.dev/link/')).length).toBe(0);
  expect(texts.length).toBeGreaterThan(20);
});

it('a page loads less than 400 KiB of compressed scripts before an editor', () => {
  const load = (name: string) => readFileSync(new URL(name, ASSETS), 'utf8');
  const first = [...load('../index.html').matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name);
  expect(first.length).toBeGreaterThan(1);
  const size = first.reduce((sum, name) => sum + gzipSync(load(name)).length, 0);
  expect(size).toBeLessThan(400 * 1024);
});
