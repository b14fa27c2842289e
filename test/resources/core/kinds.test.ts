import { describe, expect, it } from 'vitest';
import type {
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  ReplicationController,
  ResourceQuota,
  Secret,
} from '../../../src/api/kinds/core-v1.generated.ts';
import { configmaps } from '../../../src/resources/core/configmaps.ts';
import { endpoints } from '../../../src/resources/core/endpoints.ts';
import { events } from '../../../src/resources/core/events.ts';
import { jsonError } from '../../../src/resources/core/go-json-syntax.ts';
import { limitranges } from '../../../src/resources/core/limitranges.ts';
import { namespaces } from '../../../src/resources/core/namespaces.ts';
import { nodes } from '../../../src/resources/core/nodes.ts';
import { persistentvolumeclaims } from '../../../src/resources/core/persistentvolumeclaims.ts';
import { persistentvolumes } from '../../../src/resources/core/persistentvolumes.ts';
import { replicationcontrollers } from '../../../src/resources/core/replicationcontrollers.ts';
import { resourcequotas } from '../../../src/resources/core/resourcequotas.ts';
import { secrets } from '../../../src/resources/core/secrets.ts';
import { cellsOf, created, errorsOfChange, errorsOfNew } from './strategy-harness.ts';

const metadata = { name: 'a', namespace: 'n' };

describe('config maps', () => {
  it('reject a key in both data and binaryData, and more than 1 MiB', async () => {
    const body = { metadata, data: { k: 'x'.repeat(1048576) }, binaryData: { k: 'eA==' } };
    expect(await errorsOfNew<ConfigMap>(configmaps, body)).toEqual([
      'data[k]: Invalid value: "k": duplicate of key present in binaryData',
      '[]: Too long: must have at most 1048576 bytes',
    ]);
  });

  it('cannot change once they are immutable', async () => {
    const body = { metadata, data: { k: '1' }, immutable: true };
    const change = (draft: ConfigMap) => {
      draft.data = { k: '2' };
    };
    expect(await errorsOfChange<ConfigMap>(configmaps, body, change)).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ]);
  });
});

describe('secrets', () => {
  it('store stringData as bytes', async () => {
    const secret = await created<Secret>(secrets, { metadata, stringData: { k: 'grün' } });
    expect(secret).toMatchObject({ type: 'Opaque', data: { k: 'Z3LDvG4=' } });
    expect(secret).not.toHaveProperty('stringData');
  });

  it('require the keys of their type', async () => {
    const body = { metadata, type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{"a" 1}' } };
    expect(await errorsOfNew<Secret>(secrets, body)).toEqual([
      `data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": invalid character '1' after object key`,
    ]);
  });
});

describe('JSON errors of Go', () => {
  it.each([
    ['{"a":[1,2.5e3,"\\u00e9",null,true]}', undefined],
    ['null', undefined],
    ['', 'unexpected end of JSON input'],
    ['{"a":1', 'unexpected end of JSON input'],
    ['tru', 'unexpected end of JSON input'],
    ['[1 2]', "invalid character '2' after array element"],
    ['{a}', "invalid character 'a' looking for beginning of object key string"],
    ['"x"', 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
    ['{} {}', "invalid character '{' after top-level value"],
  ])('%s', (text, message) => expect(jsonError(text, 'object', 'map[string]interface {}')).toBe(message));
});

describe('namespaces', () => {
  it('have a label with their name, and a finalizer', async () => {
    const namespace = await created<Namespace>(namespaces, { metadata: { name: 'blue' } });
    expect(namespace).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'blue' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
  });
});

describe('nodes', () => {
  it('prefer the single podCIDR when it differs from the list', async () => {
    const body = { metadata: { name: 'n1' }, spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.2.0.0/24'] } };
    expect((await created<Node>(nodes, body)).spec).toEqual({ podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] });
  });

  it('have an immutable providerID', async () => {
    const body = { metadata: { name: 'n1' }, spec: { providerID: 'cloud://1' } };
    const change = ({ spec }: Node) => {
      if (spec) spec.providerID = 'cloud://2';
    };
    expect(await errorsOfChange<Node>(nodes, body, change)).toEqual([
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ]);
  });

  it('show their roles and whether scheduling is disabled', () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', labels: { 'node-role.kubernetes.io/edge': '', 'kubernetes.io/role': 'worker' } },
      spec: { unschedulable: true },
    };
    expect(cellsOf(nodes, node)).toMatchObject({ Status: 'Unknown,SchedulingDisabled', Roles: 'edge,worker' });
  });
});

