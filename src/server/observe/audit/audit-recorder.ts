import type { Dialect } from '../../../api/dialect.ts';
import { parseJson } from '../../../api/encoding/exact-json.ts';
import { mediaTypeOf } from '../../../api/encoding/media-type.ts';
import { MAXIMUM_BODY_BYTES } from '../../../api/encoding/read-stream.ts';
import { utf8Text } from '../../../api/encoding/utf8.ts';
import { type Clock, microTimeText } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { AUDIT_API_VERSION } from '../../../api/kubernetes-names.ts';
import type { ApiRequest, ApiResponse } from '../../../api/messages/api-messages.ts';
import { bodyStart, textInMemory } from '../../../api/messages/body-text.ts';
import { chunksFrom } from '../../../api/messages/streams.ts';
import { isRecord } from '../../../api/object.ts';
import type { Status } from '../../../api/status.ts';
import { readYaml } from '../../../schema/yaml/yaml-to-json.ts';
import type { ReceivedRequest } from '../received-request.ts';
import { isSecret, REDACTED, withoutSecretValues } from '../secret-resources.ts';
import type { AuditEvent, AuditStage, ObjectReference } from './audit-event.ts';
import type { AuditScope } from './audit-policy.ts';

export interface AuditEnvironment {
  readonly clock: Clock;
  readonly dialect: Dialect;
}

/** Records the audit events of one request, stage by stage. */
export class AuditRecorder {
  readonly #received: ReceivedRequest;
  readonly #environment: AuditEnvironment;
  readonly #scope: AuditScope;
  readonly #emit: (event: AuditEvent) => void;
  readonly #receivedAt: number;
  readonly #user: ReceivedRequest['user'];
  readonly #annotations: Record<string, string> = {};
  #requestObject: unknown;
  #responseStatus: Partial<Status> | undefined;
  #responseObject: unknown;

  /** @param scope its level is not None */
  constructor(
    received: ReceivedRequest,
    environment: AuditEnvironment,
    scope: AuditScope,
    emit: (event: AuditEvent) => void,
  ) {
    this.#received = received;
    this.#environment = environment;
    this.#scope = scope;
    this.#emit = emit;
    this.#receivedAt = environment.clock.now();
    this.#user = received.user;
  }

