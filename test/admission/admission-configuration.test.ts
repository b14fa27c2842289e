import { describe, expect, test } from 'vitest';
import { readAdmissionConfiguration } from '../../src/admission/admission-configuration.ts';
import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';

const read = (document: unknown, dialect: DialectName = 'kubernetes') =>
  Object.fromEntries(readAdmissionConfiguration(JSON.stringify(document), dialectNamed(dialect)));
const configuration = (plugins: unknown, apiVersion = 'apiserver.config.k8s.io/v1') => ({
  apiVersion,
  kind: 'AdmissionConfiguration',
  plugins,
});

describe('an admission configuration', () => {
  test('configures each plugin and is optional', () => {
    const plugins = [{ name: 'A', configuration: { a: 1 } }, { name: 'B' }];
    expect(read(configuration(plugins))).toEqual({ A: { a: 1 }, B: {} });
    expect(read(configuration(undefined))).toEqual({});
    expect(readAdmissionConfiguration('', dialectNamed('kubernetes')).size).toBe(0);
  });

  test.each<[DialectName, string]>([
    ['kubernetes', 'apiserver.config.k8s.io/v1alpha1'],
    ['cluster', 'apiserver.config.k8s.io/v1'],
    ['cluster', 'apiserver.config.cluster.io/v1'],
  ])('in the %s dialect may have the apiVersion %s', (dialect, apiVersion) => {
    expect(read(configuration([{ name: 'A' }], apiVersion), dialect)).toEqual({ A: {} });
  });

  test.each<[string, unknown, string]>([
    ['of another version', configuration([], 'apiserver.config.k8s.io/v2'), 'not AdmissionConfiguration of apiserver'],
    ['of another kind', { ...configuration([]), kind: 'Configuration' }, 'not Configuration of apiserver'],
    ['without apiVersion and kind', { plugins: [] }, 'must be an AdmissionConfiguration of apiserver.config.k8s.io/v1'],
    ['that is not an object', [], 'must be an AdmissionConfiguration'],
    ['whose plugins are not a list', configuration({}), 'must be a list'],
    ['with a plugin without a name', configuration([{}]), 'needs a name'],
    [
      'with a file that the host has not read',
      configuration([{ name: 'A', path: 'a.yaml' }]),
      'a.yaml cannot be read here',
    ],
  ])('%s is rejected', (_title, document, why) => {
    expect(() => read(document)).toThrow(why);
  });

  test('accepts the old format, in which the whole file configures one plugin', () => {
    const document = { imagePolicy: { kubeConfigFile: 'k' } };
    expect(read(document)).toEqual({ ImagePolicyWebhook: document });
    expect(read({ podNodeSelectorPluginConfig: {} })).toHaveProperty('PodNodeSelector');
  });
});
