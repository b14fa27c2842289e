import type {
  Container,
  EphemeralContainer,
  LifecycleHandler,
  PodSpec,
  Probe,
} from '../../../api/kinds/core-v1.generated.ts';
import { roundResourceList, withAmountsOf } from '../quantities/resource-quantities.ts';
import { setVolumeDefaults } from '../volume/volume-defaults.ts';
import { imageTag } from './container/image-tag.ts';

/** Sets the defaults that pods and pod templates share (pkg/apis/core/v1/defaults.go). */
export function setPodSpecDefaults(spec: PodSpec): void {
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.restartPolicy ||= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ||= 'default-scheduler';
  // Both fields are always equal; `serviceAccount` is deprecated.
  const account = spec.serviceAccountName || spec.serviceAccount;
  spec.serviceAccountName = account;
  spec.serviceAccount = account;
  roundResourceList(spec.overhead);
  for (const volume of spec.volumes ?? []) setVolumeDefaults(volume);
  for (const container of containersOf(spec)) setContainerDefaults(container);
}

/** Sets the defaults that only pods have. */
export function setPodOnlyDefaults(spec: PodSpec): void {
  for (const { resources } of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    if (resources?.limits) resources.requests = withAmountsOf(resources.limits, resources.requests);
  }
  spec.enableServiceLinks ??= true;
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  if (!spec.hostNetwork) return;
  for (const { ports } of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    for (const port of ports ?? []) port.hostPort ||= port.containerPort;
  }
}

/** Returns the init containers, containers and ephemeral containers of a pod. */
export const containersOf = (spec: PodSpec): readonly (Container | EphemeralContainer)[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
];

function setContainerDefaults(container: Container | EphemeralContainer): void {
  container.imagePullPolicy ||= imageTag(container.image ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= 'v1';
  }
  roundResourceList(container.resources?.limits);
  roundResourceList(container.resources?.requests);
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe) setProbeDefaults(probe);
  }
  for (const handler of [container.lifecycle?.postStart, container.lifecycle?.preStop]) {
    if (handler) setHandlerDefaults(handler);
  }
}

function setProbeDefaults(probe: Probe): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.grpc) probe.grpc.service ??= '';
  setHandlerDefaults(probe);
}

function setHandlerDefaults({ httpGet }: LifecycleHandler): void {
  if (!httpGet) return;
  httpGet.path ||= '/';
  httpGet.scheme ||= 'HTTP';
}
