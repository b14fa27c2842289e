import { describe, expect, it } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import type { KindKey } from '../../../src/client/objects/kind-key.ts';
import {
  type GraphBranch,
  graphAround,
  graphBranches,
  graphWithin,
  groupedGraph,
  type RelationGraph,
  relationGraph,
} from '../../../src/client/relations/graph.ts';

const dialect = dialectNamed('kubernetes');

const object = (apiVersion: string, kind: string, name: string, more: object = {}): ApiObject =>
  ({
    apiVersion,
    kind,
    metadata: { namespace: 'shop', name, uid: name, ...('metadata' in more ? (more.metadata as object) : {}) },
    ...('spec' in more ? { spec: more.spec } : {}),
  }) as ApiObject;

const ownedBy = (apiVersion: string, kind: string, name: string) => ({
  labels: { app: 'web' },
  ownerReferences: [{ apiVersion, kind, name, uid: name, controller: true }],
});
const LABELS = { matchLabels: { app: 'web' } };
const pod = (name: string): ApiObject =>
  object('v1', 'Pod', name, {
    metadata: ownedBy('apps/v1', 'ReplicaSet', 'web-1'),
    spec: {
      serviceAccountName: 'default',
      containers: [{ name: 'web', envFrom: [{ configMapRef: { name: 'gone' } }] }],
    },
  });
const PODS = ['a', 'b', 'c', 'd', 'e'].map(pod);
const DEPLOYMENT = object('apps/v1', 'Deployment', 'web', {
  spec: { selector: LABELS, template: { spec: { serviceAccountName: 'default', containers: [] } } },
});
const OBJECTS = new Map<KindKey, readonly ApiObject[]>([
  ['apps/Deployment', [DEPLOYMENT]],
  [
    'apps/ReplicaSet',
    [object('apps/v1', 'ReplicaSet', 'web-1', { metadata: ownedBy('apps/v1', 'Deployment', 'web') })],
  ],
  ['core/Pod', [...PODS, object('v1', 'Pod', 'other', { spec: { serviceAccountName: 'default', containers: [] } })]],
  ['core/Service', [object('v1', 'Service', 'web', { spec: { selector: { app: 'web' } } })]],
  ['core/ServiceAccount', [object('v1', 'ServiceAccount', 'default')]],
  ['core/ConfigMap', [object('v1', 'ConfigMap', 'unused')]],
]);

const texts = ({ edges }: RelationGraph) => edges.map(({ from, to, relation }) => `${from} ${relation} ${to}`);
const GRAPH = relationGraph(OBJECTS, dialect);

describe('the graph of a namespace', () => {
  it('leads from owners to what they own, and from objects to what they select and use', () => {
    expect(texts(GRAPH)).toEqual(
      expect.arrayContaining([
        'apps/Deployment shop/web owns apps/ReplicaSet shop/web-1',
        'apps/ReplicaSet shop/web-1 owns core/Pod shop/a',
        'core/Service shop/web selects core/Pod shop/a',
        'core/Pod shop/a uses core/ServiceAccount shop/default',
      ]),
    );
  });

  it('does not repeat that a deployment selects its pods, or uses what they use', () => {
    expect(texts(GRAPH).filter((text) => text.startsWith('apps/Deployment'))).toEqual([
      'apps/Deployment shop/web owns apps/ReplicaSet shop/web-1',
    ]);
  });

  it('has objects without a namespace only when they relate to objects of the namespace', () => {
    const role = (name: string) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
    });
    const binding = {
      ...object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'viewers'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    };
    const objects = new Map<KindKey, readonly ApiObject[]>([
      ['core/ConfigMap', [object('v1', 'ConfigMap', 'unused')]],
      ['rbac/ClusterRole', [role('view'), role('edit')]],
      ['rbac/RoleBinding', [binding]],
    ]);
    expect(graphWithin(relationGraph(objects, dialect), 'shop').nodes.map(({ id }) => id)).toEqual([
      'rbac/RoleBinding shop/viewers',
      'rbac/ClusterRole /view',
      'core/ConfigMap shop/unused',
    ]);
  });

  it('marks objects that are named but do not exist', () => {
    expect(GRAPH.nodes.filter(({ isMissing }) => isMissing).map(({ id }) => id)).toEqual(['core/ConfigMap shop/gone']);
  });
});

describe('the graph around an object', () => {
  const around = graphAround(GRAPH, DEPLOYMENT, dialect);
  const ids = around.nodes.map(({ id }) => id);

  it('has what the object owns, what selects that, and what it uses', () => {
    expect(ids).toEqual(
      expect.arrayContaining(['core/Pod shop/e', 'core/Service shop/web', 'core/ServiceAccount shop/default']),
    );
  });

  it('does not lead on from what many objects use', () => {
    expect(ids).not.toContain('core/Pod shop/other');
    expect(ids).not.toContain('core/ConfigMap shop/unused');
  });
});

describe('the graph around a hub', () => {
  it('is found without copying the edges of the hub for each of them', () => {
    const edges = Array.from({ length: 100_000 }, (_, number) => ({
      ...{ from: `pod ${number}`, to: 'hub', relation: 'uses' as const },
    }));
    expect(graphAround({ nodes: [], edges }, DEPLOYMENT, dialect).edges).toEqual([]);
  });
});

describe('a grouped graph', () => {
  const grouped = groupedGraph(GRAPH, new Set());
  const group = grouped.nodes.find(({ members }) => members.length > 1);

  it('has one node for many objects of a kind with the same relations', () => {
    expect(group?.members.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(grouped.nodes.length).toBe(GRAPH.nodes.length - 4);
    expect(texts(grouped).filter((text) => text.startsWith('core/Service shop/web selects'))).toHaveLength(1);
  });

  it('keeps the objects of an open group, and the root, apart', () => {
    expect(groupedGraph(GRAPH, new Set([group?.id ?? ''])).nodes).toHaveLength(GRAPH.nodes.length);
    const around = groupedGraph(GRAPH, new Set(), 'core/Pod shop/a');
    expect(around.nodes.map(({ members }) => members.length).filter((count) => count > 1)).toEqual([4]);
  });
});

const linesOf = ({ node, relation, branches }: GraphBranch, indent = ''): string[] => [
  `${indent}${relation ? `${relation} ` : ''}${node.kind} ${node.members.map(({ name }) => name).join('+')}`,
  ...branches.flatMap((branch) => linesOf(branch, `${indent}  `)),
];

describe('the nested list of a graph', () => {
  it('names each object once, with its relation to the one above', () => {
    const root = 'apps/Deployment shop/web';
    const grouped = groupedGraph(graphAround(GRAPH, DEPLOYMENT, dialect), new Set(), root);
    expect(graphBranches(grouped, root).flatMap((branch) => linesOf(branch))).toEqual([
      'apps/Deployment web',
      '  owns apps/ReplicaSet web-1',
      '    owns core/Pod a+b+c+d+e',
      '      uses core/ConfigMap gone',
      '      uses core/ServiceAccount default',
      '      selected by core/Service web',
    ]);
  });

  it('has each object as close to the top as possible', () => {
    const lines = graphBranches(GRAPH).flatMap((branch) => linesOf(branch));
    expect(lines.filter((line) => line.includes('owns core/Pod'))).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `    owns core/Pod ${name}`),
    );
    expect(lines).toHaveLength(GRAPH.nodes.length);
  });
});
