import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Dialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { kindKeyOf } from '../../../src/client/objects/kind-key.ts';
import { customOverview } from '../../../src/client/overviews/custom.ts';
import { overviewOf } from '../../../src/client/overviews/overviews.ts';
import { relationsOf } from '../../../src/client/relations/relations-of.ts';
import { cardText } from './overview-text.ts';

const dialect: Dialect = kubernetesDialect;

const object = (apiVersion: string, kind: string, name: string, rest: object = {}): ApiObject => ({
  apiVersion,
  kind,
  ...rest,
  metadata: { namespace: 'shop', name, uid: `uid-${name}`, ...(rest as Partial<ApiObject>).metadata },
});

/** Returns the overview of an object as lines, given the known other objects. */
function textOf(shown: ApiObject, others: readonly ApiObject[] = []): string[] {
  const keys = new Set(others.map((other) => kindKeyOf(other, dialect)));
  const objects = new Map(
    [...keys].map((key) => [key, others.filter((other) => kindKeyOf(other, dialect) === key)] as const),
  );
  const relations = relationsOf(shown, objects, dialect);
  return (overviewOf(shown, dialect)?.(shown, { dialect, objects, relations }) ?? []).flatMap(cardText);
}

const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } };
const pod = (name: string, rest: object = {}): ApiObject =>
  object('v1', 'Pod', name, {
    metadata: { labels: { app: 'web' }, creationTimestamp: '2024-01-01T00:00:00Z' },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    ...rest,
  });

describe('the overview of a workload', () => {
  it('shows progress with its reason, pods with their states and the template', () => {
    const deployment = object('apps/v1', 'Deployment', 'web', {
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } },
        template: TEMPLATE,
      },
      status: { updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
    });
    const failing = pod('web-2', {
      status: {
        phase: 'Pending',
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ErrImagePull' } }, restartCount: 0 }],
      },
    });
    expect(textOf(deployment, [pod('web-1'), failing, pod('other', { metadata: { labels: { app: 'api' } } })])).toEqual(
      [
        '# Progress',
        'State: (info) Progressing 1 of 2 replicas updated.',
        'Waiting for: 1 pod (danger) ErrImagePull Container web is waiting.',
        'Pods: [1 of 2] 1 of 2 updated; [1 of 2] 1 of 2 ready; [1 of 2] 1 of 2 available',
        'Selector: app=web',
        'Strategy: RollingUpdate at most unavailable: 25%, at most in addition: 1',
        'Deadline: 600s without progress',
        'Old revisions: 10 kept',
        '# Pods',
        'Pods: <core/Pod shop/web-1> | (success) Running | 0 | None | age of 2024-01-01T00:00:00Z',
        'Pods: <core/Pod shop/web-2> | (danger) ErrImagePull Container web is waiting. | 0 | None | age of 2024-01-01T00:00:00Z',
        '# Template: container web',
        'Image: nginx:1',
      ],
    );
  });

  it('shows the service and claims of a stateful set, and the nodes of a daemon set', () => {
    const claim = { metadata: { name: 'data' }, spec: { resources: { requests: { storage: '1Gi' } } } };
    const set = object('apps/v1', 'StatefulSet', 'db', {
      spec: { serviceName: 'db', volumeClaimTemplates: [claim], template: TEMPLATE },
    });
    expect(textOf(set)).toEqual(
      expect.arrayContaining(['Service: <core/Service shop/db>', 'Volume claims: data (1Gi)']),
    );
    const daemons = object('apps/v1', 'DaemonSet', 'agent', { spec: { template: TEMPLATE } });
    expect(textOf(daemons)).toContain('Nodes: Every node that the pods tolerate');
  });

  it('shows the pods of a replication controller, whose selector is a map', () => {
    const controller = object('v1', 'ReplicationController', 'old', {
      spec: { replicas: 1, selector: { app: 'web' }, template: TEMPLATE },
    });
    expect(textOf(controller, [pod('old-1')])).toEqual(
      expect.arrayContaining(['Selector: app=web', expect.stringContaining('Pods: <core/Pod shop/old-1>')]),
    );
  });

  it('shows the retries and the duration of a job', () => {
    const job = object('batch/v1', 'Job', 'report', {
      spec: { completions: 3, backoffLimit: 4, template: TEMPLATE },
      status: {
        failed: 1,
        succeeded: 3,
        startTime: '2024-01-01T00:00:00Z',
        completionTime: '2024-01-01T00:01:30Z',
        conditions: [{ type: 'Complete', status: 'True' }],
      },
    });
    expect(textOf(job)).toEqual(
      expect.arrayContaining([
        'State: (success) Completed',
        'Completions: 3',
        'Retries: 1 of 4 failed pods',
        'Duration: 90s',
      ]),
    );
  });

  it('shows the next run of a cron job after the last, and its runs newest first', () => {
    const cronJob = (spec: object) =>
      object('batch/v1', 'CronJob', 'nightly', {
        spec: {
          schedule: '30 2 * * *',
          concurrencyPolicy: 'Forbid',
          jobTemplate: { spec: { template: TEMPLATE } },
          ...spec,
        },
        status: { lastScheduleTime: '2024-01-01T02:30:00Z' },
      });
    const run = (name: string, creationTimestamp: string) =>
      object('batch/v1', 'Job', name, {
        metadata: {
          creationTimestamp,
          ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: 'uid-nightly' }],
        },
      });
    const runs = [run('nightly-1', '2024-01-01T02:30:00Z'), run('nightly-2', '2024-01-02T02:30:00Z')];
    const text = textOf(cronJob({}), runs);
    expect(text).toEqual(
      expect.arrayContaining([
        'Schedule: 30 2 * * * UTC',
        'Next run: 2024-01-02T02:30:00Z',
        'Concurrency: Forbid a run is skipped while the last one runs',
      ]),
    );
    expect(text.filter((line) => line.startsWith('Runs: ')).map((line) => /nightly-\d/.exec(line)?.[0])).toEqual([
      'nightly-2',
      'nightly-1',
    ]);
    expect(textOf(cronJob({ timeZone: 'Europe/Paris' }))).toContain('Next run: 2024-01-02T01:30:00Z');
    expect(textOf(cronJob({ suspend: true }))).toContain('Next run: None while suspended');
    expect(textOf(cronJob({ schedule: 'never' }))).toContain('Next run: The schedule cannot be read');
  });
});

