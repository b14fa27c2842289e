import { type ChannelCredentials, Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { errorText } from '../../../api/error-text.ts';
import { type Calls, methodOf, type WatchRequest, type WatchResponse } from './etcd-protocol.ts';

export interface EtcdOptions {
  /** The members of one etcd: `http://host:2379` or `https://host:2379`. */
  readonly servers: readonly string[];
  /** PEM of the authority that signed the members' certificates. */
  readonly authority?: string | undefined;
  /** The client's certificate and its key. */
  readonly certificate?: { readonly certificate: string; readonly key: string } | undefined;
}

/** Timeout of calls, in milliseconds. After seven seconds without a leader, etcd itself answers with an error. */
const DEADLINE = 10_000;

const OPTIONS = {
  // A paused member keeps its connections open. etcd rejects pings more frequent than every five seconds.
  'grpc.keepalive_time_ms': 6_000,
  'grpc.keepalive_timeout_ms': 4_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // Each client has separate connections, so that closing the client ends them.
  'grpc.use_local_subchannel_pool': 1,
};

/** Makes a member that has lost the others reject requests, and end watches, instead of answering alone. */
const REQUIRE_LEADER = new Metadata();
REQUIRE_LEADER.set('hasleader', 'true');

/** An open watch. */
export interface WatchStream {
  send(request: WatchRequest): void;
  end(): void;
}

/** Calls one member of an etcd until it fails, then the next. */
export class EtcdClient {
  readonly #members: readonly Client[];
  #current = 0;

  constructor({ servers, authority, certificate }: EtcdOptions) {
    const secure = () =>
      credentials.createSsl(
        authority === undefined ? null : Buffer.from(authority),
        certificate ? Buffer.from(certificate.key) : null,
        certificate ? Buffer.from(certificate.certificate) : null,
      );
    this.#members = servers.map((server) => {
      const { protocol, host } = new URL(server);
      const channel: ChannelCredentials = protocol === 'https:' ? secure() : credentials.createInsecure();
      return new Client(host, channel, OPTIONS);
    });
  }

  /** Reads, and retries failed reads at the other members. */
  async read(request: Calls['Range']['request']): Promise<Calls['Range']['response']> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.call('Range', request);
      } catch (error) {
        if (!isUnavailable(error) || attempt >= this.#members.length) throw error;
      }
    }
  }

  call<Name extends keyof Calls>(name: Name, request: Calls[Name]['request']): Promise<Calls[Name]['response']> {
    const member = this.#member();
    const { path, requestSerialize, responseDeserialize } = methodOf('KV', name);
    return new Promise((resolve, reject) => {
      member.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize as (bytes: Buffer) => Calls[Name]['response'],
        request,
        REQUIRE_LEADER,
        { deadline: Date.now() + DEADLINE },
        (error, response) => {
          if (!error && response) return resolve(response);
          if (isUnavailable(error)) this.#moveOn(member);
          reject(error ?? new Error('etcd has answered nothing'));
        },
      );
    });
  }

  /** @param onEnd called once, unless the stream was ended here */
  watch(onResponse: (response: WatchResponse) => void, onEnd: (error: Error) => void): WatchStream {
    const member = this.#member();
    const { path, requestSerialize, responseDeserialize } = methodOf('Watch', 'Watch');
    const stream = member.makeBidiStreamRequest(
      path,
      requestSerialize as (request: WatchRequest) => Buffer,
      responseDeserialize as (bytes: Buffer) => WatchResponse,
      REQUIRE_LEADER,
    );
    let isEnded = false;
    const end = (error: Error): void => {
      if (isEnded) return;
      isEnded = true;
      this.#moveOn(member);
      onEnd(error);
    };
    stream.on('data', (response: WatchResponse) => {
      if (!isEnded) onResponse(response);
    });
    stream.on('error', end);
    stream.on('end', () => end(new Error('etcd has ended the watch')));
    return {
      send: (request) => void stream.write(request),
      end() {
        isEnded = true;
        stream.cancel();
      },
    };
  }

  close(): void {
    for (const member of this.#members) member.close();
  }

  #member(): Client {
    const member = this.#members[this.#current];
    if (!member) throw new Error('an etcd has at least one member');
    return member;
  }

  /** Switches to the next member, unless another call has already done so. */
  #moveOn(from: Client): void {
    if (this.#members[this.#current] === from) this.#current = (this.#current + 1) % this.#members.length;
  }
}

const isServiceError = (error: unknown): error is ServiceError =>
  typeof error === 'object' && error !== null && 'code' in error && 'details' in error;

const UNAVAILABLE: readonly number[] = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED];

/** Reports whether a call failed because its member is unreachable or has no leader. */
export const isUnavailable = (error: unknown): boolean => isServiceError(error) && UNAVAILABLE.includes(error.code);

/** Returns etcd's message for a failed call, without the number of its code. */
export const detailsOf = (error: unknown): string => (isServiceError(error) ? error.details : errorText(error));

/** Returns the message of a failed call in the form of Go's client, with the code of errors that are not etcd's own. */
export function messageOf(error: unknown): string {
  const details = detailsOf(error);
  if (!isServiceError(error) || details.startsWith('etcdserver:')) return details;
  return `rpc error: code = ${CODES[error.code] ?? error.code} desc = ${details}`;
}

const CODES: Readonly<Record<number, string>> = {
  [status.UNAVAILABLE]: 'Unavailable',
  [status.DEADLINE_EXCEEDED]: 'DeadlineExceeded',
  [status.CANCELLED]: 'Canceled',
};
