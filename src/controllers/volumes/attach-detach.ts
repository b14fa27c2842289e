import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { CSIDriver, VolumeAttachment } from '../../api/kinds/storage-v1.generated.ts';
import { STORAGE_GROUP } from '../../api/kubernetes-names.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { Informer } from '../../client/informer.ts';
import { POD_NODE_INDEX, podNodeIndex } from '../../client/node-pods.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import type { Requeue } from '../../client/work-queue.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { isOutOfService, OUT_OF_SERVICE } from '../disruption/pod-garbage.ts';
import { ignoreLostNamespace } from '../namespaces/lost-namespace.ts';
import { Reconciler } from '../reconciler.ts';
import {
  type AttachmentSources,
  attachedNames,
  attachmentOf,
  CONTROLLER_ATTACHES,
  isExclusive,
  multiAttachError,
  uniqueNameOf,
  volumeNameOf,
  type WantedVolume,
  wantedVolumes,
} from './attachments.ts';
import { annotationOf } from './claim-matching.ts';
import { addClaimIndex, CLAIM_INDEX, claimKeysOf } from './pods-of-claims.ts';
import { CLAIMS, PODS, VOLUMES } from './volume-names.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
/** Milliseconds for which the kubelet of an unready node may use a volume that is not needed there. */
const LONGEST_UNMOUNT = 6 * 60_000;

/** Requests CSI drivers to attach the volumes of scheduled pods to their nodes, and to detach unused ones. */
export const attachDetachController: Controller = {
  name: 'persistentvolume-attach-detach-controller',
  alias: 'attachdetach',
  serviceAccount: 'attachdetach-controller',
  eventSource: 'attachdetach-controller',
  run: (context) => new AttachDetach(context).run(),
};

class AttachDetach implements AttachmentSources {
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly volumes: Informer<PersistentVolume>;
  readonly drivers: Informer<CSIDriver>;
  readonly dialect;
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;
  readonly #attachments: Informer<VolumeAttachment>;
  readonly #storage;
  /** When attachments became unneeded, by name, in milliseconds since 1970. */
  readonly #unneeded = new Map<string, number>();

  constructor(context: ControllerContext) {
    const { informers, dialect } = context;
    this.#context = context;
    this.dialect = dialect;
    this.#storage = { group: dialect.rename(STORAGE_GROUP), version: 'v1' };
    this.claims = informers.for<PersistentVolumeClaim>(CLAIMS);
    this.volumes = informers.for<PersistentVolume>(VOLUMES);
    this.drivers = informers.for<CSIDriver>({ ...this.#storage, resource: 'csidrivers' });
    this.#attachments = informers.for<VolumeAttachment>({ ...this.#storage, resource: 'volumeattachments' });
    this.#pods = informers.for<Pod>(PODS);
    this.#pods.addIndexers(podNodeIndex);
    addClaimIndex(this.#pods);
  }

  run(): Promise<void> {
    const { informers, signal } = this.#context;
    const reconciler = new Reconciler<Node>({
      ...this.#context,
      name: attachDetachController.name,
      informer: informers.for<Node>(NODES),
      reconcile: (node, client) => this.#reconcile(node, client),
    });
    const nodesOf = (volume: PersistentVolume | undefined): string[] =>
      this.#usersOf(volume).map(({ spec }) => spec?.nodeName ?? '');
    reconciler.watch(this.#pods, (pod) =>
      pod.spec?.nodeName && claimKeysOf(pod).length > 0 ? [pod.spec.nodeName] : [],
    );
    reconciler.watch(this.claims, ({ spec }) => nodesOf(this.volumes.get(spec?.volumeName ?? '')));
    reconciler.watch(this.volumes, nodesOf);
    // A volume that is detached from one node may be what another node waits for.
    reconciler.watch(this.#attachments, (attachment) => [
      attachment.spec.nodeName,
      ...nodesOf(this.volumes.get(volumeNameOf(attachment))),
    ]);
    reconciler.dependOn(this.drivers);
    const unsubscribe = this.#attachments.subscribe({
      deleted: ({ metadata }) => this.#unneeded.delete(metadata.name ?? ''),
    });
    return reconciler.run(signal).finally(unsubscribe);
  }

