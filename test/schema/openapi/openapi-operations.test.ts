import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { resourceRows as rows } from '../../../src/schema/kind-tables.ts';
import { type DocumentedResource, operationsOf } from '../../../src/schema/openapi/openapi-operations.ts';
import { openApiV2Document } from '../../../src/schema/openapi/openapi-v2.ts';

/** Some subresources have kinds of another group. They belong to the stable version of their resource. */
const isOfVersion = (row: { group: string; version: string }, group: string, version: string): boolean =>
  row.group === group ? row.version === version : version === 'v1';

/** All resources of the table with their subresources, as the server documents them. */
const documented = rows
  .filter(({ name }) => !name.includes('/'))
  .map(({ group, version, name, kind, namespaced, verbs }): DocumentedResource => {
    const below = rows.filter((row) => row.name.startsWith(`${name}/`) && isOfVersion(row, group, version));
    const subresources = below.map((row) => {
      const subresource = row.name.slice(name.length + 1);
      const subresourceKind = { group: row.group, version: row.version, kind: row.kind };
      return [subresource, { name: subresource, kind: subresourceKind, verbs: new Set(row.verbs) }] as const;
    });
    return {
      group,
      version,
      resource: name,
      kind,
      listKind: `${kind}List`,
      namespaced,
      verbs: new Set(verbs),
      subresources: new Map(subresources),
    };
  });

const operations = documented.flatMap((resource) => operationsOf(resource, kubernetesDialect));
const idAt = (method: string, path: string): string | undefined =>
  operations.find((operation) => operation.path === path && operation.method === method)?.operationId;

const POD = '/api/v1/namespaces/{namespace}/pods/{name}';

describe('operation ids match the real server', () => {
  test.each([
    ['get', '/api/v1/pods', 'listCoreV1PodForAllNamespaces'],
    ['get', '/api/v1/namespaces/{namespace}/pods', 'listCoreV1NamespacedPod'],
    ['post', '/api/v1/namespaces/{namespace}/pods', 'createCoreV1NamespacedPod'],
    ['delete', '/api/v1/namespaces/{namespace}/pods', 'deleteCoreV1CollectionNamespacedPod'],
    ['get', POD, 'readCoreV1NamespacedPod'],
    ['put', POD, 'replaceCoreV1NamespacedPod'],
    ['patch', POD, 'patchCoreV1NamespacedPod'],
    ['delete', POD, 'deleteCoreV1NamespacedPod'],
    ['get', `${POD}/status`, 'readCoreV1NamespacedPodStatus'],
    ['get', `${POD}/log`, 'readCoreV1NamespacedPodLog'],
    ['patch', `${POD}/ephemeralcontainers`, 'patchCoreV1NamespacedPodEphemeralcontainers'],
    ['post', `${POD}/eviction`, 'createCoreV1NamespacedPodEviction'],
    ['post', `${POD}/binding`, 'createCoreV1NamespacedPodBinding'],
    ['get', `${POD}/exec`, 'connectCoreV1GetNamespacedPodExec'],
    ['post', `${POD}/portforward`, 'connectCoreV1PostNamespacedPodPortforward'],
    ['options', `${POD}/proxy`, 'connectCoreV1OptionsNamespacedPodProxy'],
    ['head', '/api/v1/nodes/{name}/proxy/{path}', 'connectCoreV1HeadNodeProxyWithPath'],
    [
      'post',
      '/api/v1/namespaces/{namespace}/serviceaccounts/{name}/token',
      'createCoreV1NamespacedServiceAccountToken',
    ],
    ['put', '/api/v1/namespaces/{name}/finalize', 'replaceCoreV1NamespaceFinalize'],
    ['get', '/api/v1/nodes', 'listCoreV1Node'],
    ['patch', '/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale', 'patchAppsV1NamespacedDeploymentScale'],
    ['get', '/apis/rbac.authorization.k8s.io/v1/clusterroles', 'listRbacAuthorizationV1ClusterRole'],
    ['get', '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas', 'listFlowcontrolApiserverV1beta3FlowSchema'],
    [
      'put',
      '/apis/certificates.k8s.io/v1/certificatesigningrequests/{name}/approval',
      'replaceCertificatesV1CertificateSigningRequestApproval',
    ],
    [
      'post',
      '/apis/authorization.k8s.io/v1/namespaces/{namespace}/localsubjectaccessreviews',
      'createAuthorizationV1NamespacedLocalSubjectAccessReview',
    ],
    ['get', '/api/v1/watch/pods', 'watchCoreV1PodListForAllNamespaces'],
    ['get', '/api/v1/watch/namespaces/{namespace}/pods', 'watchCoreV1NamespacedPodList'],
    ['get', '/api/v1/watch/namespaces/{namespace}/pods/{name}', 'watchCoreV1NamespacedPod'],
    ['get', '/api/v1/watch/nodes', 'watchCoreV1NodeList'],
    ['get', '/apis/apps/v1/watch/deployments', 'watchAppsV1DeploymentListForAllNamespaces'],
  ])('%s %s: %s', (method, path, id) => {
    expect(idAt(method, path)).toBe(id);
  });

  test('are unique', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('omit the group suffix of the cluster dialect, like the suffix of Kubernetes', () => {
    const roles = documented.find(({ resource }) => resource === 'clusterroles');
    if (!roles) throw new Error('no cluster roles in the table');
    const [first] = operationsOf({ ...roles, group: clusterDialect.renameText(roles.group) }, clusterDialect);
    expect(first).toMatchObject({ operationId: 'listRbacAuthorizationV1ClusterRole', tag: 'rbacAuthorization_v1' });
  });
});

describe('operations', () => {
  const at = (method: string, path: string) =>
    operations.find((operation) => operation.path === path && operation.method === method);

  test('a watch path returns events and has the action of the deprecated paths', () => {
    expect(at('get', '/api/v1/watch/pods')).toMatchObject({ action: 'watchlist', answer: { kind: 'WatchEvent' } });
    expect(at('get', '/api/v1/watch/nodes/{name}')).toMatchObject({ action: 'watch', answer: { kind: 'WatchEvent' } });
  });

  test('kinds without the watch verb have no watch path', () => {
    expect(operations.filter(({ path }) => path.includes('/watch/') && path.includes('reviews'))).toEqual([]);
    expect(operations.filter(({ path }) => path.includes('/watch/componentstatuses'))).toEqual([]);
  });

  test('custom resources have no watch paths', () => {
    const [widgets] = documented.filter(({ resource }) => resource === 'leases');
    if (!widgets) throw new Error('no leases in the table');
    const custom = { ...widgets, openAPIV3Schema: { type: 'object' } };
    expect(operationsOf(custom, kubernetesDialect).filter(({ path }) => path.includes('/watch/'))).toEqual([]);
  });

  test('logs and connections return text', () => {
    expect(at('get', `${POD}/log`)).not.toHaveProperty('answer');
    expect(at('get', `${POD}/log`)?.parameters.map(({ name }) => name)).toContain('tailLines');
    expect(at('post', `${POD}/exec`)).not.toHaveProperty('answer');
    expect(at('post', `${POD}/exec`)).toMatchObject({ action: 'connect', kind: { kind: 'PodExecOptions' } });
  });

  test('the document has the tags by which generated clients group operations', () => {
    const { paths } = openApiV2Document(documented, kubernetesDialect, {});
    expect(paths['/api/v1/pods']?.get?.tags).toEqual(['core_v1']);
    expect(paths['/apis/rbac.authorization.k8s.io/v1/roles']?.get?.tags).toEqual(['rbacAuthorization_v1']);
  });
});
