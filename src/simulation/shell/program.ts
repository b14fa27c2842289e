import type { ContainerSystem } from './container-system.ts';
import type { NetworkRequest } from './network.ts';

/** A request of a program to the kernel. */
export type SystemCall =
  | { readonly kind: 'stdout' | 'stderr'; readonly data: string | Uint8Array }
  /** Answered with a chunk of the input, or undefined at its end. */
  | { readonly kind: 'read' }
  /** Answered with a line of the input, or undefined at its end. Only the last line may lack its line feed. */
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
  /** Returns a line with its line feed, which only the last line may lack; undefined at the end. */
  readLine(): Running<string | undefined>;
  /** Returns the program with a name or path; undefined when the container has none. */
  programOf(name: string): Program | undefined;
}

/** Runs to its end. Returns its exit code. */
export type Program = (args: readonly string[], context: ProgramContext) => Running<number>;

/** The default streams of a program. */
export const STREAMS: Pick<ProgramContext, 'stdout' | 'stderr' | keyof Readers> = {
  *stdout(data) {
    yield { kind: 'stdout', data };
  },
  *stderr(data) {
    yield { kind: 'stderr', data };
  },
  *read() {
    return (yield { kind: 'read' }) as Uint8Array | undefined;
  },
  *readLine() {
    return (yield { kind: 'readLine' }) as string | undefined;
  },
};

export type Readers = Pick<ProgramContext, 'read' | 'readLine'>;

const NEWLINE = 10;

/** Divides a chunk after its first line feed. Without one, all of it is of the line, and there is no rest. */
export function divideLine(chunk: Uint8Array): readonly [line: Uint8Array, rest: Uint8Array | undefined] {
  const end = chunk.indexOf(NEWLINE) + 1;
  return end > 0 ? [chunk.subarray(0, end), chunk.subarray(end)] : [chunk, undefined];
}

/** Returns readers of the chunks of a source. A line leaves the rest of its chunk to the next reader. */
export function readersOf(next: ProgramContext['read']): Readers {
  let rest: Uint8Array | undefined;
  function* read(): Running<Uint8Array | undefined> {
    const chunk = rest ?? (yield* next());
    rest = undefined;
    return chunk;
  }
  function* readLine(): Running<string | undefined> {
    const parts: Uint8Array[] = [];
    for (let chunk = yield* read(); chunk; chunk = yield* read()) {
      const [line, after] = divideLine(chunk);
      parts.push(line);
      if (!after) continue;
      if (after.length > 0) rest = after;
      break;
    }
    return parts.length > 0 ? textOf(parts) : undefined;
  }
  return { read, readLine };
}

/** Decodes the text of several chunks, whose characters may be divided. */
export function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}