describe('the overview of a network object', () => {
  it('draws the ports of a service from → to, with its endpoints and pods', () => {
    const service = object('v1', 'Service', 'web', {
      spec: {
        type: 'NodePort',
        clusterIP: '10.0.0.1',
        selector: { app: 'web' },
        ports: [{ name: 'http', port: 80, targetPort: 8080, nodePort: 30080 }],
      },
    });
    const slice = object('discovery.k8s.io/v1', 'EndpointSlice', 'web-x', {
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'web', uid: 'uid-web' }] },
      ports: [{ port: 8080 }],
      endpoints: [
        {
          addresses: ['10.1.0.1'],
          conditions: { ready: true },
          targetRef: { kind: 'Pod', name: 'web-1' },
          nodeName: 'one',
        },
        { addresses: ['10.1.0.2'], conditions: { ready: false } },
        { addresses: ['10.1.0.3'], conditions: { ready: false, terminating: true } },
      ],
    });
    expect(textOf(service, [slice, pod('web-1')])).toEqual([
      '# Service',
      'Type: NodePort',
      'Cluster IP: 10.0.0.1',
      'Selector: app=web',
      'Ready endpoints: 1',
      'Ports: http | node port 30080 → 80/TCP → 8080',
      '# Endpoints',
      'Endpoints: 10.1.0.1:8080 | (success) Ready | <core/Pod shop/web-1> | <core/Node one>',
      'Endpoints: 10.1.0.2:8080 | (warning) Not ready | None | None',
      'Endpoints: 10.1.0.3:8080 | (warning) Terminating | None | None',
      '# Matching pods',
      'Pods: <core/Pod shop/web-1> | (success) Running | 0 | None | age of 2024-01-01T00:00:00Z',
    ]);
  });

  it('explains why a service has no endpoints', () => {
    const text = textOf(object('v1', 'Service', 'web', { spec: { selector: { app: 'web' } } }));
    expect(text).toEqual(
      expect.arrayContaining([
        'No endpoints. Ready pods that match the selector appear here.',
        'No pod matches the selector.',
      ]),
    );
  });

  it('draws the rules of an ingress from host and path to service and port', () => {
    const ingress = object('networking.k8s.io/v1', 'Ingress', 'front', {
      spec: {
        rules: [
          {
            host: 'shop.example',
            http: {
              paths: [{ path: '/a', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
            },
          },
        ],
        tls: [{ hosts: ['shop.example'], secretName: 'tls' }],
      },
    });
    expect(textOf(ingress)).toEqual(
      expect.arrayContaining([
        'Rules: shop.example/a Prefix | → <core/Service shop/web>:80',
        'TLS: shop.example | <core/Secret shop/tls>',
      ]),
    );
  });

  it('describes what a network policy allows and denies', () => {
    const policy = object('networking.k8s.io/v1', 'NetworkPolicy', 'p', {
      spec: {
        podSelector: {},
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          {
            from: [
              { podSelector: { matchLabels: { app: 'web' } }, namespaceSelector: {} },
              { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } },
            ],
            ports: [{ port: 80 }, { port: 8000, endPort: 8010, protocol: 'UDP' }],
          },
          {},
        ],
      },
    });
    expect(textOf(policy)).toEqual(
      expect.arrayContaining([
        'Pods: Every pod of the namespace',
        'Egress: All traffic from the pods is denied.',
        'Allowed traffic: Ingress | pods app=web in namespaces of every label; 10.0.0.0/8 except 10.1.0.0/16 | 80/TCP, 8000–8010/UDP',
        'Allowed traffic: Ingress | Everything from anywhere | Every port',
      ]),
    );
  });
});

