import type { Container, Pod, PodSpec } from '../../../api/kinds/core-v1.generated.ts';
import { webServerOf } from '../../images/web-server.ts';
import { statusOf } from '../../kubelet/containers.ts';
import { ContainerFiles, resolvePath, type WrittenFiles } from '../../shell/files.ts';
import { probeSucceeds } from '../../shell/run-alone.ts';

/** Whether the readiness probes of containers succeed, by container ID. */
type Observed = ReadonlyMap<string, boolean>;

/** Results by spec object, which the states of a pod share. */
const bySpec = new WeakMap<PodSpec, Observed>();

/** Reports whether a container's readiness probe has succeeded since a client changed its files; undefined before. */
export function observedReadiness(pod: Pod, { name }: Container): boolean | undefined {
  const observed = pod.spec && bySpec.get(pod.spec);
  return observed?.get(statusOf(pod, name)?.containerID ?? '');
}

/** Records the results of readiness probes after clients have changed files. */
export class ObservedProbes {
  /** By UID of the pod. */
  readonly #observed = new Map<string, Observed>();

  /** Records the result of a container's readiness probe. Reports whether it has changed. */
  observe(pod: Pod, container: Container, written: WrittenFiles): boolean {
    const succeeds = readinessIn(pod, container, written);
    const id = statusOf(pod, container.name)?.containerID ?? '';
    const { uid = '' } = pod.metadata;
    const known = this.#observed.get(uid);
    const isReady = statusOf(pod, container.name)?.ready;
    if (succeeds === undefined || (known?.get(id) ?? isReady) === succeeds) return false;
    this.#observed.set(uid, new Map([...(known ?? []), [id, succeeds]]));
    this.attach(pod);
    return true;
  }

  /** Associates the recorded results with a new state of a pod. */
  attach({ metadata, spec }: Pod): void {
    const observed = this.#observed.get(metadata.uid ?? '');
    if (observed && spec) bySpec.set(spec, observed);
  }

  forget({ metadata }: Pod): void {
    this.#observed.delete(metadata.uid ?? '');
  }
}

/** Reports whether a container's readiness probe succeeds with its files; undefined when that is unknown. */
function readinessIn(pod: Pod, container: Container, written: WrittenFiles): boolean | undefined {
  const { exec, httpGet } = container.readinessProbe ?? {};
  if (container.readinessProbe && exec?.command)
    return probeSucceeds(pod, container, container.readinessProbe, written);
  const root = webServerOf(container)?.root;
  if (!httpGet || root === undefined) return undefined;
  const index = `${root}/index.html`;
  const files = new ContainerFiles(() => new Map([[index, { content: new Uint8Array(), mode: 0o644 }]]), written);
  const path = resolvePath('/', httpGet.path ?? '/');
  return files.read(root + path) !== undefined || (path === '/' && files.read(index) !== undefined);
}
