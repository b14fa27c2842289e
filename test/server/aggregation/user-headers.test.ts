import { expect, test } from 'vitest';
import { userHeaders } from '../../../src/server/aggregation/user-headers.ts';

test('The headers of a user have one line for each group and each extra value', () => {
  const extra = { scopes: ['read', 'write'], 'example.com/team': ['a'] };
  expect(userHeaders({ username: 'ann', uid: '7', groups: ['dev', 'ops, or so'], extra })).toEqual({
    'x-remote-user': ['ann'],
    'x-remote-group': ['dev', 'ops, or so'],
    'x-remote-extra-scopes': ['read', 'write'],
    'x-remote-extra-example.com%2fteam': ['a'],
  });
});

test('Empty lists add no headers', () => {
  expect(userHeaders({ username: 'ann', groups: [], extra: { none: [] } })).toEqual({ 'x-remote-user': ['ann'] });
});

test('Non-ASCII text is sent as UTF-8 in values and escaped in names', () => {
  expect(userHeaders({ username: 'Zoë', extra: { 'ü%': ['ü'] } })).toEqual({
    'x-remote-user': ['Zo\u00c3\u00ab'],
    'x-remote-extra-%c3%bc%25': ['\u00c3\u00bc'],
  });
});
