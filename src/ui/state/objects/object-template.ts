import { stringify } from 'yaml';
import type { Dialect } from '../../../api/dialect.ts';
import { apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { kindKey } from '../../../client/objects/kind-key.ts';

const LABELS = { app: 'example' };
const CONTAINERS = [{ name: 'main', image: 'nginx:1.25', ports: [{ containerPort: 80 }] }];
const POD = { metadata: { labels: LABELS }, spec: { containers: CONTAINERS } };
const TASK = {
  template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox', command: ['date'] }] } },
};

const CONFIG_MAP_RULE = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] };
/** The request of FlowSchemas. */
const FLOW_RULE = {
  subjects: [{ kind: 'Group', group: { name: 'system:authenticated' } }],
  resourceRules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'], namespaces: ['*'] }],
};

/** Content of a kind's template beside its name, by resource: all required fields, and those that most objects have. */
const CONTENT: Readonly<Record<string, object>> = {
  configmaps: { data: { greeting: 'hello' } },
  secrets: { type: 'Opaque', stringData: { password: 'change me' } },
  pods: { spec: { containers: CONTAINERS } },
  deployments: { spec: { replicas: 2, selector: { matchLabels: LABELS }, template: POD } },
  replicasets: { spec: { replicas: 2, selector: { matchLabels: LABELS }, template: POD } },
  daemonsets: { spec: { selector: { matchLabels: LABELS }, template: POD } },
  statefulsets: { spec: { replicas: 1, serviceName: 'example', selector: { matchLabels: LABELS }, template: POD } },
  replicationcontrollers: { spec: { replicas: 1, selector: LABELS, template: POD } },
  jobs: { spec: TASK },
  cronjobs: { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: TASK } } },
  services: { spec: { selector: LABELS, ports: [{ port: 80 }] } },
  roles: { rules: [CONFIG_MAP_RULE] },
  clusterroles: { rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] }] },
  resourcequotas: { spec: { hard: { pods: '10' } } },
  persistentvolumeclaims: {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  networkpolicies: { spec: { podSelector: {}, policyTypes: ['Ingress'] } },
  podtemplates: { template: POD },
  controllerrevisions: { revision: 1, data: {} },
  persistentvolumes: {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
  },
  storageclasses: { provisioner: 'example.com/disks' },
  csistoragecapacities: { storageClassName: 'example' },
  volumeattachments: {
    spec: { attacher: 'example.com', nodeName: 'example', source: { persistentVolumeName: 'example' } },
  },
  horizontalpodautoscalers: {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'example' }, maxReplicas: 5 },
  },
  poddisruptionbudgets: { spec: { minAvailable: 1, selector: { matchLabels: LABELS } } },
  ingresses: {
    spec: {
      rules: [
        {
          host: 'example.com',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'example', port: { number: 80 } } } }],
          },
        },
      ],
    },
  },
  ingressclasses: { spec: { controller: 'example.com/ingress-controller' } },
  endpointslices: { addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.1'] }], ports: [{ port: 80 }] },
  endpoints: { subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }] },
  limitranges: { spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '100m' } }] } },
  priorityclasses: { value: 1000 },
  runtimeclasses: { handler: 'example' },
  leases: { spec: { holderIdentity: 'example', leaseDurationSeconds: 15 } },
  customresourcedefinitions: {
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'examples', singular: 'example', kind: 'Example' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
            },
          },
        },
      ],
    },
  },
  apiservices: {
    spec: {
      group: 'example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { namespace: 'default', name: 'example' },
    },
  },
  flowschemas: {
    spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 1000, rules: [FLOW_RULE] },
  },
  prioritylevelconfigurations: {
    spec: {
      type: 'Limited',
      limited: { limitResponse: { type: 'Reject' } },
    },
  },
};

/** Names for kinds that require a certain format. */
const NAMES: Readonly<Record<string, string>> = {
  customresourcedefinitions: 'examples.example.com',
  apiservices: 'v1.example.com',
};

/** Returns the role reference and subject of a binding, which name the group of the server's dialect. */
const bindingOf = ({ group, namespaced }: DiscoveredResource): object => ({
  roleRef: { apiGroup: group, kind: namespaced ? 'Role' : 'ClusterRole', name: 'example' },
  subjects: [{ apiGroup: group, kind: 'User', name: 'alice' }],
});

/** Returns the content of an event of one of the two groups. */
const eventOf = ({ group }: DiscoveredResource): object =>
  group === ''
    ? { involvedObject: { kind: 'Pod', name: 'example', namespace: 'default' }, reason: 'Example', type: 'Normal' }
    : {
        regarding: { kind: 'Pod', name: 'example', namespace: 'default' },
        eventTime: '2026-01-01T00:00:00.000000Z',
        ...{ reportingController: 'example.com/reporter', reportingInstance: 'example', action: 'Example' },
        ...{ reason: 'Example', type: 'Normal' },
      };

const MADE: Readonly<Record<string, (resource: DiscoveredResource) => object>> = {
  rolebindings: bindingOf,
  clusterrolebindings: bindingOf,
  events: eventOf,
};

/** Returns a built-in kind's template besides its name; undefined for custom kinds, which may share its plural. */
function contentOf(resource: DiscoveredResource, dialect: Dialect): object | undefined {
  const isCustom = kindKey(resource, dialect).includes('.');
  return isCustom ? undefined : (MADE[resource.resource]?.(resource) ?? CONTENT[resource.resource]);
}

/** Reports whether the template of a kind follows from its schema alone. */
export const needsSchema = (resource: DiscoveredResource, dialect: Dialect): boolean =>
  contentOf(resource, dialect) === undefined;

/**
 * Returns the YAML template of a new object.
 * @param required the required fields of a kind that has no template, beside its metadata
 */
export function objectTemplate(
  resource: DiscoveredResource,
  dialect: Dialect,
  namespace: string | undefined,
  required: object = {},
): string {
  const content = contentOf(resource, dialect);
  const object = {
    apiVersion: apiVersionOf(resource.group, resource.version),
    kind: resource.kind,
    metadata: {
      name: (content && NAMES[resource.resource]) ?? 'example',
      ...(resource.namespaced ? { namespace: namespace ?? 'default' } : {}),
    },
    ...(content ?? required),
  };
  return stringify(object, { aliasDuplicateObjects: false });
}
