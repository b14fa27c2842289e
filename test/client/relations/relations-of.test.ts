import { describe, expect, it } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { kindKey, kindKeyOf, servedKind } from '../../../src/client/objects/kind-key.ts';
import { neededCollections, relationsOf } from '../../../src/client/relations/relations-of.ts';

const dialect = kubernetesDialect;

type Written = Record<string, unknown> & { metadata: ApiObject['metadata'] };

const object = (apiVersion: string, kind: string, { metadata, ...rest }: Written): ApiObject =>
  ({
    apiVersion,
    kind,
    metadata: { namespace: 'shop', uid: `uid-${metadata.name}`, ...metadata },
    ...rest,
  }) as ApiObject;

const deployment = object('apps/v1', 'Deployment', {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { spec: { containers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'settings' } }] }] } },
  },
});
const ownerReference = (owner: ApiObject) => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name ?? '',
  uid: owner.metadata.uid ?? '',
  controller: true,
});
const replicaSet = object('apps/v1', 'ReplicaSet', {
  metadata: { name: 'web-1', labels: { app: 'web' }, ownerReferences: [ownerReference(deployment)] },
  spec: (deployment as unknown as { spec: unknown }).spec,
});
const pod = object('v1', 'Pod', {
  metadata: { name: 'web-1-x', labels: { app: 'web' }, ownerReferences: [ownerReference(replicaSet)] },
  spec: {
    nodeName: 'one',
    serviceAccountName: 'reader',
    imagePullSecrets: [{ name: 'registry' }],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'disk' } },
      {
        name: 'all',
        projected: { sources: [{ secret: { name: 'credentials' } }, { configMap: { name: 'settings' } }] },
      },
    ],
    containers: [
      {
        name: 'a',
        env: [
          { name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } },
          { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'credentials', key: 'password' } } },
        ],
      },
    ],
  },
});
const service = object('v1', 'Service', { metadata: { name: 'web' }, spec: { selector: { app: 'web' } } });
const settings = object('v1', 'ConfigMap', { metadata: { name: 'settings' } });

/** Returns the relations of an object as sentences. */
const sentences = (of: ApiObject, others: readonly ApiObject[], names = dialect): string[] => {
  const objects = new Map(
    [...new Set(others.map((other) => kindKeyOf(other, names)))].map((key) => [
      key,
      others.filter((other) => kindKeyOf(other, names) === key),
    ]),
  );
  return relationsOf(of, objects, names).map(
    ({ relation, kind, namespace, name, details, isMissing }) =>
      `${relation} ${kind} ${namespace ? `${namespace}/` : ''}${name}${details.length ? ` (${details.join(', ')})` : ''}${
        isMissing ? ' missing' : ''
      }`,
  );
};

