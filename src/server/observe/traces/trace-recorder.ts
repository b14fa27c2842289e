import type { AdmissionAttributes } from '../../../admission/admission-plugin.ts';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type {
  AdmissionStep,
  RequestTrace,
  TracedAuthorization,
  TracedRequest,
  TracedStage,
} from '../../../api/debug/request-trace.ts';
import { utf8Length } from '../../../api/encoding/utf8.ts';
import { microTimeText, timeText } from '../../../api/environment.ts';
import type { RequestHeaders } from '../../../api/messages/api-messages.ts';
import type { RequestInfo } from '../../../api/request-info.ts';
import { headerText } from '../../../api/user-extra.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import type { ReceivedRequest } from '../received-request.ts';

/** Longer bodies are not kept. */
const MAXIMUM_BODY_BYTES = 64 * 1024;

/** Headers that explain a response and never contain credentials. */
const KEPT_HEADERS = [
  'accept',
  'accept-encoding',
  'content-type',
  'impersonate-group',
  'impersonate-uid',
  'impersonate-user',
  'origin',
  'tabplane-trace',
  'user-agent',
] as const;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The name of a trace, which is unique, and the audit ID of its request, which may not be. */
interface TraceIdentity {
  readonly name: string;
  readonly auditID: string;
}

/** Records the processing of one request. The trace is only composed if it is kept. */
export class TraceRecorder {
  readonly #identity: TraceIdentity;
  readonly #receivedAt: number;
  authorization?: TracedAuthorization;
  impersonatedBy?: UserInfo;
  /** The message of a denial. */
  message?: string;
  /** The body of the response, before it is compressed; undefined for streams and for clients that take objects. */
  sent: string | Uint8Array | undefined;
  /** The name of the object when the request's path has none, as for a create. */
  objectName = '';
  #steps: AdmissionStep[] = [];
  #stages: TracedStage[] = [];
  /** When the current stage began, by the stopwatch of the server's clock. */
  #stageBegan: number;
  #body: Uint8Array | undefined;
  #dryRun = false;
  #revisions: string[] = [];
  #console: readonly string[] = [];

  /**
   * @param receivedAt milliseconds since 1970
   * @param startedAt the same moment by the stopwatch of the server's clock
   */
  constructor(identity: TraceIdentity, receivedAt: number, startedAt: number) {
    this.#identity = identity;
    this.#receivedAt = receivedAt;
    this.#stageBegan = startedAt;
  }

  /** The name of the trace. */
  get name(): string {
    return this.#identity.name;
  }

  /** Records that the request has passed a stage `now`. */
  passed(name: TracedStage['name'], now: number): void {
    this.#stages.push({ name, milliseconds: now - this.#stageBegan });
    this.#stageBegan = now;
  }

  /** Records the request's body as received. */
  receive(body: Uint8Array): void {
    this.#body = body.length <= MAXIMUM_BODY_BYTES ? body : undefined;
  }

  /** Discards the steps so far, because the write starts over. */
  restart(): void {
    this.#steps = [];
  }

  /** Records the console output of the local service that answers the request. */
  printed(lines: readonly string[]): void {
    this.#console = lines;
  }

  get hasPrinted(): boolean {
    return this.#console.length > 0;
  }

  /** Records a revision that the request committed. */
  wrote(resourceVersion: string): void {
    this.#revisions.push(resourceVersion);
  }

  /** The number of recorded steps: where to insert the step of a whole plugin. */
  get stepCount(): number {
    return this.#steps.length;
  }

  record(step: AdmissionStep, place = this.#steps.length): void {
    if (place === this.#steps.length) this.#steps.push(step);
    else this.#steps.splice(place, 0, step);
  }

  /** Records that admission runs, and whether as a dry run. */
  admitting({ dryRun, object }: Pick<AdmissionAttributes, 'dryRun' | 'object'>): void {
    this.#dryRun = dryRun;
    // Connection options have no metadata.
    this.objectName = object?.metadata?.name ?? '';
  }

  /** Returns the trace of the request, including secrets. `milliseconds` is the time until the response. */
  trace(call: ReceivedRequest, code: number, milliseconds: number): RequestTrace {
    const { authorization, impersonatedBy, message } = this;
    const { name, auditID } = this.#identity;
    const resourceVersion = this.#revisions.at(-1);
    return {
      apiVersion: DEBUG_API_VERSION,
      kind: 'RequestTrace',
      metadata: { name, creationTimestamp: timeText(this.#receivedAt) },
      auditID,
      requestReceivedTimestamp: microTimeText(this.#receivedAt),
      request: this.#request(call),
      user: call.user,
      ...(impersonatedBy ? { impersonatedBy } : {}),
      ...(authorization ? { authorization } : {}),
      ...(this.#stages.length > 0 ? { stages: this.#stages } : {}),
      admission: this.#steps,
      ...(this.hasPrinted ? { console: this.#console } : {}),
      response: {
        code,
        ...(message === undefined ? {} : { message }),
        ...(this.sent === undefined ? {} : { bytes: bytesOf(this.sent) }),
        warnings: [...new Set(call.warnings)],
        ...(resourceVersion ? { resourceVersion } : {}),
        ...(this.#revisions.length > 1 ? { revisions: this.#revisions } : {}),
      },
      milliseconds,
    };
  }

  #request({ info, request, url }: ReceivedRequest): TracedRequest {
    const body = textOf(this.#body);
    const headers = headersOf(request.headers);
    return {
      verb: info.verb,
      method: request.method,
      path: url.pathname + url.search,
      ...(info.isResourceRequest ? targetOf(info, info.name || this.objectName) : {}),
      dryRun: this.#dryRun || url.searchParams.getAll('dryRun').includes('All'),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(body === undefined ? {} : { body }),
    };
  }
}

/** Returns the members of the target that are not empty. */
const targetOf = (
  { group, version, resource, subresource, namespace }: RequestInfo,
  name: string,
): Partial<TracedRequest> => ({
  ...{ group, version, resource },
  ...(subresource === '' ? {} : { subresource }),
  ...(namespace === '' ? {} : { namespace }),
  ...(name === '' ? {} : { name }),
});

function headersOf(headers: RequestHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const text = headers.get(name);
    if (text !== null) kept[name] = headerText(text);
  }
  return kept;
}

const bytesOf = (body: string | Uint8Array): number => (typeof body === 'string' ? utf8Length(body) : body.length);

/** Returns undefined when there is no body or it is not text. */
function textOf(body: Uint8Array | undefined): string | undefined {
  if (!body?.length) return undefined;
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}