describe('the overview of configuration', () => {
  it('shows the values of a config map, and the sizes of binary values', () => {
    const map = object('v1', 'ConfigMap', 'settings', { data: { color: 'blue' }, binaryData: { logo: 'AAEC' } });
    expect(textOf(map)).toEqual(['# Data', 'Values: color | blue', 'Values: logo | 3 bytes of binary data']);
  });

  it('hides the values of a secret until they are revealed', () => {
    const secret = object('v1', 'Secret', 's', { type: 'Opaque', data: { password: btoa('open'), key: '/w==' } });
    expect(textOf(secret)).toEqual([
      '# Data',
      'Type: Opaque',
      'Values: password | 4 bytes | secret open',
      'Values: key | 1 byte | 1 byte of binary data',
    ]);
  });
});

const RBAC = 'rbac.authorization.k8s.io/v1';
const role = object(RBAC, 'Role', 'reader', {
  rules: [
    { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods'], resourceNames: ['a'] },
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['get'], nonResourceURLs: ['/healthz'] },
  ],
});
const binding = object(RBAC, 'RoleBinding', 'readers', {
  roleRef: { apiGroup: '', kind: 'Role', name: 'reader' },
  subjects: [
    { kind: 'User', name: 'alice' },
    { kind: 'ServiceAccount', name: 'robot' },
  ],
});

describe('the overview of access', () => {
  it('shows the rules of a role as a table, and its subjects', () => {
    expect(textOf(role, [binding])).toEqual([
      '# Rules',
      'Rules: get, list | pods | core, apps | a',
      'Rules: Every verb | Every resource | Every group | Every name',
      'Rules: get | /healthz | Paths | Every name',
      '# Subjects',
      'Subjects: User alice | shop | <rbac/RoleBinding shop/readers>',
      'Subjects: <core/ServiceAccount shop/robot> | shop | <rbac/RoleBinding shop/readers>',
    ]);
    expect(textOf(role)).toContain('Nobody has this role. A binding grants it to users, groups and service accounts.');
  });

  it("shows the subjects and the role of a binding, with the role's rules", () => {
    expect(textOf(binding, [role]).slice(0, 6)).toEqual([
      '# Grant',
      'Role: <rbac/Role shop/reader>',
      'In: <core/Namespace shop>',
      'Subjects: User alice | → <rbac/Role shop/reader>',
      'Subjects: <core/ServiceAccount shop/robot> | → <rbac/Role shop/reader>',
      '# Rules',
    ]);
  });

  it('shows the roles and tokens of a service account', () => {
    const token = object('v1', 'Secret', 'robot-token', {
      metadata: { annotations: { 'kubernetes.io/service-account.name': 'robot' } },
    });
    expect(textOf(object('v1', 'ServiceAccount', 'robot'), [binding, token])).toEqual([
      '# Service account',
      'User name: system:serviceaccount:shop:robot',
      'Stored tokens: <core/Secret shop/robot-token>',
      'Access: rights of shop/robot',
      'Token in pods: Mounted',
      '# Roles',
      'Roles: <rbac/Role shop/reader> | shop | <rbac/RoleBinding shop/readers>',
    ]);
  });
});