describe('limit ranges', () => {
  it('set container defaults from max and min', async () => {
    const limits = [{ type: 'Container', max: { cpu: '2' }, min: { cpu: '100m', memory: '1Gi' } }];
    const { spec } = await created<LimitRange>(limitranges, { metadata, spec: { limits } });
    expect(spec?.limits?.[0]).toMatchObject({ default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Gi' } });
  });

  it('reject a min above the max', async () => {
    const limits = [{ type: 'Pod', min: { cpu: '3' }, max: { cpu: '2' } }];
    expect((await errorsOfNew<LimitRange>(limitranges, { metadata, spec: { limits } }))[0]).toMatch(
      /^spec\.limits\[0\]\.min\[cpu\]: Invalid value: resource\.Quantity.*: min value 3 is greater than max value 2$/,
    );
  });
});

describe('limit ranges with a ratio', () => {
  const bounded = (cpu: string) => {
    const limits = [{ type: 'Pod', min: { cpu: '200m' }, max: { cpu: '600m' }, maxLimitRequestRatio: { cpu } }];
    return errorsOfNew<LimitRange>(limitranges, { metadata, spec: { limits } });
  };
  it('accept a ratio of up to max/min', async () => {
    expect(await bounded('3')).toEqual([]);
    expect((await bounded('3001m'))[0]).toMatch(/: ratio 3001m is greater than max\/min = 3\.000000$/);
  });
});

describe('resource quotas', () => {
  it('reject conflicting scopes, and have immutable scopes', async () => {
    const body = { metadata, spec: { hard: { pods: '3' }, scopes: ['Terminating', 'NotTerminating'] } };
    expect(await errorsOfNew<ResourceQuota>(resourcequotas, body)).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"Terminating", "NotTerminating"}: conflicting scopes',
    ]);
    const selected = ['Terminating', 'NotTerminating'].map((scopeName) => ({ scopeName, operator: 'Exists' }));
    const selecting = { metadata, spec: { hard: { services: '3' }, scopeSelector: { matchExpressions: selected } } };
    const shown = selected
      .map(
        ({ scopeName }) =>
          `core.ScopedResourceSelectorRequirement{ScopeName:"${scopeName}", Operator:"Exists", Values:[]string(nil)}`,
      )
      .join(', ');
    const path = 'spec.scopeSelector.matchExpressions';
    const unsupported = `${path}: Invalid value: core.ScopeSelector{MatchExpressions:[]core.ScopedResourceSelectorRequirement{${shown}}}: unsupported scope applied to resource`;
    expect(await errorsOfNew<ResourceQuota>(resourcequotas, selecting)).toEqual([
      unsupported,
      unsupported,
      `${path}: Invalid value: []core.ResourceQuotaScope(nil): conflicting scopes`,
    ]);
    const kept = { metadata, spec: { hard: { pods: '3' }, scopes: ['Terminating'] } };
    const change = ({ spec }: ResourceQuota) => {
      if (spec) spec.scopes = ['NotBestEffort'];
    };
    expect(await errorsOfChange<ResourceQuota>(resourcequotas, kept, change)).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotBestEffort"}: field is immutable',
    ]);
  });
});

describe('resource quotas with a scope', () => {
  it('report each resource to which the scope does not apply', async () => {
    const hard = { pods: '1', 'hugepages-2Mi': '1Gi', 'requests.storage': '1Gi', 'count/widgets.example.com': '3' };
    const detail = 'spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotTerminating"}: unsupported scope applied';
    expect(
      await errorsOfNew<ResourceQuota>(resourcequotas, { metadata, spec: { hard, scopes: ['NotTerminating'] } }),
    ).toEqual([`${detail} to resource`, `${detail} to resource`]);
  });
});

