import { describe, expect, it } from 'vitest';
import type { DaemonSet, Deployment, StatefulSet } from '../../../src/api/kinds/apps-v1.generated.ts';
import { controllerrevisions } from '../../../src/resources/apps/controllerrevisions.ts';
import { daemonsets } from '../../../src/resources/apps/daemonsets.ts';
import { deployments } from '../../../src/resources/apps/deployments.ts';
import { replicasets } from '../../../src/resources/apps/replicasets.ts';
import { statefulsets } from '../../../src/resources/apps/statefulsets.ts';
import { created, createErrors, rowOf, strategyContext, updateErrors } from '../run-strategy.ts';

const template = { metadata: { labels: { shop: 'tea' } }, spec: { containers: [{ name: 'till', image: 'till:2' }] } };
const spec = { selector: { matchLabels: { shop: 'tea' } }, template };
const serviceName = 'tea';

describe('a deployment', () => {
  it('defaults to rolling updates of 25%', async () => {
    const { spec: stored } = await created<Deployment>(deployments, { spec });
    expect(stored).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
  });

  it.each([
    [
      { selector: { matchLabels: { shop: 'coffee' } } },
      'spec.template.metadata.labels: Invalid value: map[string]string{"shop":"tea"}: `selector` does not match template `labels`',
    ],
    [{ replicas: -2 }, 'spec.replicas: Invalid value: -2: must be greater than or equal to 0'],
    [
      { minReadySeconds: 30, progressDeadlineSeconds: 20 },
      'spec.progressDeadlineSeconds: Invalid value: 20: must be greater than minReadySeconds',
    ],
    [
      { strategy: { type: 'Canary' } },
      'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"Canary", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: '0%', maxSurge: 0 } } },
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"0%"}: may not be 0 when `maxSurge` is 0',
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: '101%' } } },
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
    ],
  ])('with %j is rejected: %s', async (change, error) => {
    expect(await createErrors(deployments, { spec: { ...spec, ...change } })).toEqual([error]);
  });

  it('has an immutable selector', async () => {
    const selector = { matchExpressions: [{ key: 'shop', operator: 'Exists' }] };
    expect(await updateErrors(deployments, { spec }, { spec: { ...spec, selector } })).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"shop", Operator:"Exists", Values:[]string(nil)}}}: field is immutable',
    ]);
  });

  it('warns of a name that is not a valid host name', () => {
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'tea.shop' }, spec };
    expect(deployments.strategy?.warnings?.(object, undefined, strategyContext())[0]).toBe(
      'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
    );
  });

  it('cannot have more ready replicas than replicas', async () => {
    const status = { replicas: 2, readyReplicas: 3, availableReplicas: 1 };
    expect(await updateErrors(deployments, { spec }, { status }, 'status')).toEqual([
      'status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas',
    ]);
  });

  it('shows ready and desired replicas', () => {
    expect(rowOf(deployments, { spec: { ...spec, replicas: 4 }, status: { readyReplicas: 3 } })).toMatchObject({
      Ready: '3/4',
      Containers: 'till',
      Images: 'till:2',
      Selector: 'shop=tea',
    });
  });
});

describe('a replica set', () => {
  it('requires a selector', async () => {
    expect(await createErrors(replicasets, { spec: { template } })).toEqual([
      'spec.selector: Required value',
      'spec.template.metadata.labels: Invalid value: map[string]string{"shop":"tea"}: `selector` does not match template `labels`',
    ]);
  });
});

describe('a stateful set', () => {
  it('completes its claim templates', async () => {
    const claim = { metadata: { name: 'books' }, spec: { accessModes: ['ReadWriteOnce'] } };
    const { spec: stored } = await created<StatefulSet>(statefulsets, {
      spec: { ...spec, serviceName, volumeClaimTemplates: [claim] },
    });
    expect(stored?.volumeClaimTemplates?.[0]).toMatchObject({
      kind: 'PersistentVolumeClaim',
      spec: { volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    });
  });

  it('allows updates of some fields only', async () => {
    const live = { spec: { ...spec, serviceName } };
    expect(await updateErrors(statefulsets, live, { spec: { ...live.spec, replicas: 7 } })).toEqual([]);
    expect(await updateErrors(statefulsets, live, { spec: { ...live.spec, serviceName: 'ale' } })).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });

  it('validates the annotations of its template, but not its pod spec', async () => {
    const annotations = { 'tea/shop/till': '', 'controller.kubernetes.io/pod-deletion-cost': '+2' };
    const bare = { metadata: { ...template.metadata, annotations }, spec: { containers: [] } };
    expect(await createErrors(statefulsets, { spec: { ...spec, serviceName, template: bare } })).toEqual([
      expect.stringMatching(/^spec\.template\.annotations: Invalid value: "tea\/shop\/till": a qualified name/),
      'spec.template.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+2": must be a 32bit integer',
    ]);
  });

  it('requires a name that is a valid host name', () => {
    expect(statefulsets.validateName?.('tea.shop', false)).toEqual(['must not contain dots']);
  });
});

describe('a daemon set', () => {
  it('counts template changes for earlier clients', async () => {
    const { metadata } = await created<DaemonSet>(daemonsets, { spec });
    expect(metadata.annotations).toEqual({ 'deprecated.daemonset.template.generation': '1' });
  });

  it('allows either surge or unavailable pods, but not both', async () => {
    const updateStrategy = { rollingUpdate: { maxUnavailable: 1, maxSurge: '50%' } };
    expect(await createErrors(daemonsets, { spec: { ...spec, updateStrategy } })).toEqual([
      'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"50%"}: may not be set when maxUnavailable is non-zero',
    ]);
  });
});

describe('a controller revision', () => {
  it('has immutable data', async () => {
    expect(await updateErrors(controllerrevisions, { data: { a: 1 }, revision: 1 }, { data: '<' })).toEqual([
      'data: Invalid value: runtime.Unknown{TypeMeta:runtime.TypeMeta{APIVersion:"", Kind:""}, Raw:[]uint8{0x22, 0x5c, 0x75, 0x30, 0x30, 0x33, 0x63, 0x22}, ContentEncoding:"", ContentType:"application/json"}: field is immutable',
    ]);
  });
});
