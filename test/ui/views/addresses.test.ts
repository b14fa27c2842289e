import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VIEWS } from '../../browser/views.ts';

const ROUTES = readFileSync(new URL('../../../src/ui/routes.tsx', import.meta.url), 'utf8');

/** Returns a pattern of the addresses of a route: `$` and a name stand for one part, `$` alone for the rest. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+').replace('$', '.+')}$`);

it('every route has an address whose accessibility is tested', () => {
  const paths = [...ROUTES.matchAll(/(?:path: |view\(\s*)'([^']+)'/g)].map(([, path = '']) => path);
  expect(paths).toEqual(expect.arrayContaining(['/', '/objects/$group/$version/$resource', '/docs/$', '/requests']));
  // A route that is written in another way would be missed. That of unknown addresses is not loaded when it is opened.
  const components = ROUTES.match(/lazyRouteComponent\(\(\) =>|=> import\('\.\/views|\bcomponent: NotFound/g);
  expect(paths.length).toBe(components?.length);
  const addresses = VIEWS.map((address) => address.replace(/\?.*/, ''));
  const untested = paths.filter((path) => !addresses.some((address) => patternOf(path).test(address)));
  expect(untested).toEqual([]);
});
