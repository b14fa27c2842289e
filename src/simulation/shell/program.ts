import type { ContainerSystem } from './container-system.ts';
import type { NetworkRequest } from './network.ts';

/** A request of a program to the kernel. */
export type SystemCall =
  | { readonly kind: 'stdout' | 'stderr'; readonly data: string | Uint8Array }
  /** Answered with a chunk of the input, or undefined at its end. */
  | { readonly kind: 'read' }
  /** Answered with a line of the input without its line feed, or undefined at its end. */
  | { readonly kind: 'readLine' }
  | { readonly kind: 'sleep'; readonly milliseconds: number }
  /** Reports work that the program has done without a call, in steps of some ten nanoseconds. */
  | { readonly kind: 'work'; readonly steps: number }
  /** Answered with another pod's response; undefined when nothing answers. */
  | { readonly kind: 'request'; readonly request: NetworkRequest };

type Answer = Uint8Array | string | undefined;

/** A running program, which pauses at each system call until that is answered. */
export type Running<T> = Generator<SystemCall, T, Answer>;

/** Reports work as a system call. After much of it, the caller stops the program or lets other work run. */
export function* work(steps: number): Running<void> {
  yield { kind: 'work', steps };
}

/** Maximum number of bytes that a program holds in memory. */
const MEMORY = 1024 * 1024;

/** Returns `size`, the number of bytes that a program holds. @throws RangeError when it is too large */
export function withinMemory(size: number): number {
  if (size > MEMORY) throw new RangeError('out of memory');
  return size;
}

/** Thrown into an interrupted program. */
export class Interrupted extends Error {}

/** The environment of a running program. */
export interface ProgramContext {
  readonly system: ContainerSystem;
  readonly folder: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly isTerminal: boolean;
  stdout(data: string | Uint8Array): Running<void>;
  stderr(data: string | Uint8Array): Running<void>;
  read(): Running<Uint8Array | undefined>;
  /** Returns the program with a name or path; undefined when the container has none. */
  programOf(name: string): Program | undefined;
}

/** Runs to its end. Returns its exit code. */
export type Program = (args: readonly string[], context: ProgramContext) => Running<number>;

/** The default streams of a program. */
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
