import type { ContainerSystem } from './container-system.ts';
import type { Input } from './input.ts';

/** What a program runs with. */
export interface ProgramContext {
  readonly system: ContainerSystem;
  readonly input: Input;
  readonly folder: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly isTerminal: boolean;
  stdout(data: string | Uint8Array): Promise<void>;
  stderr(data: string | Uint8Array): Promise<void>;
  /** Returns the program of a name or path; undefined when the container has none. */
  programOf(name: string): Program | undefined;
  /** Aborted when the program is interrupted. */
  readonly signal: AbortSignal;
}

/** Runs until its end. Resolves with its exit code. */
export type Program = (args: readonly string[], context: ProgramContext) => Promise<number>;
