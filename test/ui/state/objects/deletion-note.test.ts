import { expect, test } from 'vitest';
import { deletionNote } from '../../../../src/ui/state/objects/deletion-note.ts';

const note = (name: string, isRunning: boolean): string => {
  const [resource = '', ...group] = name.split('.');
  return deletionNote(
    { group: group.join('.'), resource },
    {
      controllers: new Map([
        ['garbage-collector-controller', isRunning],
        ['namespace-controller', isRunning],
      ]),
    },
  );
};

test.each([
  ['deployments', true, 'The garbage collector deletes dependents, unless you keep them.'],
  ['deployments', false, 'Dependent objects are kept: the garbage collector does not run.'],
  ['namespaces', true, 'All objects in a deleted namespace are also deleted.'],
  [
    'namespaces',
    false,
    'A deleted namespace stays terminating and keeps its objects: namespace-controller does not run.',
  ],
  ['customresourcedefinitions.apiextensions.k8s.io', true, 'All objects of the defined kind are also deleted.'],
  ['customresourcedefinitions.apiextensions.cluster.io', false, 'All objects of the defined kind are also deleted.'],
  ['namespaces.example.com', true, 'The garbage collector deletes dependents, unless you keep them.'],
])(
  'the note on deleting %s with running controllers: %s describes the effect on other objects',
  (resource, runs, text) => {
    expect(note(resource, runs)).toBe(text);
  },
);
