import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { ApiObject, GroupResource } from '../../../api/object.ts';

/** A committed revision and the request that wrote it, from a request trace. */
export interface RequestedChange {
  readonly revision: number;
  /** Time of the response in milliseconds since 1970. */
  readonly time: number;
  readonly user: string;
  /** The caller, when the user is impersonated. */
  readonly impersonatedBy?: string;
  /** Name of the trace. */
  readonly trace: string;
  readonly verb: string;
  /** The request's effect on the object. */
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace?: string;
  /** Undefined for a deletecollection, which names no objects. */
  readonly name?: string;
}

/** Returns the changes that a traced request committed: none for reads, dry runs, denials and no-op writes. */
export function requestedChanges(trace: RequestTrace): RequestedChange[] {
  const { request, response, user, impersonatedBy, metadata, milliseconds } = trace;
  const { resourceVersion, revisions = resourceVersion ? [resourceVersion] : [] } = response;
  const { verb, group = '', version = '', resource, namespace, name } = request;
  if (!resource || request.dryRun) return [];
  return revisions.map((revision, index) => ({
    revision: Number(revision),
    time: Date.parse(trace.requestReceivedTimestamp) + milliseconds,
    user: user.username,
    ...(impersonatedBy ? { impersonatedBy: impersonatedBy.username } : {}),
    trace: metadata.name,
    ...{ verb, group, version, resource },
    type: typeOf(trace, index === revisions.length - 1),
    ...(namespace ? { namespace } : {}),
    ...(name ? { name } : {}),
  }));
}

/** A graceful deletion modifies the object before it removes it, and an eviction is a create. */
function typeOf({ request: { verb, subresource }, response }: RequestTrace, isLast: boolean): RequestedChange['type'] {
  if (verb === 'deletecollection' || ((verb === 'delete' || subresource === 'eviction') && isLast)) return 'DELETED';
  return response.code === 201 && !subresource ? 'ADDED' : 'MODIFIED';
}

interface ChangedObject {
  readonly type: string;
  readonly resource: GroupResource;
  readonly object: Pick<ApiObject, 'metadata'>;
  readonly revision: number;
}

/** Changes by revision; the oldest are dropped beyond a limit. */
export class RequestedChanges {
  readonly #byRevision = new Map<number, RequestedChange>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(changes: readonly RequestedChange[]): void {
    for (const change of changes) this.#byRevision.set(change.revision, change);
    for (const revision of this.#byRevision.keys()) {
      if (this.#byRevision.size <= this.#limit) return;
      this.#byRevision.delete(revision);
    }
  }

  /** Returns the request that made the change of an event; undefined when it is unknown. */
  of({ type, resource, object: { metadata }, revision }: ChangedObject): RequestedChange | undefined {
    if (type === 'BOOKMARK') return undefined;
    const seen = Number(metadata.resourceVersion);
    if (revision === seen || type !== 'DELETED') return this.#byRevision.get(seen);
    // A relist shows a deletion without its revision, which lies between the last known state and the list.
    return this.all().find(
      (change) =>
        change.verb === 'delete' &&
        change.group === resource.group &&
        change.resource === resource.resource &&
        change.namespace === metadata.namespace &&
        change.name === metadata.name &&
        change.revision > seen &&
        change.revision <= revision,
    );
  }

  all(): RequestedChange[] {
    return [...this.#byRevision.values()];
  }

  clear(): void {
    this.#byRevision.clear();
  }
}