describe('the overview of volumes', () => {
  const claim = object('v1', 'PersistentVolumeClaim', 'disk', {
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
    status: { phase: 'Pending' },
  });
  const storageClass = object('storage.k8s.io/v1', 'StorageClass', 'fast', {
    metadata: {
      namespace: undefined,
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'disks.example',
    volumeBindingMode: 'WaitForFirstConsumer',
    parameters: { type: 'ssd' },
  });

  it('explains why a claim is pending, and shows the pods that use it', () => {
    const user = pod('web-1', { spec: { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'disk' } }] } });
    const text = textOf(claim, [storageClass, user]);
    expect(text[1]).toMatch(/^State: \(info\) Pending Waiting for a pod that uses the claim/);
    expect(text).toEqual(
      expect.arrayContaining([
        'Volume: None',
        'Requested: 1Gi',
        'Storage class: <storage/StorageClass fast>',
        expect.stringContaining('Pods: <core/Pod shop/web-1>'),
      ]),
    );
  });

  it('shows the claim and the source of a volume', () => {
    const volume = object('v1', 'PersistentVolume', 'v', {
      spec: {
        capacity: { storage: '2Gi' },
        claimRef: { namespace: 'shop', name: 'disk' },
        hostPath: { path: '/disks/1' },
        persistentVolumeReclaimPolicy: 'Delete',
      },
      status: { phase: 'Bound' },
    });
    expect(textOf(volume)).toEqual(
      expect.arrayContaining([
        'State: (success) Bound',
        'Claim: <core/PersistentVolumeClaim shop/disk>',
        'Capacity: 2Gi',
        'Reclaim policy: Delete deleted with the claim',
        'Source: hostPath path=/disks/1',
      ]),
    );
  });

  it('shows the effects of a storage class, and its claims', () => {
    expect(textOf(storageClass, [claim])).toEqual(
      expect.arrayContaining([
        'Default: Yes: used by claims that name no class',
        'Binding: When a pod uses the claim',
        'Parameters: type=ssd',
        'Claims: <core/PersistentVolumeClaim shop/disk> | shop | (info) Pending | 1Gi | –',
      ]),
    );
  });
});

describe('the overview of limits', () => {
  it('shows the metrics of an autoscaler against their targets', () => {
    const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } };
    const custom = { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '100' } };
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource },
          { type: 'Pods', pods: custom },
        ],
      },
      status: {
        currentReplicas: 2,
        desiredReplicas: 3,
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 95, averageValue: '190m' } } },
        ],
      },
    });
    expect(textOf(scaler)).toEqual([
      '# Scaling',
      'Target: <apps/Deployment shop/web>',
      'Replicas: [2 of 5] 2 of at most 5',
      'Desired: 3 replicas',
      'Range: 1 to 5 replicas',
      'Last change: None',
      'Metrics: cpu | 95% (190m) | 80% of requests',
      'Metrics: requests | Unknown | 100 per pod',
    ]);
  });

  it('shows the usage of a quota, and the limits of a limit range', () => {
    const quota = object('v1', 'ResourceQuota', 'q', {
      status: { hard: { cpu: '2', pods: '4' }, used: { cpu: '500m' } },
    });
    expect(textOf(quota)).toEqual([
      '# Used of hard',
      'Used of hard: cpu | [500 of 2000] 500m of 2',
      'Used of hard: pods | [0 of 4] 0 of 4',
    ]);
    const range = object('v1', 'LimitRange', 'r', {
      spec: { limits: [{ type: 'Container', max: { cpu: '1' }, default: { cpu: '500m', memory: '1Gi' } }] },
    });
    expect(textOf(range)).toEqual([
      '# Limits',
      'Limits: Container | cpu | – | 1 | – | 500m | –',
      'Limits: Container | memory | – | – | – | 1Gi | –',
    ]);
  });

  it('shows the healthy pods of a disruption budget', () => {
    const budget = object('policy/v1', 'PodDisruptionBudget', 'b', {
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
      status: { currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, disruptionsAllowed: 1 },
    });
    expect(textOf(budget)).toEqual(
      expect.arrayContaining(['Healthy pods: [3 of 3] 3 of 3', 'Evictions allowed: 1', 'Rule: At least 2 available']),
    );
  });

  it("shows the requests of a node's pods, and the node's taints", () => {
    const node = object('v1', 'Node', 'one', {
      metadata: { namespace: undefined },
      spec: { taints: [{ key: 'reserved', value: 'db', effect: 'NoSchedule' }] },
      status: {
        allocatable: { cpu: '2' },
        capacity: { cpu: '4' },
        addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
        nodeInfo: { kubeletVersion: 'v1.28.0' },
      },
    });
    const container = { name: 'web', resources: { requests: { cpu: '500m' } } };
    const user = pod('web-1', { spec: { nodeName: 'one', containers: [container] } });
    expect(textOf(node, [user])).toEqual(
      expect.arrayContaining([
        'Requested of allocatable: cpu | [500 of 2000] 500m of 2 | 4',
        'Addresses: 10.0.0.1 InternalIP',
        'Kubelet: v1.28.0',
        'Taints: reserved=db:NoSchedule',
        expect.stringContaining('Pods: <core/Pod shop/web-1>'),
      ]),
    );
  });
});

