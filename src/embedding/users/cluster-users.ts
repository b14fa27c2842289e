import type { UserInfo } from '../../api/user-info.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import type { ClusterOptions, ClusterUser } from '../cluster.ts';
import { impersonationHeaders } from './impersonation-headers.ts';

/** The user of a cluster that may do everything. */
export const ADMINISTRATOR: UserInfo = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

type Users = NonNullable<ClusterOptions['users']>;
type User = Users[string];

/** Who sends a request. */
export interface Sender {
  /** The user for whom the cluster itself vouches. Undefined: the headers have credentials. */
  readonly user?: UserInfo;
  /** Added to the headers of each request that does not have them. */
  readonly headers?: Headers;
}

/** The users of a cluster's options, and how requests are sent as them or as any other. */
export class ClusterUsers {
  readonly #users: ReadonlyMap<string, User>;
  /** Undefined: requests without credentials are anonymous. */
  readonly #default: UserInfo | undefined;

  constructor({ users = {}, defaultUser = ADMINISTRATOR.username }: Pick<ClusterOptions, 'users' | 'defaultUser'>) {
    const administrator = { groups: ['system:masters'] };
    this.#users = new Map(Object.entries({ [ADMINISTRATOR.username]: administrator, ...users }));
    this.#default = defaultUser === null ? undefined : this.#userNamed(defaultUser);
  }

  /** The lines of `--token-auth-file` for these users. */
  get tokenFile(): string {
    return [...this.#users].map(([name, user]) => tokenLine(name, user)).join('');
  }

  /** Returns as whom a request counts that names no user; undefined when it must be judged by its credentials. */
  defaultOf(request: Request, connection: ConnectionInfo): UserInfo | undefined {
    return hasCredentials(request, connection) ? undefined : this.#default;
  }

  /** Returns how requests are sent as a user of the options by its token, or as any other by impersonation. */
  sender(user: string | ClusterUser): Sender {
    if (typeof user !== 'string') return { user: ADMINISTRATOR, headers: impersonationHeaders(user) };
    const known = this.#users.get(user);
    if (known) return { headers: new Headers({ authorization: `Bearer ${known.token ?? user}` }) };
    return { user: ADMINISTRATOR, headers: impersonationHeaders({ name: user }) };
  }

  #userNamed(name: string): UserInfo {
    return { username: name, groups: [...(this.#users.get(name)?.groups ?? []), 'system:authenticated'] };
  }
}

const tokenLine = (name: string, { groups = [], token = name }: User): string =>
  `${[token, name, name, groups.join(',')].map(quoted).join(',')}\n`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The sub-protocol with which browsers' WebSockets send a bearer token, in both dialects. */
const TOKEN_PROTOCOL = /\bbase64url\.bearer\.authorization\./;

const hasCredentials = ({ headers }: Request, { clientCertificates, user }: ConnectionInfo): boolean =>
  user !== undefined ||
  headers.has('authorization') ||
  (clientCertificates ?? []).length > 0 ||
  TOKEN_PROTOCOL.test(headers.get('sec-websocket-protocol') ?? '');
