import type { ContainerSystem } from './container-system.ts';
import { Input } from './input.ts';
import type { Process, ProcessStreams } from './process.ts';
import { programOf } from './programs.ts';
import { Terminal } from './terminal.ts';

const NOT_FOUND = 127;

/** Returns a process that runs a command in a container, as the container runtime does. */
export function execute(system: ContainerSystem, command: readonly string[], isTerminal: boolean): Process {
  const [name = '', ...args] = command;
  const program = programOf(name);
  return async (streams) => {
    if (!program) {
      await (isTerminal ? streams.stdout : streams.stderr)(`${missingProgram(name)}\r\n`);
      return NOT_FOUND;
    }
    const input = new Input();
    const terminal = isTerminal ? new Terminal(streams, input) : undefined;
    streams.signal.addEventListener('abort', () => input.close());
    // A client that has gone sends no more.
    feed(streams, input, terminal).catch(() => input.close());
    const write = terminal && ((data: string | Uint8Array) => terminal.write(data));
    return input.whileUninterrupted((signal) =>
      program(args, {
        ...{ system, input, isTerminal, signal, programOf },
        ...{ folder: system.workingFolder, environment: system.environment },
        stdout: write ?? ((data) => streams.stdout(data)),
        stderr: write ?? ((data) => streams.stderr(data)),
      }),
    );
  };
}

/** The words of the runtime that starts processes. */
function missingProgram(name: string): string {
  const reason = name.includes('/') ? `stat ${name}: no such file or directory` : 'executable file not found in $PATH';
  return `OCI runtime exec failed: exec failed: unable to start container process: exec: ${JSON.stringify(name)}: ${reason}: unknown`;
}

/** Passes on what the client sends. */
async function feed({ stdin }: ProcessStreams, input: Input, terminal: Terminal | undefined): Promise<void> {
  if (stdin) for await (const chunk of stdin) await (terminal ? terminal.type(chunk) : input.push(chunk));
  input.end();
}
