import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, createCluster } from '../../src/hosts/core.ts';

const SEED = `
apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {team: web}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: small, namespace: shop}
spec: {size: 1}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: alone, namespace: shop}
spec: {containers: [{name: main, image: nginx}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: once, namespace: shop}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: builder, namespace: shop}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
`;

describe('export', () => {
  let cluster: Cluster;
  let text = '';
  beforeAll(async () => {
    cluster = await createCluster({ seed: SEED });
    await cluster.clock.step(30_000);
    text = await cluster.export();
  });
  afterAll(() => cluster.close());

  const namesIn = (yaml: string) =>
    yaml.split('---\n').map((one) => `${/^kind: (.*)/m.exec(one)?.[1]} ${/^ {2}name: (.*)/m.exec(one)?.[1]}`);

  it('contains only the objects that the user created, dependencies first', () => {
    expect(namesIn(text)).toEqual([
      'Namespace shop',
      'CustomResourceDefinition widgets.example.com',
      'ServiceAccount builder',
      'ClusterRole reader',
      'Pod alone',
      'Service web',
      'Deployment web',
      'Job once',
      'Widget small',
    ]);
  });

  it('omits the fields that the server and its controllers add', () => {
    for (const field of ['uid', 'resourceVersion', 'managedFields', 'status', 'nodeName', 'clusterIP', 'generation'])
      expect(text).not.toMatch(new RegExp(`^ *${field}:`, 'm'));
    expect(text).not.toContain('deployment.kubernetes.io/revision');
  });

  it('can be limited to namespaces', async () => {
    expect(namesIn(await cluster.export({ namespaces: ['shop'] }))).not.toContain('ClusterRole reader');
    expect(namesIn(await cluster.export({ namespaces: ['shop'] }))).toContain('Namespace shop');
    expect(await cluster.export({ namespaces: ['default'] })).toBe('');
  });

  it('recreates the same objects when it is loaded', async () => {
    const copy = await createCluster({ seed: text });
    expect(await copy.export()).toBe(text);
    await copy.reset();
    expect(await copy.export()).toBe(text);
    await copy.close();
  });

  it("contains only the user's changes to an object of the server", async () => {
    const changed = await createCluster({ controllers: false });
    await changed.client.patch({ group: '', version: 'v1', resource: 'namespaces', name: 'default' }, 'merge', {
      metadata: { labels: { team: 'web' } },
    });
    expect(await changed.export()).toBe(
      'apiVersion: v1\nkind: Namespace\nmetadata:\n  labels:\n    team: web\n  name: default\n',
    );
    await changed.close();
  });
});
