import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../client/informer.ts';
import { objectKey } from '../../client/object-key.ts';
import { WrittenFiles } from '../shell/files.ts';
import { statusOf } from './containers.ts';

interface FilesOfPod {
  readonly key: string;
  readonly byContainer: Map<string, WrittenFiles>;
}

/** What processes have written in the containers of pods. A container that restarts begins without files. */
export class WrittenFilesOfPods {
  readonly #pods: Pick<Informer<Pod>, 'get'>;
  readonly #files = new Map<string, FilesOfPod>();

  constructor(pods: Pick<Informer<Pod>, 'get'>) {
    this.#pods = pods;
  }

  /** Returns the files of a container that runs. */
  of(pod: Pod, container: string): WrittenFiles {
    this.#forgetDeleted();
    const { uid = '' } = pod.metadata;
    const ofPod = this.#files.get(uid) ?? { key: objectKey(pod), byContainer: new Map() };
    const run = `${container} ${statusOf(pod, container)?.containerID ?? ''}`;
    const files = ofPod.byContainer.get(run) ?? new WrittenFiles();
    ofPod.byContainer.set(run, files);
    this.#files.set(uid, ofPod);
    return files;
  }

  #forgetDeleted(): void {
    for (const [uid, { key }] of this.#files) if (this.#pods.get(key)?.metadata.uid !== uid) this.#files.delete(uid);
  }
}
