import type { ClientName } from '../outcomes/client-outcomes.ts';

/** A program of test/clients/programs, and its steps with their outcomes. */
export interface ProgramSteps {
  readonly program: string;
  readonly steps: readonly (readonly [step: string, outcome: string])[];
}

export const JAVASCRIPT_STEPS: Readonly<Partial<Record<ClientName, ProgramSteps>>> = {
  '@kubernetes/client-node': {
    program: 'client-node.mjs',
    steps: [
      ['createNamespace', 'Namespace'],
      ['VersionApi.getCode', 'v1.28.3'],
      ['createNamespacedConfigMap, 5 times', 'created'],
      ['listNamespacedConfigMap in pages of 2', '2 2 2'],
      ['readNamespacedConfigMap that does not exist', '404 configmaps "absent" not found'],
      ['replaceNamespacedConfigMap with an old version', '409'],
      ['patchNamespacedConfigMap: JSON patch', '{"index":"1","json":"1"}'],
      ['patchNamespacedConfigMap: merge patch', '{"index":"1"}'],
      ['patchNamespacedConfigMap: strategic merge patch', '{"index":"1","strategic":"1"}'],
      ['patchNamespacedConfigMap: server-side apply', '{"applied":"1","index":"1","strategic":"1"}'],
      ['Watch: changes of a ConfigMap', 'ADDED watched, MODIFIED watched, DELETED watched'],
      ['Watch: a version that is too old', 'ERROR 410 Expired'],
      ['makeInformer: the collection and its changes', 'add followed, delete followed'],
      ['KubernetesObjectApi: create, read, patch, list, delete', '1 replica, 1 deployment'],
      ['KubernetesObjectApi: server-side apply', 'tests Apply'],
      ['a rollout, until it is available', 'scale 1'],
      ['Exec: output and success', 'Success: hello'],
      ['Exec: an exit code', 'Failure NonZeroExitCode 3: '],
      ['Exec: input', 'Success: typed'],
      ['Attach', 'true'],
      ['Log: the last line', '1'],
      ['Log: follow', 'a line'],
      ['PortForward', 'HTTP/1.1 200 OK'],
      ['Cp: a folder into a container', 'true'],
      ['topNodes and Metrics', '2 nodes, 2 with metrics'],
      ['CustomObjectsApi: a definition and an object', '1 object'],
      ['AuthorizationV1Api: createSelfSubjectAccessReview', 'true'],
      ['deleteNamespace, until it is gone', 'gone'],
    ],
  },
  'kubernetes-client': {
    program: 'kubernetes-client.mjs',
    steps: [
      ['loadSpec', 'every group'],
      ['api.v1.namespaces.post', '201'],
      ['configmaps.post, and again', '201, 409 configmaps "a" already exists'],
      ['configmaps.get with a selector', '1'],
      ['configmaps(a).patch', '{"k":"w"}'],
      ['watch.configmaps.getObjectStream', 'ADDED a, DELETED a'],
      ['apis.apps.v1.deployments.post and status', '1 replica'],
      ['pods(name).log.get', '1'],
      ['namespaces(name).delete', '200'],
    ],
  },
  '@codedependant/kubernetes-leader-election': {
    program: 'leader-election.mjs',
    steps: [
      ['the first elector becomes the leader', 'true'],
      ['the leader renews its Lease', 'renewed'],
      ['another elector waits', 'false'],
      ['another elector takes over when the leader stops and the Lease is deleted', 'true'],
    ],
  },
  '@dot-i/k8s-operator': {
    program: 'operator.mjs',
    steps: [
      ['registerCustomResourceDefinition and watchResource', 'started'],
      ['handleResourceFinalizer adds a finalizer', 'example.com/widgets'],
      ['setResourceStatus sets the status', 'replicas 2'],
      ['a deletion is finished after the clean-up', 'clean up, DELETED <generation>'],
    ],
  },
};
