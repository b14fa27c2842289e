import type { AdmissionAttributes } from '../../../admission/admission-plugin.ts';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type {
  AdmissionStep,
  RequestTrace,
  TracedAuthorization,
  TracedRequest,
} from '../../../api/debug/request-trace.ts';
import { microTimeText, timeText } from '../../../api/environment.ts';
import type { RequestInfo } from '../../../api/request-info.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import type { ReceivedRequest } from '../received-request.ts';

/** Longer bodies are not kept. */
const MAXIMUM_BODY_BYTES = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The name of a trace and the audit ID of its request, which only the first tells from others. */
interface TraceIdentity {
  readonly name: string;
  readonly auditID: string;
}

/** Gathers how the answer to one request comes about. What it gathers is put into words only when somebody asks. */
export class TraceRecorder {
  readonly #identity: TraceIdentity;
  authorization?: TracedAuthorization;
  impersonatedBy?: UserInfo;
  /** Of a refusal. */
  message?: string;
  /** Of the object, where the path of the request has none: a create. */
  objectName = '';
  #steps: AdmissionStep[] = [];
  #body: Uint8Array | undefined;
  #dryRun = false;
  #revisions: string[] = [];

  constructor(identity: TraceIdentity) {
    this.#identity = identity;
  }

  /** The body of the request as it came. */
  receive(body: Uint8Array): void {
    this.#body = body.length <= MAXIMUM_BODY_BYTES ? body : undefined;
  }

  /** The write begins anew: what admission did before does not count. */
  restart(): void {
    this.#steps = [];
  }

  /** The request committed a revision. */
  wrote(resourceVersion: string): void {
    this.#revisions.push(resourceVersion);
  }

  /** How many steps were recorded so far: the place before which the step of a whole plugin belongs. */
  get stepCount(): number {
    return this.#steps.length;
  }

  record(step: AdmissionStep, place = this.#steps.length): void {
    if (place === this.#steps.length) this.#steps.push(step);
    else this.#steps.splice(place, 0, step);
  }

  /** Admission was asked about an object, in a dry run or for a write that will happen. */
  admitting({ dryRun, object }: Pick<AdmissionAttributes, 'dryRun' | 'object'>): void {
    this.#dryRun = dryRun;
    // The options of a connection have no metadata.
    this.objectName = object?.metadata?.name ?? '';
  }

  /** The trace of the answered request, secrets included. Times in milliseconds. */
  trace(call: ReceivedRequest, code: number, startedAt: number, milliseconds: number): RequestTrace {
    const { authorization, impersonatedBy, message } = this;
    const { name, auditID } = this.#identity;
    const resourceVersion = this.#revisions.at(-1);
    return {
      apiVersion: DEBUG_API_VERSION,
      kind: 'RequestTrace',
      metadata: { name, creationTimestamp: timeText(startedAt) },
      auditID,
      requestReceivedTimestamp: microTimeText(startedAt),
      request: this.#request(call),
      user: call.user,
      ...(impersonatedBy ? { impersonatedBy } : {}),
      ...(authorization ? { authorization } : {}),
      admission: this.#steps,
      response: {
        code,
        ...(message === undefined ? {} : { message }),
        warnings: [...new Set(call.warnings)],
        ...(resourceVersion ? { resourceVersion } : {}),
        ...(this.#revisions.length > 1 ? { revisions: this.#revisions } : {}),
      },
      milliseconds,
    };
  }

  #request({ info, request, url }: ReceivedRequest): TracedRequest {
    const body = textOf(this.#body);
    return {
      verb: info.verb,
      method: request.method,
      path: url.pathname + url.search,
      ...(info.isResourceRequest ? targetOf({ ...info, name: info.name || this.objectName }) : {}),
      dryRun: this.#dryRun || url.searchParams.getAll('dryRun').includes('All'),
      ...(body === undefined ? {} : { body }),
    };
  }
}

/** What of the target is there. */
function targetOf({ group, version, resource, subresource, namespace, name }: RequestInfo): Partial<TracedRequest> {
  const named = Object.entries({ subresource, namespace, name }).filter(([, text]) => text !== '');
  return { group, version, resource, ...Object.fromEntries(named) };
}

/** Undefined when there is none or it is not text. */
function textOf(body: Uint8Array | undefined): string | undefined {
  if (!body?.length) return undefined;
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}
