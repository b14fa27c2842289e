import { expect, test } from 'vitest';
import { clusterDialect, dialectNamed, kubernetesDialect } from '../../../src/api/dialect.ts';
import { FeatureGates, openFeatureGates } from '../../../src/server/flags/feature-gates.ts';
import { DEFAULT_FLAGS } from '../../../src/server/flags/server-flags.ts';
import realGates from './feature-gates-v1.28.3.json' with { type: 'json' };

test('every gate has the name, stage and default of v1.28.3', () => {
  const gates = openFeatureGates(DEFAULT_FLAGS, kubernetesDialect);
  expect(gates.all()).toEqual(realGates.map(({ name, stage, enabled }) => ({ name, stage, enabled })));
});

test.each(realGates.filter(({ name }) => !name.startsWith('All')))(
  '$name can be changed unless it is locked',
  ({ name, enabled, locked }) => {
    const change = () => new FeatureGates(`${name}=${!enabled}`);
    if (locked) expect(change).toThrow(`cannot set feature gate ${name} to ${!enabled}, feature is locked to`);
    else expect(change().enabled(name)).toBe(!enabled);
  },
);

test('the cluster dialect enables streaming lists unless a flag says otherwise', () => {
  expect(openFeatureGates(DEFAULT_FLAGS, clusterDialect).enabled('WatchList')).toBe(true);
  const flags = { ...DEFAULT_FLAGS, 'feature-gates': 'WatchList=false' };
  expect(openFeatureGates(flags, clusterDialect).enabled('WatchList')).toBe(false);
});

test.each([
  ['kubernetes', 'admissionregistration.k8s.io/v1beta1=true'],
  ['cluster', 'admissionregistration.k8s.io/v1beta1=true'],
  ['cluster', 'admissionregistration.cluster.io/v1beta1=true'],
] as const)('serving the API of policies enables them unless a flag says otherwise (%s, %s)', (name, config) => {
  const flags = { ...DEFAULT_FLAGS, dialect: name, 'runtime-config': config };
  const dialect = dialectNamed(name);
  expect(openFeatureGates(flags, dialect).enabled('ValidatingAdmissionPolicy')).toBe(true);
  const off = { ...flags, 'feature-gates': 'ValidatingAdmissionPolicy=false' };
  expect(openFeatureGates(off, dialect).enabled('ValidatingAdmissionPolicy')).toBe(false);
});

test('gates have the default of their stage unless they are set', () => {
  const gates = new FeatureGates('APIListChunking=false, ProcMountType=true');
  expect(gates.enabled('APIListChunking')).toBe(false);
  expect(gates.enabled('APIResponseCompression')).toBe(true);
  expect(gates.enabled('ProcMountType')).toBe(true);
  expect(gates.enabled('SidecarContainers')).toBe(false);
});

test('a stage sets all its gates, except those set by name', () => {
  const gates = new FeatureGates('AllBeta=false,RemainingItemCount=true');
  expect(gates.enabled('APIListChunking')).toBe(false);
  expect(gates.enabled('RemainingItemCount')).toBe(true);
  expect(gates.enabled('ServerSideApply')).toBe(true);
});

test.each([
  ['Foo=true', 'unrecognized feature gate: Foo'],
  ['WatchList', 'missing bool value for WatchList'],
  ['WatchList=maybe', 'invalid value of WatchList=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
  ['ServerSideApply=false', 'cannot set feature gate ServerSideApply to false, feature is locked to true'],
])('%s is rejected', (text, reason) => {
  expect(() => new FeatureGates(text)).toThrow(`invalid argument "${text}" for "--feature-gates" flag: ${reason}`);
});