describe('replication controllers', () => {
  it('select the labels of their template', async () => {
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'i' }], serviceAccountName: 'default' },
    };
    const controller = await created<ReplicationController>(replicationcontrollers, { metadata, spec: { template } });
    expect(controller).toMatchObject({
      metadata: { labels: { app: 'web' } },
      spec: { replicas: 1, selector: { app: 'web' } },
    });
  });
});

describe('endpoints', () => {
  it('require names for several ports, and addresses of other machines', async () => {
    const subsets = [{ addresses: [{ ip: '127.0.0.7' }], ports: [{ port: 1, name: 'a' }, { port: 2 }] }];
    expect(await errorsOfNew<Endpoints>(endpoints, { metadata, subsets })).toEqual([
      'subsets[0].addresses[0].ip: Invalid value: "127.0.0.7": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'subsets[0].ports[1].name: Required value',
    ]);
  });

  it('show three endpoints and the number of others', () => {
    const addresses = ['1', '2', '3', '4', '5'].map((last) => ({ ip: `10.0.0.${last}` }));
    const object = { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [{ addresses, ports: [{ port: 80 }] }] };
    expect(cellsOf(endpoints, object).Endpoints).toBe('10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 2 more...');
  });
});

describe('events', () => {
  it('must be in the namespace of their involved object', async () => {
    const body = { metadata, involvedObject: { kind: 'Pod', name: 'p', namespace: 'other' } };
    expect(await errorsOfNew<Event>(events, body)).toEqual([
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ]);
  });
});

describe('claims', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

  it('accept a data source in either field', async () => {
    const dataSource = { kind: 'PersistentVolumeClaim', name: 'b' };
    const claim = await created<PersistentVolumeClaim>(persistentvolumeclaims, {
      metadata,
      spec: { ...spec, dataSource },
    });
    expect(claim.spec?.dataSourceRef).toEqual(dataSource);
  });

  it('cannot shrink', async () => {
    const change = (claim: PersistentVolumeClaim) => {
      if (claim.spec?.resources?.requests) claim.spec.resources.requests.storage = '512Mi';
      claim.status = { phase: 'Bound' };
    };
    expect(await errorsOfChange<PersistentVolumeClaim>(persistentvolumeclaims, { metadata, spec }, change)).toEqual([
      'spec.resources.requests.storage: Forbidden: field can not be less than previous value',
    ]);
  });
});

describe('volumes', () => {
  it('have exactly one source, and require node affinity for local sources', async () => {
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], local: { path: '/disk' } };
    expect(await errorsOfNew<PersistentVolume>(persistentvolumes, { metadata: { name: 'v' }, spec })).toEqual([
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
    ]);
    const two = { ...spec, local: undefined, hostPath: { path: '/a' }, nfs: { server: 's', path: '/b' } };
    expect(await errorsOfNew<PersistentVolume>(persistentvolumes, { metadata: { name: 'v' }, spec: two })).toEqual([
      'spec.nfs: Forbidden: may not specify more than 1 volume type',
    ]);
  });

  it('may change only deprecated labels in the node affinity of a volume', async () => {
    const affinity = (key: string) => ({
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['a'] }] }] },
    });
    const body = {
      metadata: { name: 'v' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/a' },
        nodeAffinity: affinity('failure-domain.beta.kubernetes.io/zone'),
      },
    };
    const errorsWith = (key: string) =>
      errorsOfChange<PersistentVolume>(persistentvolumes, body, ({ spec = {} }) => {
        spec.nodeAffinity = affinity(key);
      });
    expect(await errorsWith('topology.kubernetes.io/zone')).toEqual([]);
    expect(await errorsWith('kubernetes.io/hostname')).toEqual([
      'nodeAffinity: Invalid value: core.VolumeNodeAffinity{Required:(*core.NodeSelector)(0xc000000000)}: field is immutable, except for updating from beta label to GA',
    ]);
  });
});

