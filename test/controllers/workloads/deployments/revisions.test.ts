import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import { surplusSets } from '../../../../src/controllers/workloads/deployments/replica-set-search.ts';
import {
  lastRevision,
  newSetAnnotations,
  nextRevision,
  revisionNames,
} from '../../../../src/controllers/workloads/deployments/revisions.ts';
import { deployment, replicaSet } from './deployment-objects.ts';

const names = revisionNames(kubernetesDialect);
const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';
const withRevision = (revision: number | bigint, size = 0) =>
  replicaSet({ name: `rs-${revision}`, size, annotations: { [REVISION]: String(revision) } });
const annotated = (annotations: Record<string, string>) => {
  const web = deployment();
  return { ...web, metadata: { ...web.metadata, annotations } };
};

test('The annotations of a deployment are copied to its new replica set, except object-specific ones', () => {
  const web = annotated({ team: 'a', [REVISION]: '9', 'kubectl.kubernetes.io/last-applied-configuration': '{}' });
  expect(newSetAnnotations(web, {}, 3n, names)).toEqual({ team: 'a', [REVISION]: '3' });
});

test('The target of a rollback gets a new revision and keeps its revision history', () => {
  expect(newSetAnnotations(deployment(), { [REVISION]: '1' }, 3n, names)).toEqual({ [REVISION]: '3', [HISTORY]: '1' });
  const again = { [REVISION]: '3', [HISTORY]: '1' };
  expect(newSetAnnotations(deployment(), again, 5n, names)).toEqual({ [REVISION]: '5', [HISTORY]: '1,3' });
});

test('A revision never decreases, and an invalid revision is left alone', () => {
  expect(newSetAnnotations(deployment(), { [REVISION]: '7' }, 3n, names)).toEqual({ [REVISION]: '7' });
  expect(newSetAnnotations(annotated({ team: 'a' }), { [REVISION]: 'x' }, 3n, names)).toEqual({ [REVISION]: 'x' });
});

test('The history of revisions stays below 2,000 characters', () => {
  const long = Array.from({ length: 499 }, () => '100').join(',');
  const history = newSetAnnotations(deployment(), { [REVISION]: '777', [HISTORY]: long }, 800n, names)[HISTORY] ?? '';
  expect(history.length).toBeLessThanOrEqual(2000);
  expect(history.endsWith(',100,777')).toBe(true);
});

test('Revisions are 64-bit integers', () => {
  const sets = [withRevision(3_546_343_826_724_305_832n), withRevision(3_546_343_826_724_305_831n)];
  expect(nextRevision(sets, names)).toBe(3_546_343_826_724_305_833n);
  expect(lastRevision(sets, names)).toBe(3_546_343_826_724_305_831n);
  expect(newSetAnnotations(deployment(), {}, nextRevision(sets, names), names)).toEqual({
    [REVISION]: '3546343826724305833',
  });
  expect(nextRevision([withRevision(2n ** 63n)], names)).toBe(1n);
});

test('The last revision precedes the highest one, and the next revision follows it', () => {
  const sets = [4, 9, 2].map((revision) => withRevision(revision));
  expect([nextRevision(sets, names), lastRevision(sets, names)]).toEqual([10n, 4n]);
  expect([nextRevision([], names), lastRevision([], names)]).toEqual([1n, 0n]);
});

test('Empty replica sets beyond the history limit are surplus, the lowest revisions first', () => {
  const sets = [withRevision(10), withRevision(9), withRevision(2, 1), withRevision(3)];
  const surplus = surplusSets(deployment({ revisionHistoryLimit: 1 }), sets, names);
  // Revision 2 still has a pod.
  expect(surplus.map(({ metadata }) => metadata.name)).toEqual(['rs-3', 'rs-9']);
});
