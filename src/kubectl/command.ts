import type { Dialect } from '../api/dialect.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { DiscoveredResource, Discovery } from '../client/discovery.ts';
import type { MessageStream } from '../client/message-stream.ts';
import type { ResourceAddress } from '../client/resource-path.ts';
import type { FlagDefinition, Flags } from './command-line/flags.ts';

/** A user whom `--as` impersonates. */
export interface ImpersonatedUser {
  readonly username: string;
  readonly groups: readonly string[];
}

/** What commands use of the place where they run. */
export interface CommandEnvironment {
  /** Returns a client of the cluster. @param user whom it impersonates; undefined for the terminal's own user */
  connect(user: ImpersonatedUser | undefined, onWarnings: (texts: readonly string[]) => void): ApiClient;
  /** Returns what the server serves. @param isFresh reads it again, because a definition may be new */
  discovery(isFresh?: boolean): Promise<Discovery>;
  /** The names that the server gives to annotations, groups and types of Secrets. */
  dialect(): Dialect;
  /** Milliseconds since 1970, from which ages are computed. */
  now(): number;
  /** Resolves after a number of milliseconds of the cluster's time, or when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** The base URL of the cluster. */
  readonly address: string;
  /** The namespace of commands without `--namespace`. */
  namespace(): string;
  /** Changes the namespace of commands without `--namespace`. */
  setNamespace(namespace: string): void;
  /** Returns the content of a file. @throws Error when there is none */
  readFile(name: string): Promise<string>;
  /**
   * Opens a connection to a process in a pod; undefined where there is none.
   * @param user whom it impersonates; undefined for the terminal's own user
   * @param path the path and the query
   * @throws ApiError when the server rejects it
   */
  readonly openStream?: (
    user: ImpersonatedUser | undefined,
    path: string,
    protocols: readonly string[],
  ) => Promise<MessageStream>;
  /** Opens an editor for an object; undefined where there is none. */
  readonly edit?: (address: ResourceAddress, resource: DiscoveredResource) => void;
}

/** The user's terminal while a process in a pod has it. */
export interface TakenTerminal {
  /** Writes output of the process. */
  write(text: string): void;
  /** Returns the terminal to the command line. */
  release(): void;
}

/** Gives a process the user's terminal. @param onType receives what the user types */
export type TakeTerminal = (onType: (text: string) => void) => TakenTerminal;

/** One call of a command. */
export interface Invocation {
  readonly environment: CommandEnvironment;
  /** The user of `--as`; undefined without it. */
  readonly user: ImpersonatedUser | undefined;
  /** Acts as the user of `--as`. */
  readonly client: ApiClient;
  readonly flags: Flags;
  /** The namespace of `--namespace`, or the environment's. */
  readonly namespace: string;
  /** Returns the text that is piped into the command, or that the user types. */
  stdin(): Promise<string>;
  /** Undefined when the output goes into a pipe, or there is no terminal. */
  readonly takeTerminal: TakeTerminal | undefined;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
}

/** What completes the arguments of a command. */
export type ArgumentKind = 'types' | 'type-name' | 'pods' | 'nodes' | 'none' | readonly string[];

/** A command of kubectl. */
export interface Command {
  /** Its words: `rollout status`. */
  readonly name: string;
  /** Arguments after the name, as in help. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  readonly examples?: readonly string[];
  readonly flags: readonly FlagDefinition[];
  readonly completes?: ArgumentKind;
  /** Returns the exit code; 0 when it returns nothing. @throws CommandError, ApiError */
  run(invocation: Invocation): Promise<number> | Promise<void>;
}

/** An object of any kind, with the fields that commands change. */
export type AnyObject = ApiObject & Record<string, unknown>;
