import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../../../src/api/dialect.ts';
import type { ControllerRevision, ReplicaSet } from '../../../../../src/api/kinds/apps-v1.generated.ts';
import { pausePatch, restartPatch, undoPatch } from '../../../../../src/client/objects/rollout-patches.ts';
import type { Workload } from '../../../../../src/client/objects/workload.ts';
import {
  controllerRevisions,
  deploymentRevisions,
  imagesOf,
  type Revision,
} from '../../../../../src/ui/state/objects/workloads/revisions.ts';

const deployment = (annotations: Record<string, string>): Workload => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', annotations },
});
const templateOf = (image: string, labels: Record<string, string> = {}) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'main', image }] },
});
const set = (name: string, annotations: Record<string, string>, image: string): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name, annotations },
  spec: {
    replicas: 2,
    selector: {},
    template: templateOf(image, { app: 'web', 'pod-template-hash': name }),
  },
  status: { replicas: 2, readyReplicas: 1 },
});

describe('the revisions of a deployment', () => {
  test.each([kubernetesDialect, clusterDialect])('are its replica sets, newest first ($name names)', (dialect) => {
    const revision =
      dialect.name === 'cluster' ? 'deployment.cluster.io/revision' : 'deployment.kubernetes.io/revision';
    const sets = [set('b', { [revision]: '9' }, 'nginx:2'), set('a', { [revision]: '10' }, 'nginx:1')];
    const found = deploymentRevisions(deployment({ [revision]: '10' }), sets, dialect);
    expect(found.map((each) => [each.number, each.isCurrent, imagesOf(each)])).toEqual([
      [10, true, ['nginx:1']],
      [9, false, ['nginx:2']],
    ]);
    expect(found[0]?.counts[0]).toEqual({ label: 'Ready', count: 1, of: 2 });
  });

  test('a deployment without a revision has no current one', () => {
    const [only] = deploymentRevisions(deployment({}), [set('a', {}, 'nginx')], kubernetesDialect);
    expect(only?.isCurrent).toBe(false);
  });
});

describe('the revisions of a stateful set or daemon set', () => {
  const revision = (name: string, number: number): ControllerRevision => ({
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: { name },
    revision: number,
    data: { spec: { template: { ...templateOf(`nginx:${number}`), $patch: 'replace' } } },
  });
  const revisions = [revision('web-1', 1), revision('web-2', 2)];

  test('are its controller revisions; the current one is that of its status', () => {
    const owner: Workload = { ...deployment({}), status: { updateRevision: 'web-1' } };
    const found = controllerRevisions(owner, revisions, kubernetesDialect);
    expect(found.map((each) => [each.number, each.isCurrent, imagesOf(each)])).toEqual([
      [2, false, ['nginx:2']],
      [1, true, ['nginx:1']],
    ]);
  });

  test('the newest is current when the status names none', () => {
    const found = controllerRevisions(deployment({}), revisions, kubernetesDialect);
    expect(found.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  test('a rollback sends the data of the revision as a strategic merge patch', () => {
    const [, old] = controllerRevisions(deployment({}), revisions, kubernetesDialect);
    expect(undoPatch(deployment({}), (old as Revision).holder, kubernetesDialect)).toEqual({
      type: 'strategic',
      patch: { spec: { template: { ...templateOf('nginx:1'), $patch: 'replace' } } },
    });
  });
});

test('a rollback of a deployment replaces its template without the hash, and takes over the annotations', () => {
  const names = { revision: 'deployment.kubernetes.io/revision', cause: 'kubernetes.io/change-cause' };
  const live = deployment({ [names.revision]: '2', [names.cause]: 'new', gone: 'yes' });
  const [revision] = deploymentRevisions(
    live,
    [set('a', { [names.revision]: '1', [names.cause]: 'old' }, 'nginx:1')],
    kubernetesDialect,
  );
  expect(undoPatch(live, (revision as Revision).holder, kubernetesDialect)).toEqual({
    type: 'json',
    patch: [
      { op: 'replace', path: '/spec/template', value: templateOf('nginx:1', { app: 'web' }) },
      { op: 'add', path: '/metadata/annotations', value: { [names.revision]: '2', [names.cause]: 'old' } },
    ],
  });
});

test('a restart changes an annotation of the template, in the names of the cluster', () => {
  const annotations = { 'kubectl.cluster.io/restartedAt': '2026-01-02T03:04:05Z' };
  expect(restartPatch('2026-01-02T03:04:05Z', clusterDialect)).toEqual({
    type: 'strategic',
    patch: { spec: { template: { metadata: { annotations } } } },
  });
});

test('a rollout is paused and resumed by its spec', () => {
  expect([pausePatch(true), pausePatch(false)].map(({ patch }) => patch)).toEqual([
    { spec: { paused: true } },
    { spec: { paused: false } },
  ]);
});
