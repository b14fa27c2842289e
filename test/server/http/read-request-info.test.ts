import { expect, test } from 'vitest';
import { readRequestInfo } from '../../../src/server/http/read-request-info.ts';

const PODS = '/api/v1/namespaces/x/pods';
const info = (query: string, method = 'GET') => {
  const { verb, name } = readRequestInfo(method, new URL(`http://server${PODS}${query}`));
  return { verb, name };
};

test.each([
  ['?fieldSelector=metadata.name%3Da', { verb: 'list', name: 'a' }],
  ['?fieldSelector=status.phase%3DRunning,metadata.name%3D%3Da&watch=1', { verb: 'watch', name: 'a' }],
  ['?fieldSelector=metadata.name!%3Da', { verb: 'list', name: '' }],
  ['?fieldSelector=metadata.name%3Da,nonsense', { verb: 'list', name: '' }],
  ['?fieldSelector=metadata.name%3Da%2Fb', { verb: 'list', name: '' }],
  ['?fieldSelector=metadata.name%3D..', { verb: 'list', name: '' }],
])('a read with %s is authorized as %j', (query, judged) => {
  expect(info(query)).toEqual(judged);
});

test('a deletecollection is never authorized for a single name', () => {
  expect(info('?fieldSelector=metadata.name%3Da', 'DELETE')).toEqual({ verb: 'deletecollection', name: '' });
});
