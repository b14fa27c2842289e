import type { ApiRequest } from '../../api/messages/api-messages.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { offeredProtocols, TOKEN_PROTOCOL } from '../../api/web-socket-request.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import type { ClusterOptions, ClusterUser } from '../cluster.ts';
import { ADMINISTRATOR, type Sender, senderOf, type TokenUser, usersOf } from './sender.ts';

/** The users of a cluster's options, and the senders of requests as them or as any other user. */
export class ClusterUsers {
  readonly #users: ReadonlyMap<string, TokenUser>;
  /** Undefined when requests without credentials are anonymous. */
  readonly #default: UserInfo | undefined;

  constructor({ users, defaultUser = ADMINISTRATOR.username }: Pick<ClusterOptions, 'users' | 'defaultUser'>) {
    this.#users = usersOf(users);
    this.#default = defaultUser === null ? undefined : this.#userNamed(defaultUser);
  }

  /** The lines of `--token-auth-file` for these users. */
  get tokenFile(): string {
    return [...this.#users].map(([name, user]) => tokenLine(name, user)).join('');
  }

  /** Returns the user of a request that names none; undefined when its credentials must be authenticated. */
  defaultOf(request: Pick<ApiRequest, 'headers'>, connection: ConnectionInfo): UserInfo | undefined {
    return hasCredentials(request, connection) ? undefined : this.#default;
  }

  /** Returns the sender of requests as a user. */
  sender(user: string | ClusterUser): Sender {
    return senderOf(user, this.#users);
  }

  #userNamed(name: string): UserInfo {
    return { username: name, groups: [...(this.#users.get(name)?.groups ?? []), 'system:authenticated'] };
  }
}

const tokenLine = (name: string, { groups = [], token = name }: TokenUser): string =>
  `${[token, name, name, groups.join(',')].map(quoted).join(',')}\n`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const hasCredentials = (
  { headers }: Pick<ApiRequest, 'headers'>,
  { clientCertificates, user }: ConnectionInfo,
): boolean =>
  user !== undefined ||
  headers.has('authorization') ||
  (clientCertificates ?? []).length > 0 ||
  offeredProtocols(headers).some((protocol) => TOKEN_PROTOCOL.test(protocol));