describe('the annotations of a node', () => {
  const errorsWith = (annotations: Record<string, string>) =>
    errorsOfNew<Node>(nodes, { metadata: { name: 'n', annotations } });
  const TAINTS = 'scheduler.alpha.kubernetes.io/taints';
  const AVOIDED_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

  it('may hold valid taints', async () => {
    expect(await errorsWith({ [TAINTS]: '[{"key":"a","effect":"NoSchedule"}]' })).toEqual([]);
    expect(await errorsWith({ [TAINTS]: '[{"key":"a","effect":"Never"}]' })).toEqual([
      `metadata.annotations.${TAINTS}[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
    ]);
    expect(await errorsWith({ [TAINTS]: '{}' })).toEqual([
      `metadata.annotations: Invalid value: "${TAINTS}": json: cannot unmarshal object into Go value of type []core.Taint`,
    ]);
    expect(await errorsWith({ [TAINTS]: '[' })).toEqual([
      `metadata.annotations: Invalid value: "${TAINTS}": unexpected end of JSON input`,
    ]);
  });

  it('may name the controllers whose pods the scheduler avoids', async () => {
    const entries = (...owners: object[]) =>
      JSON.stringify({ preferAvoidPods: owners.map((podController) => ({ podSignature: { podController } })) });
    expect(await errorsWith({ [AVOIDED_PODS]: entries({ controller: true }) })).toEqual([]);
    expect(await errorsWith({ [AVOIDED_PODS]: entries({ controller: false }) })).toEqual([
      `metadata.annotations.${AVOIDED_PODS}[0].PodSignature.PodController.Controller: Invalid value: false: must point to a controller`,
    ]);
    expect(await errorsWith({ [AVOIDED_PODS]: '{"preferAvoidPods":[{}]}' })).toEqual([
      `metadata.annotations.${AVOIDED_PODS}[0].PodSignature: Required value`,
    ]);
  });
});

describe('the ranges of a node', () => {
  it('cannot change once they are assigned', async () => {
    const body = { metadata: { name: 'n' }, spec: { podCIDRs: ['10.1.0.0/24', 'fd00::/64'] } };
    const change = (podCIDRs: string[]) =>
      errorsOfChange<Node>(nodes, body, (draft) => {
        draft.spec = { ...draft.spec, podCIDR: podCIDRs[0] ?? '', podCIDRs };
      });
    const error = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid';
    expect(await change(['10.1.0.0/24'])).toEqual([error]);
    expect(await change(['10.2.0.0/24', 'fd01::/64'])).toEqual([error, error]);
  });
});

describe('the class of a claim', () => {
  const ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const changeClass = (annotations: Record<string, string>, storageClassName: string, next = annotations) =>
    errorsOfChange<PersistentVolumeClaim>(
      persistentvolumeclaims,
      { metadata: { ...metadata, annotations }, spec },
      (draft) => {
        draft.metadata.annotations = next;
        draft.spec = { ...draft.spec, storageClassName };
      },
    );

  it('may be set later, and may move from the annotation to the field', async () => {
    expect(await changeClass({}, 'fast')).toEqual([]);
    expect(await changeClass({ [ANNOTATION]: 'fast' }, 'fast')).toEqual([]);
    expect(await changeClass({ [ANNOTATION]: 'fast' }, 'fast', {})).toEqual([]);
  });

  it('cannot differ from the annotation', async () => {
    expect(await changeClass({ [ANNOTATION]: 'fast' }, 'slow')).toEqual([
      expect.stringMatching(/^spec: Forbidden: spec is immutable after creation/),
    ]);
    expect(await changeClass({ [ANNOTATION]: 'fast' }, 'slow', {})).toEqual([
      `metadata.annotations.${ANNOTATION}: Invalid value: "": field is immutable`,
      expect.stringMatching(/^spec: Forbidden: spec is immutable after creation/),
    ]);
  });
});
