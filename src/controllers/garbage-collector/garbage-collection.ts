import type { ChangeReason, Reason } from '../../api/debug/causes.ts';
import { API_EXTENSIONS_GROUP, API_REGISTRATION_GROUP, EVENTS_GROUP } from '../../api/kubernetes-names.ts';
import { aborted } from '../../client/aborted.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import {
  type DiscoveredResource,
  type Discovery,
  discover,
  findServedKind,
  preferredResources,
} from '../../client/discovery.ts';
import { causedBy } from '../../client/loop-client.ts';
import { type Requeue, WorkQueue, type WorkQueueOptions } from '../../client/work-queue.ts';
import type { ControllerContext } from '../controller.ts';
import { MetadataClient } from '../metadata-client.ts';
import { AbsentOwners } from './absent-owners.ts';
import { UnknownKind } from './classify-owners.ts';
import { Collector } from './collector.ts';
import { MetadataMonitors } from './metadata-monitors.ts';
import { ObjectGraph } from './object-graph.ts';
import { coordinatesOf, identityText } from './object-identity.ts';

/**
 * Milliseconds between a change of the served resources and the next discovery; several changes often come together.
 */
const DISCOVERY_DELAY = 500;
const DISCOVERY = 'discovery';

/** Runs the garbage collector: the graph, the monitors that update it, and the queues that it fills. */
export class GarbageCollection {
  readonly #context: ControllerContext;
  readonly #graph: ObjectGraph;
  readonly #monitors: MetadataMonitors;
  readonly #collector: Collector;
  readonly #deletions: WorkQueue;
  readonly #orphanings: WorkQueue;
  readonly #discoveries: WorkQueue;
  /** UIDs of objects whose owners cannot be classified before the next discovery, and why they were queued. */
  readonly #undecided = new Map<string, Reason | undefined>();
  /** UIDs of owners whose dependents are orphaned when the graph is complete. */
  readonly #orphaning = new Map<string, Reason | undefined>();
  /** The change that the graph is being told. */
  #change: ChangeReason | undefined;
  #discovery: Discovery = { resources: [], failed: [] };
  /** Whether the graph is complete. Earlier deletions would miss dependents. */
  #isSynced = false;