describe('the overview of the API', () => {
  it('shows the versions of a definition, and the schema of the storage version as a tree', () => {
    const parts = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } };
    const spec = {
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer', description: 'The size.' }, color: { enum: ['red'] }, parts },
    };
    const definition = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com', {
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
            additionalPrinterColumns: [{ name: 'Size' }],
          },
          { name: 'v1alpha1', served: false, storage: false, deprecated: true },
        ],
      },
    });
    const text = textOf(definition);
    expect(text).toEqual(
      expect.arrayContaining([
        'Versions: v1 | Yes | Yes | None | Size',
        'Versions: v1alpha1 deprecated | No | No | None | None',
      ]),
    );
    expect(text.slice(text.indexOf('# Schema of v1') + 1)).toEqual([
      'Fields: spec | object | ',
      'Fields: \u2003size | integer required | The size.',
      'Fields: \u2003color | "red" | ',
      'Fields: \u2003parts | []object | ',
      'Fields: \u2003\u2003name | string | ',
    ]);
  });

  it('shows the matches of a webhook, its address and its failure policy', () => {
    const configuration = object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'checks', {
      webhooks: [
        {
          name: 'check.example.com',
          clientConfig: { service: { namespace: 'shop', name: 'checker', path: '/check' } },
          rules: [{ operations: ['CREATE'], resources: ['pods'], apiGroups: [''], apiVersions: ['*'] }],
          failurePolicy: 'Ignore',
          namespaceSelector: { matchLabels: { checked: 'true' } },
          sideEffects: 'None',
        },
      ],
    });
    expect(textOf(configuration)).toEqual([
      '# Webhook check.example.com',
      'Calls: <core/Service shop/checker> /check on port 443',
      'On failure: Requests are allowed',
      'Timeout: 10s',
      'Side effects: None',
      'Namespaces: checked=true',
      'Objects: Every object',
      'Matched requests: CREATE | pods | core | Every version',
    ]);
  });

  it('shows the validations of a policy and the effect of its binding', () => {
    const group = 'admissionregistration.k8s.io/v1beta1';
    const policy = object(group, 'ValidatingAdmissionPolicy', 'p', {
      spec: {
        validations: [{ expression: 'object.spec.replicas < 5', message: 'too many' }],
        matchConstraints: { resourceRules: [{ operations: ['*'], resources: ['deployments'], apiGroups: ['apps'] }] },
      },
    });
    expect(textOf(policy)).toEqual(
      expect.arrayContaining([
        'Validations: object.spec.replicas < 5 | too many',
        'Matched requests: Every operation | deployments | apps | ',
      ]),
    );
    const policyBinding = object(group, 'ValidatingAdmissionPolicyBinding', 'b', {
      spec: { policyName: 'p', validationActions: ['Deny', 'Audit'] },
    });
    expect(textOf(policyBinding)).toEqual(
      expect.arrayContaining(['Policy: <admissionregistration/ValidatingAdmissionPolicy p>', 'Actions: Deny, Audit']),
    );
  });
});

describe('overviews', () => {
  const file = new URL('../../../src/api/kinds/resource-kinds.generated.ts', import.meta.url);
  const kinds = [...readFileSync(file, 'utf8').matchAll(/^ {2}'(.*)\/\w+': .*\.(\w+);$/gm)].map(
    ([, apiVersion = '', kind = '']) => ({ apiVersion, kind }),
  );
  /** Component statuses have only conditions. */
  const stable = kinds.filter(({ apiVersion, kind }) => !/alpha/.test(apiVersion) && kind !== 'ComponentStatus');

  it('exist for every stable built-in kind', () => {
    expect(stable.length).toBeGreaterThan(40);
    const without = stable.filter(({ apiVersion, kind }) => !overviewOf(object(apiVersion, kind, 'it'), dialect));
    expect(without).toEqual([]);
  });
});

