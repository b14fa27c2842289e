import { expect, test } from 'vitest';
import { POD_ANNOTATIONS } from '../../../../src/simulation/names.ts';
import {
  faultPatch,
  faultPlaceOf,
  faultsAt,
  hasFault,
  imageNote,
} from '../../../../src/ui/state/objects/pod-faults.ts';

const PODS = { group: '', resource: 'pods' };
const DEPLOYMENTS = { group: 'apps', resource: 'deployments' };

const pod = (image: string, annotations = {}, phase = 'Running') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', annotations },
  spec: { nodeName: 'n', containers: [{ name: 'a', image }] },
  status: { phase },
});

test('each fault is an annotation that the simulation knows', () => {
  const known: readonly string[] = Object.values(POD_ANNOTATIONS);
  for (const { annotation } of faultsAt('template')) expect(known).toContain(annotation);
});

test('pods on nodes have faults until they end, and workloads state them in their template', () => {
  expect(faultPlaceOf(PODS, pod('nginx'))).toBe('pod');
  expect(faultPlaceOf(PODS, pod('nginx', {}, 'Failed'))).toBeUndefined();
  expect(faultPlaceOf(PODS, { ...pod('nginx'), spec: {} } as never)).toBeUndefined();
  expect(faultPlaceOf(DEPLOYMENTS, pod('nginx'))).toBe('template');
  expect(faultPlaceOf({ group: '', resource: 'services' }, pod('nginx'))).toBeUndefined();
});

test('a fault is added and taken back by a patch', () => {
  const [crash] = faultsAt('pod');
  if (!crash) throw new Error('there are no faults');
  const annotations = { 'simulation.tabplane.dev/fault': 'crash-loop' };
  expect(faultPatch('pod', crash, true)).toEqual({ metadata: { annotations } });
  expect(faultPatch('template', crash, false)).toEqual({
    spec: { template: { metadata: { annotations: { 'simulation.tabplane.dev/fault': null } } } },
  });
  expect(hasFault(pod('nginx', annotations), 'pod', crash)).toBe(true);
  expect(hasFault(pod('nginx'), 'pod', crash)).toBe(false);
});

test('the note names the images that fail because of their names', () => {
  expect(imageNote(pod('registry.example/crash:1'), 'pod')).toMatch(
    /registry\.example\/crash:1 fails because of its name\.$/,
  );
  expect(imageNote(pod('nginx:404'), 'pod')).toMatch(/nginx:404 fails because of its name\.$/);
  expect(imageNote(pod('nginx'), 'pod')).toMatch(/Others only fail on request\.$/);
});
