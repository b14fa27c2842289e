import { stringify } from 'yaml';
import { apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';

const LABELS = { app: 'example' };
const CONTAINERS = [{ name: 'main', image: 'nginx:1.25', ports: [{ containerPort: 80 }] }];
const POD = { metadata: { labels: LABELS }, spec: { containers: CONTAINERS } };
const TASK = {
  template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox', command: ['date'] }] } },
};

/** Content of a kind's template beside its name, by resource. */
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
  roles: { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }] },
  clusterroles: { rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] }] },
  resourcequotas: { spec: { hard: { pods: '10' } } },
  persistentvolumeclaims: {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  networkpolicies: { spec: { podSelector: {}, policyTypes: ['Ingress'] } },
};

/** Returns the YAML template of a new object. */
export function objectTemplate(resource: DiscoveredResource, namespace: string | undefined): string {
  const object = {
    apiVersion: apiVersionOf(resource.group, resource.version),
    kind: resource.kind,
    metadata: { name: 'example', ...(resource.namespaced ? { namespace: namespace ?? 'default' } : {}) },
    ...(CONTENT[resource.resource] ?? {}),
  };
  return stringify(object, { aliasDuplicateObjects: false });
}
