import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { findResource } from '../../client/discovery.ts';
import type { Application } from '../application.ts';
import { addFirstNodes } from './nodes/add-simulated-nodes.ts';

export const SAMPLE_NAMESPACE = 'sample';

interface SampleObject {
  readonly resource: string;
  readonly name: string;
  readonly content?: object;
}

const LABELS = { app: 'hello' };

/** In creation order: dependencies first. */
const SAMPLE: readonly SampleObject[] = [
  { resource: 'serviceaccounts', name: 'reader' },
  {
    resource: 'configmaps',
    name: 'greeting',
    content: { data: { text: 'Hello from a cluster in a tab', colour: 'blue' } },
  },
  {
    resource: 'configmaps',
    name: 'features',
    content: { data: { 'features.json': '{"search": true, "export": false}' } },
  },
  {
    resource: 'secrets',
    name: 'credentials',
    content: { type: 'Opaque', stringData: { username: 'hello', password: 'not a real one' } },
  },
  {
    resource: 'deployments',
    name: 'hello',
    content: {
      spec: {
        replicas: 3,
        selector: { matchLabels: LABELS },
        template: {
          metadata: { labels: LABELS },
          spec: {
            serviceAccountName: 'reader',
            containers: [
              {
                name: 'web',
                image: 'nginx:1.25',
                ports: [{ name: 'http', containerPort: 80 }],
                envFrom: [{ configMapRef: { name: 'greeting' } }],
                resources: { requests: { cpu: '50m', memory: '32Mi' } },
              },
            ],
          },
        },
      },
    },
  },
  {
    resource: 'services',
    name: 'hello',
    content: { spec: { selector: LABELS, ports: [{ name: 'http', port: 80, targetPort: 'http' }] } },
  },
  {
    resource: 'roles',
    name: 'config-reader',
    content: { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }] },
  },
];

/** The role binding: its reference needs the name of the RBAC group, which depends on the server's dialect. */
const bindingOf = (roleGroup: string): SampleObject => ({
  resource: 'rolebindings',
  name: 'config-readers',
  content: {
    roleRef: { apiGroup: roleGroup, kind: 'Role', name: 'config-reader' },
    subjects: [
      { kind: 'ServiceAccount', name: 'reader', namespace: SAMPLE_NAMESPACE },
      { kind: 'User', apiGroup: roleGroup, name: 'alice' },
    ],
  },
});

/** Resource and name of every sample object in the sample namespace. */
export const SAMPLE_OBJECTS: readonly Pick<SampleObject, 'resource' | 'name'>[] = [...SAMPLE, bindingOf('')];

/**
 * Creates the sample, and simulated nodes in a cluster without nodes, where its pods would stay pending.
 * @throws ApiError when the server rejects one of its objects
 */
export async function createSample(
  application: Pick<Application, 'client' | 'discovery' | 'notifications'>,
): Promise<void> {
  await addFirstNodes(application);
  await restoreSample(application);
}

/**
 * Applies a namespace with a few related objects; applying it again restores changed ones.
 * @throws ApiError when the server rejects one of them.
 */
export async function restoreSample({ client, discovery }: Pick<Application, 'client' | 'discovery'>): Promise<void> {
  const served = discovery.getState().discovery;
  if (!served) return;
  const apply = async ({ resource, name, content }: SampleObject, namespace?: string) => {
    const found = findResource(served, resource);
    if (!found) return;
    const { group, version, resource: plural, kind } = found;
    const object = {
      apiVersion: apiVersionOf(group, version),
      kind,
      metadata: { name, ...(namespace ? { namespace } : {}) },
      ...content,
    };
    const address = { group, version, resource: plural, name, ...(namespace ? { namespace } : {}) };
    await client.apply<ApiObject>(address, object, { fieldManager: 'tabplane-sample', force: true });
  };
  await apply({ resource: 'namespaces', name: SAMPLE_NAMESPACE });
  const roles = findResource(served, 'roles');
  for (const object of [...SAMPLE, ...(roles ? [bindingOf(roles.group)] : [])]) await apply(object, SAMPLE_NAMESPACE);
}
