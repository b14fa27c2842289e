import { expect, test } from 'vitest';
import type { WriteRecord } from '../../../src/api/debug/causes.ts';
import type { AdmissionStep } from '../../../src/api/debug/request-trace.ts';
import type { DiscoveredResource } from '../../../src/client/discovery.ts';
import { admissionText, findQualified, mainWrite } from '../../../src/ui/state/followed-steps.ts';

const step = (plugin: string, changes: Partial<AdmissionStep> = {}): AdmissionStep => ({
  ...{ plugin, phase: 'mutate', matched: true, decision: 'allowed', milliseconds: 0 },
  ...changes,
});
const PATCH = [{ op: 'add', path: '/spec/priority', value: 0 }] as const;

test('admission names the plugins that changed the object, and counts those that applied', () => {
  expect(
    admissionText([step('Priority', { patch: PATCH }), step('Priority', { phase: 'validate' }), step('Other')]),
  ).toBe('2 plugins allowed it; Priority changed it');
  expect(admissionText([step('One'), step('Two', { matched: false })])).toBe('1 plugin allowed it unchanged');
});

test('admission names the webhook instead of its plugin', () => {
  expect(admissionText([step('MutatingAdmissionWebhook', { name: 'labels/add', patch: PATCH })])).toBe(
    '1 plugin allowed it; labels/add changed it',
  );
});

test('a resource is found by its plural and group', () => {
  const resource = (group: string) => ({ group, version: 'v1', resource: 'events', preferred: true });
  const resources = [resource(''), resource('events.k8s.io')] as unknown as DiscoveredResource[];
  expect(findQualified({ resources, failed: [] }, 'events.events.k8s.io')?.group).toBe('events.k8s.io');
  expect(findQualified({ resources, failed: [] }, 'events')?.group).toBe('');
  expect(findQualified({ resources, failed: [] }, 'events.example.com')).toBeUndefined();
});

test('a step is named after the binding or the creation of its object, and otherwise after its last write', () => {
  const write = (revision: string, changes: Partial<WriteRecord> = {}): WriteRecord => ({
    ...{ revision, time: '', effect: 'updated', resource: 'pods', name: 'p', user: 'u', subresource: 'status' },
    ...changes,
  });
  expect(mainWrite([write('1'), write('2', { subresource: 'binding' }), write('3')])?.revision).toBe('2');
  expect(mainWrite([write('1', { effect: 'created' }), write('2')])?.revision).toBe('1');
  expect(mainWrite([write('1'), write('2')])?.revision).toBe('2');
});