describe('the relations of an object', () => {
  it("include a pod's owner, the objects that select it, and the objects that it uses", () => {
    expect(sentences(pod, [deployment, replicaSet, service, settings])).toEqual([
      'owner apps/ReplicaSet shop/web-1 (controller)',
      'selected by apps/Deployment shop/web',
      'selected by core/Service shop/web',
      'uses core/ConfigMap shop/settings (COLOR of a, volume all)',
      'uses core/Node one (runs on the node)',
      'uses core/PersistentVolumeClaim shop/disk (volume data)',
      'uses core/Secret shop/credentials (PASSWORD of a, volume all)',
      'uses core/Secret shop/registry (image pull secret)',
      'uses core/ServiceAccount shop/reader',
    ]);
  });

  it('report a missing object only when its collection is known', () => {
    expect(sentences(deployment, [])).toEqual(['uses core/ConfigMap shop/settings (environment of a)']);
    const other = object('v1', 'ConfigMap', { metadata: { name: 'other' } });
    const elsewhere = object('v1', 'ConfigMap', { metadata: { name: 'settings', namespace: 'elsewhere' } });
    expect(sentences(deployment, [other, elsewhere])).toEqual([
      'uses core/ConfigMap shop/settings (environment of a) missing',
    ]);
  });

  it('do not report an optional object as missing', () => {
    const optional = object('v1', 'Pod', {
      metadata: { name: 'optional' },
      spec: {
        containers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'absent', optional: true } }] }],
        volumes: [{ name: 'v', secret: { secretName: 'absent', optional: true } }],
      },
    });
    const secret = object('v1', 'Secret', { metadata: { name: 'other' } });
    expect(sentences(optional, [settings, secret])).toEqual([
      'uses core/ConfigMap shop/absent (environment of a)',
      'uses core/Secret shop/absent (volume v)',
    ]);
  });

  it('list dependents as owned, and not as selected', () => {
    expect(sentences(deployment, [replicaSet, pod])).toEqual([
      'owned apps/ReplicaSet shop/web-1',
      'selects core/Pod shop/web-1-x',
      'uses core/ConfigMap shop/settings (environment of a)',
    ]);
    expect(sentences(replicaSet, [pod]).filter((text) => text.includes('core/Pod'))).toEqual([
      'owned core/Pod shop/web-1-x',
    ]);
  });

  it('exclude the templates of controlled objects from the users of a config map', () => {
    expect(sentences(settings, [deployment, replicaSet, pod])).toEqual([
      'used by apps/Deployment shop/web (environment of a)',
      'used by core/Pod shop/web-1-x (COLOR of a, volume all)',
    ]);
  });

  it('ignore objects of other namespaces and labels', () => {
    const far = object('v1', 'Pod', { metadata: { name: 'far', namespace: 'other', labels: { app: 'web' } } });
    const different = object('v1', 'Pod', { metadata: { name: 'different', labels: { app: 'api' } } });
    expect(sentences(service, [pod, far, different])).toEqual(['selects core/Pod shop/web-1-x']);
    expect(sentences(far, [service])).toEqual([]);
  });

  it('include no pods for an empty or invalid selector', () => {
    const headless = object('v1', 'Service', { metadata: { name: 'external' }, spec: { selector: {} } });
    const invalid = object('policy/v1', 'PodDisruptionBudget', {
      metadata: { name: 'budget' },
      spec: { selector: { matchExpressions: [{ key: 'app', operator: 'Near', values: ['web'] }] } },
    });
    expect(sentences(headless, [pod])).toEqual([]);
    expect(sentences(invalid, [pod])).toEqual([]);
  });

  it.each([kubernetesDialect, clusterDialect])('connect roles, bindings and accounts in the dialect $name', (names) => {
    const { group } = servedKind('rbac/Role', names);
    const binding = object(`${group}/v1`, 'RoleBinding', {
      metadata: { name: 'readers', namespace: 'other' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' },
      subjects: [
        { kind: 'ServiceAccount', name: 'reader', namespace: 'shop' },
        { kind: 'User', name: 'alice' },
      ],
    });
    const role = object(`${group}/v1`, 'ClusterRole', { metadata: { name: 'view', namespace: undefined } });
    const account = object('v1', 'ServiceAccount', { metadata: { name: 'reader' } });
    expect(sentences(binding, [role, account], names)).toEqual([
      'binds rbac/ClusterRole view',
      'allows core/ServiceAccount shop/reader (ClusterRole view)',
    ]);
    expect(sentences(role, [binding], names)).toEqual(['bound by rbac/RoleBinding other/readers']);
    expect(sentences(account, [binding], names)).toEqual([
      'allowed by rbac/RoleBinding other/readers (ClusterRole view)',
    ]);
  });

  it('connect an ingress with its services, secrets and class', () => {
    const ingress = object('networking.k8s.io/v1', 'Ingress', {
      metadata: { name: 'front' },
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['shop.example'], secretName: 'certificate' }],
        rules: [
          {
            host: 'shop.example',
            http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web' } } }] },
          },
        ],
      },
    });
    expect(sentences(ingress, [service])).toEqual([
      'uses core/Secret shop/certificate (TLS for shop.example)',
      'refers to core/Service shop/web (shop.example/)',
      'refers to networking/IngressClass nginx',
    ]);
    expect(sentences(service, [ingress])).toEqual(['referred to by networking/Ingress shop/front (shop.example/)']);
  });

  it('connect a policy with the pods that it selects and the pods that it allows', () => {
    const policy = object('networking.k8s.io/v1', 'NetworkPolicy', {
      metadata: { name: 'database' },
      spec: {
        podSelector: { matchLabels: { app: 'database' } },
        ingress: [
          { from: [{ podSelector: { matchLabels: { app: 'web' } } }, { podSelector: {}, namespaceSelector: {} }] },
        ],
      },
    });
    const database = object('v1', 'Pod', { metadata: { name: 'database-0', labels: { app: 'database' } } });
    expect(sentences(policy, [pod, database])).toEqual([
      'selects core/Pod shop/database-0',
      'allows core/Pod shop/web-1-x (ingress)',
    ]);
    expect(sentences(pod, [policy])).toContain('allowed by networking/NetworkPolicy shop/database (ingress)');
  });

  it('connect a claim with its volume and class', () => {
    const claim = object('v1', 'PersistentVolumeClaim', {
      metadata: { name: 'disk' },
      spec: { storageClassName: 'fast' },
    });
    const volume = object('v1', 'PersistentVolume', {
      metadata: { name: 'volume-1', namespace: undefined },
      spec: { claimRef: { namespace: 'shop', name: 'disk' }, storageClassName: 'fast' },
    });
    const storageClass = object('storage.k8s.io/v1', 'StorageClass', {
      metadata: { name: 'fast', namespace: undefined },
      provisioner: 'disks.example',
    });
    expect(sentences(claim, [volume, pod, storageClass])).toEqual([
      'used by core/Pod shop/web-1-x (volume data)',
      'refers to storage/StorageClass fast',
      'bound by core/PersistentVolume volume-1',
    ]);
    expect(sentences(storageClass, [claim, volume])).toEqual([
      'refers to storage/CSIDriver disks.example',
      'referred to by core/PersistentVolume volume-1',
      'referred to by core/PersistentVolumeClaim shop/disk',
    ]);
  });

  it('connect an autoscaler with its target, even a custom resource', () => {
    const scaler = (target: object) =>
      object('autoscaling/v2', 'HorizontalPodAutoscaler', {
        metadata: { name: 'a' },
        spec: { scaleTargetRef: target },
      });
    expect(sentences(scaler({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }), [deployment])).toEqual([
      'refers to apps/Deployment shop/web (scale target)',
    ]);
    expect(sentences(scaler({ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w' }), [])).toEqual([
      'refers to example.com/Widget shop/w (scale target)',
    ]);
  });

  it('connect an event with its object, even after that object is deleted', () => {
    const event = object('v1', 'Event', {
      metadata: { name: 'e' },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'gone' },
    });
    expect(sentences(event, [pod])).toEqual(['refers to core/Pod shop/gone']);
  });
});

