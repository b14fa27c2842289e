import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';
import { createApiClient } from '../../src/client/api-client.ts';
import { type Discovery, discover } from '../../src/client/discovery.ts';
import type { OpenMessageStream } from '../../src/client/message-stream.ts';
import type { CommandEnvironment, ImpersonatedUser } from '../../src/kubectl/command.ts';
import { runLine } from '../../src/kubectl/run-line.ts';

/** The output and exit code of a line. */
export interface LineOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Where a session runs. */
export interface SessionOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The token of the user. */
  readonly token?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly readFile?: (name: string) => Promise<string>;
  /** Names of the server; Kubernetes' by default. */
  readonly dialect?: DialectName;
  /** Opens connections to processes; none by default. */
  readonly openStream?: OpenMessageStream;
  /** Called instead of waiting. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** Returns the environment of commands over a server in this process. */
export function environmentOf(
  { fetch, token, now = Date.now, readFile, dialect = 'kubernetes', sleep, openStream }: SessionOptions,
  place: { namespace: string } = { namespace: 'default' },
): CommandEnvironment {
  const connect: CommandEnvironment['connect'] = (user, onWarnings) =>
    createApiClient({
      fetch,
      baseUrl: 'http://127.0.0.1',
      namesRequests: false,
      headers: () => headersOf(token, user),
      onWarnings,
    });
  let known: Promise<Discovery> | undefined;
  return {
    connect,
    discovery(isFresh) {
      if (isFresh || !known) known = discover(connect(undefined, () => undefined));
      return known;
    },
    ...(openStream
      ? { openStream: (user, path, protocols) => openStream(path, protocols, headersOf(token, user)) }
      : {}),
    dialect: () => dialectNamed(dialect),
    now,
    sleep: sleep ?? (async () => undefined),
    address: 'http://127.0.0.1',
    namespace: () => place.namespace,
    setNamespace: (namespace) => {
      place.namespace = namespace;
    },
    readFile:
      readFile ??
      (async (name) => {
        throw new Error(`open ${name}: no such file or directory`);
      }),
  };
}

/** Runs lines of the terminal against a server in this process. */
export class TerminalSession {
  readonly #environment: CommandEnvironment;

  constructor(options: SessionOptions) {
    this.#environment = environmentOf(options);
  }

  /** Runs a line. @param input what the user types */
  async run(line: string, input = '', signal: AbortSignal = new AbortController().signal): Promise<LineOutcome> {
    let [stdout, stderr] = ['', ''];
    const code = await runLine(line, this.#environment, {
      out: (text) => {
        stdout += text;
      },
      err: (text) => {
        stderr += text;
      },
      input: async () => input,
      signal,
    });
    return { stdout, stderr, code };
  }
}

function headersOf(token: string | undefined, user: ImpersonatedUser | undefined): Headers {
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  if (user) headers.set('impersonate-user', user.username);
  for (const group of user?.groups ?? []) headers.append('impersonate-group', group);
  return headers;
}
