import { expect, test } from 'vitest';
import { fieldOwners } from '../../../../src/ui/views/yaml/field-owners.ts';

const TEXT = `apiVersion: v1
kind: Pod
metadata:
  name: a
  labels:
    app: a
    tier: b
spec:
  hostname: x
  containers:
  - name: web
    image: nginx
    args:
    - one
    - two
  - name: other
    image: busybox
`;
const entry = (manager: string, fieldsV1: object) => ({ manager, operation: 'Apply', fieldsV1 }) as never;
const CREATOR = entry('creator', {
  'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
  'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {}, 'f:args': {} } } },
});
const SETTER = entry('setter', { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } });

const ownersOf = (line: string) => fieldOwners(TEXT, [CREATOR, SETTER]).get(TEXT.split('\n').indexOf(line) + 1);

test('each field has the managers that own it', () => {
  expect(ownersOf('    app: a')).toEqual(['creator']);
  expect(ownersOf('    image: nginx')).toEqual(['creator', 'setter']);
});

test('a value that is owned as a whole has its managers in every line', () => {
  expect(ownersOf('    args:')).toEqual(['creator']);
  expect(ownersOf('    - two')).toEqual(['creator']);
});

test('a field that nobody owns has no managers', () => {
  expect(ownersOf('    tier: b')).toEqual([]);
  expect(ownersOf('  hostname: x')).toEqual([]);
  expect(ownersOf('    image: busybox')).toEqual([]);
});

test.each(['apiVersion: v1', '  name: a', 'spec:', '  containers:'])(
  'the line %j is no field with a manager',
  (line) => {
    expect(ownersOf(line)).toBeUndefined();
  },
);

test('an item of a set has the managers that own it', () => {
  const owner = entry('owner', { 'f:metadata': { 'f:finalizers': { 'v:"a.b/c"': {} } } });
  const owners = fieldOwners('metadata:\n  finalizers:\n  - a.b/c\n  - other\n', [owner]);
  expect([owners.get(3), owners.get(4)]).toEqual([['owner'], []]);
});
