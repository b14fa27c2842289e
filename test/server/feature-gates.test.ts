import { expect, test } from 'vitest';
import { FeatureGates } from '../../src/server/feature-gates.ts';

test('gates are at the default of their stage unless they are set', () => {
  const gates = new FeatureGates('APIListChunking=false, ProcMountType=true');
  expect(gates.enabled('APIListChunking')).toBe(false);
  expect(gates.enabled('APIResponseCompression')).toBe(true);
  expect(gates.enabled('ProcMountType')).toBe(true);
  expect(gates.enabled('SidecarContainers')).toBe(false);
});

test('a stage is set as a whole, but for what is set by itself', () => {
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
])('%s is refused', (text, reason) => {
  expect(() => new FeatureGates(text)).toThrow(`invalid argument "${text}" for "--feature-gates" flag: ${reason}`);
});
