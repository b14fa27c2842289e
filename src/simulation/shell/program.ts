import type { ContainerSystem } from './container-system.ts';
import type { NetworkRequest } from './network.ts';

/** What a program wants of the kernel. */
export type SystemCall =
  | { readonly kind: 'stdout' | 'stderr'; readonly data: string | Uint8Array }
  /** Answered by a piece of the input, or undefined at its end. */
  | { readonly kind: 'read' }
  /** Answered by a line of the input without its end, or undefined at its end. */
  | { readonly kind: 'readLine' }
  | { readonly kind: 'sleep'; readonly milliseconds: number }
  /** Reports what the program has done without a call, in steps of some ten nanoseconds. */
  | { readonly kind: 'work'; readonly steps: number }
  /** Answered by what another pod answers; undefined when nothing does. */
  | { readonly kind: 'request'; readonly request: NetworkRequest };

type Answer = Uint8Array | string | undefined;

/** A program that runs, and stops at each system call until that is answered. */
export type Running<T> = Generator<SystemCall, T, Answer>;

/** The system call that reports work. Whoever runs the program stops it, or lets other work run, when there is much of it. */
export function* work(steps: number): Running<void> {
  yield { kind: 'work', steps };
}

/** Bytes that a program keeps in memory at once. */
const MEMORY = 1024 * 1024;

/** Returns how many bytes a program keeps, which is `size`. @throws RangeError when these are too many */
export function withinMemory(size: number): number {
  if (size > MEMORY) throw new RangeError('out of memory');
  return size;
}

/** Thrown into a program that is interrupted. */
export class Interrupted extends Error {}

/** What a program runs with. */
export interface ProgramContext {
  readonly system: ContainerSystem;
  readonly folder: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly isTerminal: boolean;
  stdout(data: string | Uint8Array): Running<void>;
  stderr(data: string | Uint8Array): Running<void>;
  read(): Running<Uint8Array | undefined>;
  /** Returns the program of a name or path; undefined when the container has none. */
  programOf(name: string): Program | undefined;
}

/** Runs until its end. Returns its exit code. */
export type Program = (args: readonly string[], context: ProgramContext) => Running<number>;

/** The streams of a program that are not redirected. */
export const STREAMS: Pick<ProgramContext, 'stdout' | 'stderr' | 'read'> = {
  *stdout(data) {
    yield { kind: 'stdout', data };
  },
  *stderr(data) {
    yield { kind: 'stderr', data };
  },
  *read() {
    return (yield { kind: 'read' }) as Uint8Array | undefined;
  },
};