  /** The first value of a key wins. */
  annotate(key: string, value: string): void {
    if (!Object.hasOwn(this.#annotations, key)) this.#annotations[key] = value;
  }

  /** Annotations about the request's object are only recorded at levels that include it. */
  annotateRequest(key: string, valueText: () => string): void {
    if (this.#scope.level === 'Metadata') return;
    this.annotate(key, isSecret(this.#received.info) ? REDACTED : valueText());
  }

  /** Reads the body of a resource request, which names the object that it creates. */
  async receive(): Promise<void> {
    const { request, info } = this.#received;
    if (!info.isResourceRequest || !request.body) return;
    const { bytes, rest } = await bodyStart(request.body, MAXIMUM_BODY_BYTES);
    const { body } = request;
    if (body.kind === 'chunks') {
      // The chunks can only be read once, and the endpoint reads them next.
      const read = rest
        ? ({ kind: 'chunks', chunks: chunksFrom(bytes, rest) } as const)
        : ({ kind: 'bytes', bytes } as const);
      this.#received.request = withBody(request, read);
    }
    // A longer body is rejected and creates no object.
    if (bytes.length <= MAXIMUM_BODY_BYTES) this.#requestObject = parsed(utf8Text(bytes), mediaTypeOf(request));
  }

  /** Records the response. Deletions respond with a Status. */
  complete(response: ApiResponse): void {
    const { status: code, headers } = response;
    const isWhole = this.#scope.level === 'RequestResponse' && this.#received.info.isResourceRequest;
    this.#responseStatus = { metadata: {}, code };
    if (isWhole && !headers.has('content-encoding'))
      this.#responseObject = parsed(textInMemory(response.body) ?? '', headers.get('content-type') ?? '');
    if (isRecord(this.#responseObject) && this.#responseObject.kind === 'Status')
      this.#responseStatus = { ...boundedStatus(this.#responseObject as unknown as Status), code };
    this.emit('ResponseComplete');
  }

  reject(status: Status): void {
    this.#responseStatus = boundedStatus(status);
    if (this.#scope.level === 'RequestResponse' && this.#received.info.isResourceRequest) this.#responseObject = status;
    this.emit('ResponseComplete');
  }

  /** Records a request without a user, with the credentials that it attempted. */
  rejectUnauthenticated(): void {
    const isBearer = /^bearer /i.test(this.#received.request.headers.get('authorization') ?? '');
    const message = `Authentication failed, ${isBearer ? 'attempted: bearer' : 'no credentials provided'}`;
    this.#responseStatus = { metadata: {}, status: 'Failure', message, reason: 'Unauthorized', code: 401 };
    this.emit('ResponseStarted');
  }

  /** Records the start of a long response, without its contents. */
  start(code: number): void {
    this.#responseStatus = { metadata: {}, code };
    this.emit('ResponseStarted');
  }

  /** Records a failure of the server, as opposed to a denied request. */
  fail(error: unknown): void {
    const message = `APIServer panic'd: ${errorText(error)}`;
    this.#responseStatus = { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 };
    this.emit('Panic');
  }

  emit(stage: AuditStage): void {
    if (!this.#scope.omitStages.has(stage)) this.#emit(this.#event(stage));
  }

  #event(stage: AuditStage): AuditEvent {
    const { request, url, info, user, connection, auditId } = this.#received;
    const { level } = this.#scope;
    const agent = request.headers.get('user-agent');
    const reference = info.isResourceRequest ? this.#reference() : undefined;
    const bodies = level === 'Request' || level === 'RequestResponse';
    const hasAnnotations = Object.keys(this.#annotations).length > 0;
    return {
      kind: 'Event',
      apiVersion: this.#environment.dialect.rename(AUDIT_API_VERSION),
      level,
      auditID: auditId?.text ?? '',
      stage,
      requestURI: url.pathname + url.search,
      verb: info.verb,
      user: this.#user,
      ...(user !== this.#user ? { impersonatedUser: user } : {}),
      ...(connection.remoteAddress ? { sourceIPs: [connection.remoteAddress] } : {}),
      ...(agent ? { userAgent: agent } : {}),
      ...(reference ? { objectRef: reference } : {}),
      ...(this.#responseStatus ? { responseStatus: this.#responseStatus } : {}),
      ...(bodies && stage !== 'RequestReceived' ? this.#bodies() : {}),
      requestReceivedTimestamp: microTimeText(this.#receivedAt),
      stageTimestamp: microTimeText(this.#environment.clock.now()),
      ...(hasAnnotations ? { annotations: { ...this.#annotations } } : {}),
    };
  }

  #bodies(): Pick<AuditEvent, 'requestObject' | 'responseObject'> {
    const managed = (body: unknown) => (this.#scope.omitManagedFields ? withoutManagedFields(body) : body);
    const shown = (body: unknown) => managed(isSecret(this.#received.info) ? withoutSecretValues(body) : body);
    return {
      ...(this.#requestObject === undefined ? {} : { requestObject: shown(this.#requestObject) }),
      ...(this.#responseObject === undefined ? {} : { responseObject: shown(this.#responseObject) }),
    };
  }

  /** Takes members that the path lacks from the body, such as the name of a created object. */
  #reference(): ObjectReference {
    const { resource, namespace, name, group, version, subresource } = this.#received.info;
    const body = isRecord(this.#requestObject) ? this.#requestObject.metadata : undefined;
    const metadata = isRecord(body) ? body : {};
    const sent = (field: string): string => (typeof metadata[field] === 'string' ? metadata[field] : '');
    const found = {
      resource,
      namespace: namespace || sent('namespace'),
      name: name || sent('name'),
      uid: sent('uid'),
      apiGroup: group,
      apiVersion: version,
      resourceVersion: sent('resourceVersion'),
      subresource,
    };
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== '')) as unknown as ObjectReference;
  }
}

const withBody = (
  { method, origin, target, headers, signal, isNavigation, takesObjects, cause }: ApiRequest,
  body: ApiRequest['body'],
): ApiRequest => ({
  ...{ method, origin, target, headers, signal, body },
  ...(isNavigation ? { isNavigation } : {}),
  ...(takesObjects ? { takesObjects } : {}),
  ...(cause ? { cause } : {}),
});

/** Keeps the members of a Status whose size is bounded. */
const boundedStatus = ({ status, message, reason, details, code }: Status): Partial<Status> => ({
  metadata: {},
  ...(status ? { status } : {}),
  ...(message ? { message } : {}),
  ...(reason ? { reason } : {}),
  ...(details ? { details } : {}),
  ...(code ? { code } : {}),
});

/** Parses a body. Returns undefined for invalid bodies and types that the log does not read. */
function parsed(text: string, type: string): unknown {
  try {
    if (type.includes('yaml')) return readYaml(text);
    return type.includes('json') ? parseJson(text) : undefined;
  } catch {
    return undefined; // the request was rejected for the same reason
  }
}

function withoutManagedFields(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { metadata, items } = body;
  const shown = { ...body };
  if (isRecord(metadata)) {
    const { managedFields: _, ...rest } = metadata;
    shown.metadata = rest;
  }
  if (Array.isArray(items)) shown.items = items.map(withoutManagedFields);
  return shown;
}
