import type { ContainerSystem } from './container-system.ts';
import { Input } from './input.ts';
import { Kernel } from './kernel.ts';
import type { Process, ProcessStreams } from './process.ts';
import { STREAMS } from './program.ts';
import { programOf } from './programs.ts';
import { Terminal } from './terminal.ts';

export interface ExecuteOptions {
  readonly isTerminal: boolean;
  /** Whether a process is interrupted when it waits for more input than its client has sent; otherwise its input ends. */
  readonly isInputLeft?: boolean;
}

/** Returns a process that runs a command in a container like the container runtime. It fails without the program. */
export function execute(
  system: ContainerSystem,
  command: readonly string[],
  { isTerminal, isInputLeft = false }: ExecuteOptions,
): Process {
  const [name = '', ...args] = command;
  const program = programOf(name);
  return async (streams) => {
    if (!program) throw new Error(missingProgram(system, name));
    const input = new Input();
    const terminal = isTerminal ? new Terminal(streams, input) : undefined;
    streams.signal.addEventListener('abort', () => input.close());
    // A client that has disconnected sends no more input.
    feed(streams, input, terminal).then(
      () => (isInputLeft ? input.leave() : input.end()),
      () => input.close(),
    );
    const write = terminal && ((data: string | Uint8Array) => terminal.write(data));
    const kernel = new Kernel(system, input, {
      stdout: write ?? ((data) => streams.stdout(data)),
      stderr: write ?? ((data) => streams.stderr(data)),
    });
    const { workingFolder: folder, environment } = system;
    return kernel.run(program(args, { ...STREAMS, system, folder, environment, isTerminal, programOf }));
  };
}

/** Returns containerd's message. The ID of the process is as long as that of a container. */
function missingProgram({ containerId }: ContainerSystem, name: string): string {
  const reason = name.includes('/') ? `stat ${name}: no such file or directory` : 'executable file not found in $PATH';
  const id = [...containerId.replace(/^.*:\/\//, '')].reverse().join('');
  return [
    `failed to exec in container: failed to start exec ${JSON.stringify(id)}: OCI runtime exec failed: exec failed`,
    `unable to start container process: exec: ${JSON.stringify(name)}: ${reason}: unknown`,
  ].join(': ');
}

/** Forwards the client's input. */
async function feed({ stdin }: ProcessStreams, input: Input, terminal: Terminal | undefined): Promise<void> {
  if (stdin) for await (const chunk of stdin) await (terminal ? terminal.type(chunk) : input.push(chunk));
}
