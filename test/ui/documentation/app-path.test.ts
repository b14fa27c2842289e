import { expect, it } from 'vitest';
import { appPath } from '../../../src/ui/state/documentation/app-path.ts';

it('an address of the app has a path and a query', () => {
  expect(appPath('/objects/core/v1/pods?namespace=shop')).toEqual({
    path: '/objects/core/v1/pods',
    query: '?namespace=shop',
  });
  expect(appPath('/lessons')).toEqual({ path: '/lessons', query: '' });
});

it.each([
  'https://evil.example',
  'javascript:alert',
  '//evil.example',
  '/\\evil.example',
  'data:text/html,x',
  'lessons',
])('the target %s leaves the app', (target) => {
  expect(appPath(target)).toBeUndefined();
});
