import type { Dialect, KubernetesName } from '../../api/dialect.ts';
import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import {
  AUTHENTICATION_GROUP,
  AUTHORIZATION_GROUP,
  CERTIFICATES_GROUP,
  CORE_GROUP,
  NODE_GROUP,
  STORAGE_GROUP,
} from '../../api/kubernetes-names.ts';

/** Permissions of every node: verbs, group, resources. */
const ROWS: readonly (readonly [verbs: string, group: KubernetesName, resources: string])[] = [
  ['create', AUTHENTICATION_GROUP, 'tokenreviews'],
  ['create', AUTHORIZATION_GROUP, 'localsubjectaccessreviews subjectaccessreviews'],
  ['get list watch', CORE_GROUP, 'services'],
  ['create get list watch patch update', CORE_GROUP, 'nodes'],
  ['patch update', CORE_GROUP, 'nodes/status'],
  ['create patch update', CORE_GROUP, 'events'],
  ['create delete get list watch', CORE_GROUP, 'pods'],
  ['patch update', CORE_GROUP, 'pods/status'],
  ['create', CORE_GROUP, 'pods/eviction'],
  ['get', CORE_GROUP, 'endpoints'],
  ['create get list watch', CERTIFICATES_GROUP, 'certificatesigningrequests'],
  ['get list watch', STORAGE_GROUP, 'csidrivers'],
  ['get list watch', NODE_GROUP, 'runtimeclasses'],
];

/** Rules for resources to which all nodes have the same access, with Kubernetes group names. */
export const nodeRules = (dialect: Dialect): readonly PolicyRule[] =>
  ROWS.map(([verbs, group, resources]) => ({
    verbs: verbs.split(' '),
    apiGroups: [dialect.rename(group)],
    resources: resources.split(' '),
  }));
