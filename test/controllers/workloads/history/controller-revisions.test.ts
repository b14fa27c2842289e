import { expect, test } from 'vitest';
import type { ControllerRevision } from '../../../../src/api/kinds/apps-v1.generated.ts';
import { restoredTemplate } from '../../../../src/client/objects/revisions.ts';
import {
  planRevision,
  revisionData,
  revisionHash,
  revisionName,
  surplusRevisions,
} from '../../../../src/controllers/workloads/history/controller-revisions.ts';
import { template } from '../pods.ts';

const revision = (number: number, image: string): ControllerRevision => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: { name: `r${number}` },
  data: revisionData(template({ app: 'db' }, image)),
  revision: number,
});

test('A revision holds the template as a patch that replaces it', () => {
  const data = revisionData(template({ app: 'db' }));
  // kubectl compares this JSON with the JSON that Go writes.
  expect(JSON.stringify(data)).toBe(
    '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"app":"db"}},"spec":{"containers":[{"image":"app:1","name":"app"}]}}}}',
  );
  expect(restoredTemplate(revision(1, 'app:1'))).toEqual(template({ app: 'db' }));
});

test('The hash depends on the collision count, and not on the order of keys', () => {
  const hash = revisionHash({ a: 1, b: 2 }, 0);
  expect(revisionHash({ b: 2, a: 1 }, 0)).toBe(hash);
  expect(revisionHash({ a: 1, b: 2 }, 1)).not.toBe(hash);
  expect(revisionName('n'.repeat(300), 'h')).toBe(`${'n'.repeat(223)}-h`);
});

test('A new template gets a revision, the newest revision is kept, and an older one becomes the newest', () => {
  const known = [revision(1, 'a'), revision(4, 'b')];
  expect(planRevision(known, revision(0, 'c').data)).toEqual({ kind: 'create', number: 5 });
  expect(planRevision(known, revision(0, 'b').data)).toMatchObject({ kind: 'keep', revision: { revision: 4 } });
  expect(planRevision(known, revision(0, 'a').data)).toMatchObject({
    kind: 'renew',
    revision: { revision: 1 },
    number: 5,
  });
  expect(planRevision([], revision(0, 'a').data)).toEqual({ kind: 'create', number: 1 });
});

test('The oldest revisions beyond the limit are surplus, not counting revisions in use', () => {
  const known = [1, 2, 3, 4, 5].map((number) => revision(number, 'a'));
  const isInUse = ({ revision: number }: ControllerRevision) => number === 1 || number === 5;
  expect(surplusRevisions(known, isInUse, 2).map((each) => each.revision)).toEqual([2]);
  expect(surplusRevisions(known, isInUse, 3)).toEqual([]);
});