describe('the overview of cluster objects', () => {
  it.each([
    [
      'v1',
      'Namespace',
      {
        metadata: { deletionTimestamp: 'now' },
        status: {
          phase: 'Terminating',
          conditions: [{ type: 'NamespaceContentRemaining', status: 'True', message: 'pods remain' }],
        },
      },
      'State: (warning) Terminating pods remain',
    ],
    [
      'scheduling.k8s.io/v1',
      'PriorityClass',
      { value: 100, preemptionPolicy: 'Never' },
      'Preemption: Never evicts other pods',
    ],
    ['node.k8s.io/v1', 'RuntimeClass', { handler: 'gvisor' }, 'Handler: gvisor'],
    [
      'coordination.k8s.io/v1',
      'Lease',
      { spec: { holderIdentity: 'one', renewTime: '2024' } },
      'Renewed: age of 2024 ago',
    ],
    [
      'flowcontrol.apiserver.k8s.io/v1beta3',
      'FlowSchema',
      {
        spec: {
          priorityLevelConfiguration: { name: 'low' },
          rules: [
            {
              subjects: [{ kind: 'User', user: { name: 'alice' } }],
              resourceRules: [{ verbs: ['*'], apiGroups: [''], resources: ['pods'] }],
            },
          ],
        },
      },
      'Matched requests: User alice | Every verb | pods of core',
    ],
    [
      'flowcontrol.apiserver.k8s.io/v1beta3',
      'PriorityLevelConfiguration',
      { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
      'When full: Requests are rejected',
    ],
    [
      'certificates.k8s.io/v1',
      'CertificateSigningRequest',
      { spec: { username: 'alice', signerName: 's' } },
      'State: (info) Pending Waiting for approval.',
    ],
    [
      'apiregistration.k8s.io/v1',
      'APIService',
      { spec: { group: 'example.com', version: 'v1', service: { namespace: 'shop', name: 'api' } } },
      'Served by: <core/Service shop/api> port 443',
    ],
    ['apps/v1', 'ControllerRevision', { revision: 2, data: { spec: {} } }, 'Revision: 2'],
    [
      'storage.k8s.io/v1',
      'CSINode',
      { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } },
      'Drivers: <storage/CSIDriver d> | n | Unlimited',
    ],
    ['storage.k8s.io/v1', 'CSIDriver', { spec: { attachRequired: false } }, 'Attach required: No'],
    [
      'storage.k8s.io/v1',
      'VolumeAttachment',
      { spec: { attacher: 'd', nodeName: 'one', source: {} }, status: { attached: true } },
      'State: (success) Attached',
    ],
    ['networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/c' } }, 'Controller: example.com/c'],
    [
      'discovery.k8s.io/v1',
      'EndpointSlice',
      { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] },
      'Endpoints: 10.0.0.1: | (success) Ready | None | None',
    ],
    [
      'v1',
      'Endpoints',
      { subsets: [{ notReadyAddresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] },
      'Endpoints: 10.0.0.1:80 | (warning) Not ready | None | None',
    ],
    [
      'v1',
      'Event',
      {
        involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
        ...{ message: 'm', count: 3, lastTimestamp: '2024' },
      },
      'Seen: age of 2024 ago, 3 times',
    ],
    [
      'events.k8s.io/v1',
      'Event',
      { regarding: { kind: 'Pod', namespace: 'shop', name: 'web' }, note: 'm' },
      'About: <core/Pod shop/web>',
    ],
    ['v1', 'PodTemplate', { template: TEMPLATE }, '# Template: container web'],
    ['storage.k8s.io/v1', 'CSIStorageCapacity', { storageClassName: 'fast', capacity: '1Gi' }, 'Capacity: 1Gi'],
  ])('shows the main fields of a %s %s', (apiVersion, kind, rest, line) => {
    expect(textOf(object(apiVersion, kind, 'it', rest))).toContain(line);
  });

  it('shows the fields of a custom resource, without its conditions', () => {
    const widget = object('example.com/v1', 'Widget', 'w', {
      spec: { size: 3, colors: ['red', 'blue'], frame: { wood: 'oak', empty: {} }, parts: [{ name: 'a' }] },
      status: { conditions: [], observedGeneration: 1 },
      note: 'by hand',
    });
    expect(customOverview(widget).flatMap(cardText)).toEqual([
      '# Spec',
      'size: 3',
      'colors: red, blue',
      'frame.wood: oak',
      'frame.empty: {}',
      'parts: [{"name":"a"}]',
      '# Status',
      'observedGeneration: 1',
      '# Fields',
      'note: by hand',
    ]);
  });
});
