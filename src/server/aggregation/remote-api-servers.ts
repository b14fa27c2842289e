import { MAXIMUM_BODY_BYTES } from '../../api/encoding/read-stream.ts';
import type { Fetch, OutgoingTrust, RepeatedHeaders } from '../../api/environment.ts';
import { readBytes } from '../../api/messages/read-message.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceCaller, ServiceTarget } from '../../api/ports/service-caller.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { ServerFlags } from '../flags/server-flags.ts';
import { callLocalService } from './call-local-service.ts';
import type { RemoteApi } from './registered-api.ts';
import { type ResolvedService, resolveService } from './resolve-service.ts';
import { isUserHeader, userHeaders } from './user-headers.ts';

/** A request to an extension API server. */
export interface RemoteRequest {
  readonly method: string;
  /** Encoded, with a leading slash. */
  readonly path: string;
  /** Encoded, without a question mark. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** The user on whose behalf the request is made. */
  readonly user: UserInfo;
  readonly signal?: AbortSignal;
  /** Receives the console output of a local service. */
  readonly printed?: (lines: readonly string[]) => void;
}

/** The parameters of a connection that can be upgraded. */
export interface RemoteConnection {
  readonly location: URL;
  readonly trust: OutgoingTrust;
  readonly headers: Headers;
  readonly repeated: RepeatedHeaders;
}

export interface RemoteApiServersOptions {
  readonly reader: Pick<ObjectReader, 'get'>;
  readonly fetch: Fetch;
  readonly callService: ServiceCaller | undefined;
  readonly flags: ServerFlags;
}

/** The extension API servers, called as this server's front proxy. */
export class RemoteApiServers {
  readonly #options: RemoteApiServersOptions;

  constructor(options: RemoteApiServersOptions) {
    this.#options = options;
  }

  /** @throws Error with the message of the real server's resolver */
  resolve(target: ServiceTarget): Promise<ResolvedService> {
    return resolveService(this.#options.reader, target);
  }

  /** Sends a request on behalf of a user. Redirects are not followed. @throws Error when there is no response */
  async send({ service, trust }: RemoteApi, resolved: ResolvedService, request: RemoteRequest): Promise<Response> {
    const { isLocal, address } = resolved;
    if (isLocal) return this.#callLocal(service, request);
    const { method, path, query, body, signal } = request;
    const { location, headers, repeated, ...connection } = this.connection(address, trust, request);
    location.pathname = path;
    location.search = query;
    const init = { method, headers, body, redirect: 'manual', duplex: 'half', ...(signal ? { signal } : {}) };
    return this.#options.fetch(new Request(location, init as RequestInit), connection.trust, repeated);
  }

  /** Returns a connection that authenticates this server and names the user. */
  connection(address: string, trust: OutgoingTrust, { headers: given, user }: Pick<RemoteRequest, 'headers' | 'user'>) {
    const headers = new Headers([...given].filter(([name]) => !isUserHeader(name)));
    const repeated = userHeaders(user);
    for (const [name, lines] of Object.entries(repeated)) headers.set(name, lines.join(', '));
    const { flags } = this.#options;
    const clientCertificate = flags['proxy-client-cert-file'];
    return {
      location: new URL(`https://${address}`),
      trust: {
        ...trust,
        ...(clientCertificate ? { clientCertificate, clientKey: flags['proxy-client-key-file'] } : {}),
      },
      headers,
      repeated,
    } satisfies RemoteConnection;
  }

  async #callLocal(target: ServiceTarget, { headers: given, user, ...request }: RemoteRequest): Promise<Response> {
    const { headers } = this.connection('localhost', {}, { headers: given, user });
    const body = request.body && (await readBytes(new Response(request.body), MAXIMUM_BODY_BYTES));
    return callLocalService(this.#options.callService, target, { ...request, headers, body });
  }
}
