import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RoleBinding, Subject } from '../../../src/api/kinds/rbac-v1.generated.ts';
import { BindingIndex } from '../../../src/authorization/rbac/binding-index.ts';
import { userSubject } from '../fixtures.ts';

const binding = (name: string, ...subjects: Subject[]): RoleBinding => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { namespace: 'x', name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
  subjects,
});
const ANN = ['User/ann', 'Group/dev'];
const DEV: Subject = { kind: 'Group', name: 'dev' };
const namesOf = (index: BindingIndex) => index.grantsOf(ANN, 'x').map((grant) => grant.binding.metadata.name);

test('bindings are sorted by name, each listed once with its first matching subject', () => {
  const index = new BindingIndex();
  index.set('x', 'b', binding('b', userSubject('bob'), DEV, userSubject('ann')));
  index.set('x', 'a', binding('a', userSubject('ann')));
  index.set('y', 'c', binding('c', userSubject('ann')));
  expect(index.grantsOf(ANN, 'x').map(({ binding: { metadata }, subject }) => [metadata.name, subject.name])).toEqual([
    ['a', 'ann'],
    ['b', 'dev'],
  ]);
});

test('a binding replaces the one with the same name and can be removed', () => {
  const index = new BindingIndex();
  index.set('x', 'a', binding('a', userSubject('ann')));
  index.set('x', 'a', binding('a', userSubject('bob')));
  expect(namesOf(index)).toEqual([]);
  index.set('x', 'a', binding('a', DEV));
  expect(namesOf(index)).toEqual(['a']);
  index.set('x', 'a', undefined);
  expect(namesOf(index)).toEqual([]);
});

test('after any sequence of writes, the index equals a new one', () => {
  const subjects = fc.subarray([userSubject('ann'), userSubject('bob'), DEV]);
  const write = fc.record({ name: fc.constantFrom('a', 'b', 'c'), subjects: fc.option(subjects, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(write), (writes) => {
      const index = new BindingIndex();
      const there = new Map<string, RoleBinding>();
      for (const { name, subjects: given } of writes) {
        const written = given && binding(name, ...given);
        index.set('x', name, written);
        if (written) there.set(name, written);
        else there.delete(name);
      }
      const fresh = new BindingIndex();
      for (const [name, written] of there) fresh.set('x', name, written);
      expect(index.grantsOf(ANN, 'x')).toEqual(fresh.grantsOf(ANN, 'x'));
    }),
  );
});
