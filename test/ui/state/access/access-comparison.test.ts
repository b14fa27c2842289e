import { describe, expect, it } from 'vitest';
import type { AccessMatrixRow, AccessMatrixStatus } from '../../../../src/api/debug/access-analysis.ts';
import {
  compareGrants,
  grantsOfMatrix,
  grantsOfRules,
  isDifferent,
  readComparisonSearch,
  readSide,
  sideOfSubject,
  sideParameter,
  sideText,
  subjectOfSide,
} from '../../../../src/ui/state/access/access-comparison.ts';

const row = (resource: string, verbs: string[], granted: AccessMatrixRow['granted'] = []): AccessMatrixRow => ({
  group: '',
  resource,
  namespaced: true,
  verbs,
  granted,
});
const SERVED = [row('pods', ['create', 'get', 'list']), row('pods/log', ['get']), row('secrets', ['get'])];

describe('a side of a comparison', () => {
  it('is read from and written to the address', () => {
    for (const text of ['user/alice', 'group/dev', 'account/shop/robot', 'role/shop/viewer', 'clusterrole/view'])
      expect(sideParameter(readSide(text))).toBe(text);
    expect(readSide('role/shop/viewer')).toEqual({ type: 'role', name: 'shop/viewer' });
    expect(readSide()).toEqual({ type: 'user', name: '' });
    expect(readSide('pod/a')).toEqual({ type: 'user', name: '' });
    expect(readComparisonSearch({ left: 'user/a', show: 'all', other: 1 })).toEqual({ left: 'user/a', show: 'all' });
  });

  it('has the subject that it names, but roles have none', () => {
    expect(subjectOfSide(readSide('user/alice'))?.user.username).toBe('alice');
    expect(subjectOfSide(readSide('group/dev'))?.user.groups).toContain('dev');
    expect(subjectOfSide(readSide('account/shop/robot'))?.user.username).toBe('system:serviceaccount:shop:robot');
    expect(subjectOfSide(readSide('role/shop/viewer'))).toBeUndefined();
  });

  it('is made from a subject', () => {
    for (const text of ['user/alice', 'group/dev', 'account/shop/robot']) {
      const subject = subjectOfSide(readSide(text));
      expect(subject && sideParameter(sideOfSubject(subject))).toBe(text);
    }
  });

  it('has a text that begins with its kind', () => {
    expect(sideText(readSide('account/shop/robot'))).toBe('Service account shop/robot');
    expect(sideText(readSide('clusterrole/view'))).toBe('ClusterRole view');
  });
});

describe('grants', () => {
  it('of rules are those verbs of the served resources that the rules cover', () => {
    const grants = grantsOfRules(
      [
        { verbs: ['*'], apiGroups: [''], resources: ['pods'] },
        { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['b', 'a'] },
        { verbs: ['get'], nonResourceURLs: ['/metrics'] },
      ],
      SERVED,
    );
    expect(Object.fromEntries(grants)).toEqual({
      pods: ['create', 'get', 'list'],
      'pods/log': [],
      secrets: ['get (only a, b)'],
      '/metrics': ['get'],
    });
  });

  it('of rules for names have no creations', () => {
    const rule = { verbs: ['create', 'get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] };
    expect(grantsOfRules([rule], SERVED).get('pods')).toEqual(['get (only a)']);
  });

  it('of a subject are those of its matrix', () => {
    const matrix: AccessMatrixStatus = {
      sources: [],
      rows: [row('secrets', ['get'], [{ verb: 'get', names: ['a'], sources: [] }])],
      paths: [{ path: '/metrics', verbs: ['get'], sources: [] }],
      incomplete: false,
    };
    expect(Object.fromEntries(grantsOfMatrix(matrix))).toEqual({ secrets: ['get (only a)'], '/metrics': ['get'] });
  });

  it('are compared verb by verb, without what neither side has', () => {
    const rows = compareGrants(
      new Map([
        ['pods', ['get', 'list']],
        ['secrets', []],
        ['nodes', ['get']],
        ['/metrics', ['get']],
      ]),
      new Map([
        ['/metrics', ['get']],
        ['pods', ['get']],
        ['nodes', ['get']],
        ['jobs', ['create']],
      ]),
    );
    expect(rows.map(({ name }) => name)).toEqual(['jobs', 'nodes', 'pods', '/metrics']);
    expect(rows.filter(isDifferent).map(({ name }) => name)).toEqual(['jobs', 'pods']);
    expect(rows[2]).toEqual({
      name: 'pods',
      left: [
        { text: 'get', isShared: true },
        { text: 'list', isShared: false },
      ],
      right: [{ text: 'get', isShared: true }],
    });
  });
});
