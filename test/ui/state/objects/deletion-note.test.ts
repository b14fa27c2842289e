import { expect, test } from 'vitest';
import { deletionNote } from '../../../../src/ui/state/objects/deletion-note.ts';

const note = (resource: string, isRunning: boolean): string =>
  deletionNote(
    { group: '', resource },
    {
      controllers: new Map([
        ['garbage-collector-controller', isRunning],
        ['namespace-controller', isRunning],
      ]),
    },
  );

test.each([
  ['deployments', true, 'The garbage collector deletes dependents, unless you keep them.'],
  ['deployments', false, 'Dependent objects are kept: the garbage collector does not run.'],
  ['namespaces', true, 'All objects in a deleted namespace are also deleted.'],
  [
    'namespaces',
    false,
    'A deleted namespace stays terminating and keeps its objects: namespace-controller does not run.',
  ],
  ['customresourcedefinitions', true, 'All objects of the defined kind are also deleted.'],
  ['customresourcedefinitions', false, 'All objects of the defined kind are also deleted.'],
])(
  'the note on deleting %s with running controllers: %s describes the effect on other objects',
  (resource, runs, text) => {
    expect(note(resource, runs)).toBe(text);
  },
);