describe('the collections that relations need', () => {
  const needs = (of: ApiObject): string[] =>
    neededCollections(of, dialect).map(
      ({ kind, namespace = '*', labelSelector, fieldSelector }) =>
        `${kind} in ${namespace}${labelSelector ? ` with ${labelSelector}` : ''}${fieldSelector ? ` where ${fieldSelector}` : ''}`,
    );

  it('contain all objects that may refer to a pod, and single objects that it refers to', () => {
    expect(needs(pod)).toEqual(
      expect.arrayContaining([
        'core/Service in shop',
        'policy/PodDisruptionBudget in shop',
        'core/Node in * where metadata.name=one',
        'core/ConfigMap in shop where metadata.name=settings',
        'core/Secret in shop',
      ]),
    );
    expect(needs(pod)).not.toContain('core/Pod in shop');
  });

  it('are limited by the selector of an object', () => {
    expect(needs(service)).toContain('core/Pod in shop with app=web');
    expect(needs(replicaSet)).toContain('core/Pod in shop with app=web');
  });

  it('span all namespaces for links across namespaces and for cluster-scoped objects', () => {
    const account = object('v1', 'ServiceAccount', { metadata: { name: 'reader' } });
    expect(needs(account)).toContain('rbac/RoleBinding in *');
    const node = object('v1', 'Node', { metadata: { name: 'one', namespace: undefined } });
    expect(needs(node)).toEqual([
      'storage/CSINode in *',
      'core/Pod in * where spec.nodeName=one',
      'storage/VolumeAttachment in *',
    ]);
  });

  it('include the usual dependents of a custom resource', () => {
    const widget = object('example.com/v1', 'Widget', { metadata: { name: 'w' } });
    expect(needs(widget)).toContain('apps/Deployment in shop');
  });
});

describe('the key of a kind', () => {
  it('is the same in both dialects and maps back to the served group', () => {
    for (const names of [kubernetesDialect, clusterDialect]) {
      const served = servedKind('networking/Ingress', names);
      expect(kindKey(served, names)).toBe('networking/Ingress');
    }
    expect(servedKind('networking/Ingress', clusterDialect).group).toBe('networking.cluster.io');
    expect(servedKind('core/Pod', clusterDialect)).toEqual({ group: '', kind: 'Pod' });
    expect(kindKeyOf({ apiVersion: 'example.com/v1', kind: 'Widget' }, kubernetesDialect)).toBe('example.com/Widget');
  });
});