  constructor(context: ControllerContext) {
    this.#context = context;
    const { client, dialect } = context;
    const metadata = new MetadataClient(client, dialect);
    const absentOwners = new AbsentOwners();
    const attemptToDelete = (uid: string): void => this.#deletions.add(uid, this.#change);
    this.#graph = new ObjectGraph(absentOwners, {
      attemptToDelete,
      attemptToDeleteLater: (uid) => this.#deletions.addRateLimited(uid),
      attemptToOrphan: (uid) => this.#orphanings.add(uid, this.#change),
      invalidOwnerNamespace: ({ identity }, owner) => {
        const { apiVersion, kind, namespace, name, uid } = identity;
        const text = identityText({ ...coordinatesOf(owner), namespace });
        const message = `ownerRef ${text} does not exist in namespace ${JSON.stringify(namespace)}`;
        const reference = { kind, ...(namespace ? { namespace } : {}), name, uid, apiVersion };
        context.events.record(reference, 'Warning', 'OwnerRefInvalidNamespace', message);
      },
    });
    this.#monitors = new MetadataMonitors({
      ...context,
      client: metadata,
      observe: (identity, object, reason) => this.#because(reason, () => this.#graph.observe(identity, object)),
      remove: (uid, reason) => this.#because(reason, () => this.#graph.remove(uid)),
      changed: (resource) => {
        if (this.#declaresResources(resource)) this.#discoveries.addAfter(DISCOVERY, DISCOVERY_DELAY);
      },
    });
    const resourceOf = (kind: { apiVersion: string; kind: string }) => this.#resourceOf(kind);
    this.#collector = new Collector({
      metadata,
      absentOwners,
      resourceOf,
      graph: this.#graph,
      attemptToDelete,
    });
    this.#deletions = this.#queue('deleting', (uid, reasons) => this.#attemptToDelete(uid, reasons));
    this.#orphanings = this.#queue('orphaning the dependents of', (uid, reasons) =>
      this.#attemptToOrphan(uid, reasons),
    );
    this.#discoveries = this.#queue('following', () => this.#refresh());
  }

  /** Runs until the signal is aborted. Resolves when its pending work has ended. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#discoveries.add(DISCOVERY);
    await aborted(signal);
    const queues = [this.#deletions, this.#orphanings, this.#discoveries].map((queue) => queue.close());
    await Promise.all([this.#monitors.close(), ...queues]);
  }

  /** Tells the graph a change, which is the reason for what the graph then queues. */
  #because(change: ChangeReason | undefined, tell: () => void): void {
    this.#change = change;
    tell();
    this.#change = undefined;
  }

  #causedBy(reasons: readonly Reason[]): ApiClient {
    return causedBy(this.#context.client, { component: 'garbage-collector-controller', reasons });
  }

  #queue(verb: string, work: WorkQueueOptions['work']): WorkQueue {
    return new WorkQueue({
      ...this.#context,
      describe: (key) => `garbage collector: ${verb} ${key}`,
      work,
      isExpected: (error) => error instanceof ApiError,
      workers: Math.max(1, this.#context.flags['concurrent-gc-syncs']),
    });
  }

  async #attemptToDelete(uid: string, reasons: readonly Reason[]): Promise<Requeue | undefined> {
    try {
      if (this.#isSynced) return (await this.#collector.attemptToDelete(uid, this.#causedBy(reasons))) ? {} : undefined;
    } catch (error) {
      if (!(error instanceof UnknownKind)) throw error;
    }
    this.#undecided.set(uid, reasons.at(-1));
    return undefined;
  }

  async #attemptToOrphan(uid: string, reasons: readonly Reason[]): Promise<undefined> {
    if (this.#isSynced) await this.#collector.attemptToOrphan(uid, this.#causedBy(reasons));
    else this.#orphaning.set(uid, reasons.at(-1));
    return undefined;
  }

  /** Follows the currently served resources. Resources of an unavailable API server remain followed. */
  async #refresh(): Promise<undefined> {
    const { client, signal } = this.#context;
    const { resources, failed } = await discover(client, signal);
    const isKept = ({ group, version }: DiscoveredResource): boolean => failed.includes(`/apis/${group}/${version}`);
    const kept = this.#discovery.resources.filter(isKept);
    this.#discovery = { resources: [...resources, ...kept], failed };
    const deletable = preferredResources(this.#discovery).filter((resource) => this.#isCollected(resource));
    await this.#monitors.follow(deletable);
    this.#isSynced = true;
    for (const [uid, reason] of this.#undecided) this.#deletions.add(uid, reason);
    this.#undecided.clear();
    for (const [uid, reason] of this.#orphaning) this.#orphanings.add(uid, reason);
    this.#orphaning.clear();
    return undefined;
  }

  /** Excludes events, which are numerous, have no owners and expire. */
  #isCollected({ group, resource, verbs }: DiscoveredResource): boolean {
    const isEvent = resource === 'events' && ['', this.#context.dialect.rename(EVENTS_GROUP)].includes(group);
    return !isEvent && ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb));
  }

  #declaresResources({ group, resource }: DiscoveredResource): boolean {
    const { dialect } = this.#context;
    return (
      (resource === 'customresourcedefinitions' && group === dialect.rename(API_EXTENSIONS_GROUP)) ||
      (resource === 'apiservices' && group === dialect.rename(API_REGISTRATION_GROUP))
    );
  }

  #resourceOf(kind: { apiVersion: string; kind: string }): DiscoveredResource {
    const found = findServedKind(this.#discovery, kind);
    if (!found) throw new UnknownKind(`the server serves no ${kind.apiVersion} ${kind.kind}`);
    return found;
  }
}
