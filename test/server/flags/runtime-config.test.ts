import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { checkRuntimeConfig } from '../../../src/server/flags/runtime-config.ts';
import { createWholeServer } from '../whole-server.ts';

describe('--runtime-config', () => {
  test.each([
    'api/all=true',
    'api/beta=true,api/alpha=false',
    'v1',
    'api/v1=true',
    'policy/v1=false',
    'rbac.authorization.k8s.io/v1',
    'networking.k8s.io/v1alpha1/clustercidrs',
    'debug.tabplane.dev/v1alpha1=false',
  ])('accepts %s', (text) => expect(() => checkRuntimeConfig(text, kubernetesDialect)).not.toThrow());

  test('accepts the group names of the dialect', () => {
    expect(() => checkRuntimeConfig('rbac.authorization.cluster.io/v1=false', clusterDialect)).not.toThrow();
  });

  test.each([
    ['api/all=false', 'invalid key with only api/all=false'],
    ['example.com/v1', 'unknown api groups example.com'],
    ['policy/v1beta1=true', 'group version policy/v1beta1 that has not been registered'],
    ['policy', 'invalid key policy'],
    ['apps/v1/deployments/scale', 'invalid key apps/v1/deployments/scale'],
    ['apps/v1/things', 'invalid key apps/v1/things: there is no resource things in apps/v1'],
    ['apps/v1=no', 'invalid value of apps/v1: no, err: strconv.ParseBool: parsing "no": invalid syntax'],
  ])('rejects %s', (text, why) => {
    expect(() => checkRuntimeConfig(text, kubernetesDialect)).toThrow(`--runtime-config: ${why}`);
  });
});

describe('the served resources', () => {
  const statusOf = async (runtimeConfig: string, path: string): Promise<number> => {
    const { server, get } = await createWholeServer({ flags: { 'runtime-config': runtimeConfig } });
    const { status } = await get(path);
    await server.close();
    return status;
  };

  test.each([
    ['', '/apis/apps/v1/deployments', 200],
    ['', '/apis/networking.k8s.io/v1alpha1/clustercidrs', 404],
    ['', '/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies', 404],
    ['', '/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas', 200],
    ['api/beta=true', '/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies', 200],
    ['networking.k8s.io/v1alpha1/clustercidrs', '/apis/networking.k8s.io/v1alpha1/clustercidrs', 200],
    ['networking.k8s.io/v1alpha1/clustercidrs', '/apis/networking.k8s.io/v1alpha1/ipaddresses', 404],
    ['policy/v1=false', '/apis/policy/v1/poddisruptionbudgets', 404],
    ['autoscaling/v1=false', '/apis/autoscaling/v2/horizontalpodautoscalers', 200],
  ])('with %j: %s responds %i', async (runtimeConfig, path, status) => {
    expect(await statusOf(runtimeConfig, path)).toBe(status);
  });

  test('removed versions respond 404', async () => {
    const { server, get } = await createWholeServer({ flags: { 'runtime-config': 'api/all=true' } });
    for (const path of [
      'extensions/v1beta1/ingresses',
      'apps/v1beta2/deployments',
      'policy/v1beta1/podsecuritypolicies',
      'events.k8s.io/v1beta1/events',
      'autoscaling/v2beta1/horizontalpodautoscalers',
      'storage.k8s.io/v1beta1/csidrivers',
      'rbac.authorization.k8s.io/v1beta1/roles',
    ])
      expect({ path, status: (await get(`/apis/${path}`)).status }).toEqual({ path, status: 404 });
    await server.close();
  });
});
