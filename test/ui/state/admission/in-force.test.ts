import { expect, test } from 'vitest';
import type { AdmissionPluginState } from '../../../../src/api/debug/admission-plugin-state.ts';
import type { AdmissionStep } from '../../../../src/api/debug/request-trace.ts';
import { admissionEffects, admissionInForce } from '../../../../src/ui/state/admission/in-force.ts';

const plugin = (name: string, ...phases: ('mutate' | 'validate')[]): AdmissionPluginState => ({
  apiVersion: 'debug.tabplane.dev/v1alpha1',
  kind: 'AdmissionPluginState',
  metadata: { name },
  status: { phases, operations: ['CREATE'] },
});
const configuration = (name: string, ...webhooks: string[]) => ({
  apiVersion: '',
  kind: '',
  metadata: { name },
  webhooks: webhooks.map((webhook) => ({ name: webhook })),
});
const PLUGINS = [
  plugin('LimitRanger', 'mutate', 'validate'),
  plugin('MutatingAdmissionWebhook', 'mutate'),
  plugin('ValidatingAdmissionPolicy', 'validate'),
  plugin('ResourceQuota', 'validate'),
];
const NONE = { mutating: [], validating: [], bindings: [] };

test('plugins that change objects come before those that check them', () => {
  expect(admissionInForce(PLUGINS, NONE).map(({ phase, plugin: name }) => `${phase} ${name}`)).toEqual([
    'mutate LimitRanger',
    'mutate MutatingAdmissionWebhook',
    'validate LimitRanger',
    'validate ValidatingAdmissionPolicy',
    'validate ResourceQuota',
  ]);
});

test('webhooks and policies stand in the place of their plugin, by the names of their objects', () => {
  const mutating = [configuration('z', 'last'), configuration('a', 'first', 'second')];
  const bindings = [{ apiVersion: '', kind: '', metadata: { name: 'everywhere' }, spec: { policyName: 'small' } }];
  const names = admissionInForce(PLUGINS, { ...NONE, mutating, bindings }).map(({ name, plugin: own }) => name ?? own);
  expect(names).toEqual([
    'LimitRanger',
    'a/first',
    'a/second',
    'z/last',
    'LimitRanger',
    'small/everywhere',
    'ResourceQuota',
  ]);
});

test('the effect of a part counts the requests that it matched, changed and denied, and links the newest denial', () => {
  const step = (change: Partial<AdmissionStep>): AdmissionStep => ({
    ...{ plugin: 'ResourceQuota', phase: 'validate', matched: true, decision: 'allowed', milliseconds: 2 },
    ...change,
  });
  const trace = (name: string, ...admission: AdmissionStep[]) => ({
    metadata: { name, creationTimestamp: '' },
    admission,
  });
  const effects = admissionEffects([
    trace('newest', step({ patch: [{ op: 'add', path: '/a', value: 1 }] })),
    trace('denied', step({ decision: 'denied', milliseconds: 6 })),
    trace('denied before', step({ decision: 'failed', milliseconds: 4 })),
    trace('other', step({ matched: false })),
  ]);
  expect([...effects]).toEqual([
    ['validate ResourceQuota ', { matched: 3, changed: 1, denied: 2, failed: 1, milliseconds: 4, latest: 'denied' }],
  ]);
});