  #usersOf(volume: PersistentVolume | undefined): Pod[] {
    const { namespace, name } = volume?.spec?.claimRef ?? {};
    return this.#pods.byIndex(CLAIM_INDEX, `${namespace}/${name}`).filter(({ spec }) => spec?.nodeName);
  }

  async #reconcile(node: Node, client: ApiClient): Promise<Requeue | undefined> {
    if (annotationOf(node, CONTROLLER_ATTACHES, this.dialect) !== 'true') return undefined;
    const name = node.metadata.name ?? '';
    const wanted = wantedVolumes(this.#pods.byIndex(POD_NODE_INDEX, name), this);
    const attachments = this.#attachments.list().filter(({ spec }) => spec.nodeName === name);
    await this.#report(node, attachments, wanted, client);
    for (const one of wanted.values())
      if (!attachments.some((attachment) => volumeNameOf(attachment) === one.volume.metadata.name))
        await this.#attach(one, name, client);
    const waits: number[] = [];
    for (const attachment of attachments) {
      if (wanted.has(volumeNameOf(attachment))) this.#unneeded.delete(attachment.metadata.name ?? '');
      else waits.push(await this.#detach(attachment, node, client));
    }
    const after = Math.min(...waits);
    return Number.isFinite(after) ? { after } : undefined;
  }

  async #attach({ volume, pods }: WantedVolume, nodeName: string, client: ApiClient): Promise<void> {
    const { events } = this.#context;
    const isTaken = this.#attachments.list().some((other) => volumeNameOf(other) === volume.metadata.name);
    if (isTaken && isExclusive(volume)) {
      const users = this.#usersOf(volume).filter(({ spec }) => spec?.nodeName !== nodeName);
      for (const pod of pods) {
        const message = multiAttachError(volume, pod.metadata.namespace ?? '', users);
        events.record(pod, 'Warning', 'FailedAttachVolume', message);
      }
      return;
    }
    const address = { ...this.#storage, resource: 'volumeattachments' };
    await ignoreLostNamespace(client.create(address, await attachmentOf(volume, nodeName)));
  }

  /**
   * Detaches a volume. A volume that the kubelet still uses stays attached, unless the node has been lost for too long
   * or is out of service. Returns the milliseconds until the next check, or infinity.
   */
  async #detach({ metadata, spec }: VolumeAttachment, node: Node, client: ApiClient): Promise<number> {
    const { clock } = this.#context;
    const { name = '', deletionTimestamp } = metadata;
    const volume = this.volumes.get(spec.source.persistentVolumeName ?? '');
    const isInUse = volume && node.status?.volumesInUse?.includes(uniqueNameOf(volume, this.dialect));
    const since = this.#unneeded.get(name) ?? clock.now();
    this.#unneeded.set(name, since);
    const rest = since + LONGEST_UNMOUNT - clock.now();
    const isLost = rest <= 0 && conditionOf(node.status?.conditions, 'Ready')?.status !== 'True';
    const mayDetach = !isInUse || isLost || isOutOfService(node, this.dialect.rename(OUT_OF_SERVICE));
    if (!mayDetach) return rest > 0 ? rest : Number.POSITIVE_INFINITY;
    if (!deletionTimestamp) await client.delete({ ...this.#storage, resource: 'volumeattachments', name });
    return Number.POSITIVE_INFINITY;
  }

  /** Reports to the kubelet which volumes it may mount. */
  async #report(
    node: Node,
    attachments: readonly VolumeAttachment[],
    wanted: ReadonlyMap<string, WantedVolume>,
    client: ApiClient,
  ): Promise<void> {
    const { events } = this.#context;
    const before = attachedNames(node);
    const attached = attachments
      .filter(({ status, metadata }) => status?.attached && !metadata.deletionTimestamp)
      .flatMap((attachment) => wanted.get(volumeNameOf(attachment)) ?? []);
    const names = attached.map(({ volume }) => uniqueNameOf(volume, this.dialect)).sort();
    if (isEqualJson(names, [...before].sort())) return;
    const volumesAttached = names.map((name) => ({ name, devicePath: '' }));
    const address = { ...NODES, name: node.metadata.name ?? '', subresource: 'status' };
    await client.patch(address, 'strategic', { status: { volumesAttached } });
    for (const { volume, pods } of attached) {
      if (before.includes(uniqueNameOf(volume, this.dialect))) continue;
      const message = `AttachVolume.Attach succeeded for volume ${JSON.stringify(volume.metadata.name)} `;
      for (const pod of pods) events.record(pod, 'Normal', 'SuccessfulAttachVolume', message);
    }
  }
}
