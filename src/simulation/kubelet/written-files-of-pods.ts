import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../client/informer.ts';
import { objectKey } from '../../client/object-key.ts';
import { WrittenFiles } from '../shell/files.ts';
import { type LoneRunOptions, runAlone } from '../shell/run-alone.ts';
import { statusOf } from './containers.ts';

interface FilesOfPod {
  readonly key: string;
  readonly byContainer: Map<string, WrittenFiles>;
}

/** The files that processes have written in the containers of pods. A restarted container begins without files. */
export class WrittenFilesOfPods {
  readonly #pods: Pick<Informer<Pod>, 'get'>;
  readonly #files = new Map<string, FilesOfPod>();

  constructor(pods: Pick<Informer<Pod>, 'get'>) {
    this.#pods = pods;
  }

  /** Returns the files of a running container, including those that its own process has written by now. */
  of(pod: Pod, container: Container, now: number): WrittenFiles {
    this.#forgetDeleted();
    const { uid = '' } = pod.metadata;
    const ofPod = this.#files.get(uid) ?? { key: objectKey(pod), byContainer: new Map() };
    const run = `${container.name} ${statusOf(pod, container.name)?.containerID ?? ''}`;
    const files = ofPod.byContainer.get(run) ?? writtenBy(pod, container, now);
    ofPod.byContainer.set(run, files);
    this.#files.set(uid, ofPod);
    return files;
  }

  #forgetDeleted(): void {
    for (const [uid, { key }] of this.#files) if (this.#pods.get(key)?.metadata.uid !== uid) this.#files.delete(uid);
  }
}

/**
 * Returns the files written by a pod's own processes until now: the container's, and those of others in shared volumes.
 * @param lookUp answers lookups of names; without it, a process that looks up names writes nothing
 */
export function writtenBy(
  pod: Pod,
  container: Container,
  now: number,
  lookUp?: LoneRunOptions['lookUp'],
): WrittenFiles {
  const written = new WrittenFiles();
  // One limit for all containers, because their number is up to the pod's author.
  const spent = { steps: 0 };
  for (const each of [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])]) {
    const { state } = statusOf(pod, each.name) ?? {};
    const startedAt = Date.parse((state?.running ?? state?.terminated)?.startedAt ?? '');
    if (Number.isNaN(startedAt)) continue;
    const run = runAlone(pod, each, { startedAt, until: now - startedAt, lookUp, spent });
    for (const [path, content] of run?.files.files ?? []) {
      const place = each.name === container.name ? path : sharedPath(each, container, path);
      if (place !== undefined) written.files.set(place, content);
    }
  }
  return written;
}

/**
 * Returns the path of one container's file in another container that mounts the same volume; undefined when it is not
 * mounted there.
 */
function sharedPath({ volumeMounts = [] }: Container, other: Container, path: string): string | undefined {
  const from = volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath.replace(/\/$/, '')}/`));
  const to = other.volumeMounts?.find(({ name, subPath }) => name === from?.name && subPath === from?.subPath);
  return from && to && to.mountPath.replace(/\/$/, '') + path.slice(from.mountPath.replace(/\/$/, '').length);
}
