import type { Clock } from '../../api/environment.ts';
import type { ContainerSystem } from './container-system.ts';
import { INTERRUPTED, type Input } from './input.ts';
import type { ContainerNetwork } from './network.ts';
import type { ProcessStreams } from './process.ts';
import { Interrupted, type Running, type SystemCall } from './program.ts';

/** Steps of work that one call counts as. */
const CALL_STEPS = 1000;

/** Steps of work after which other work runs: about ten milliseconds. */
const SLICE = 1_000_000;

/** Executes the system calls of a client's program, as time passes and input arrives. */
export class Kernel {
  readonly #clock: Clock;
  readonly #input: Input;
  readonly #streams: Pick<ProcessStreams, 'stdout' | 'stderr'>;
  readonly #network: ContainerNetwork;
  #isInterrupted = false;
  /** Steps of work in this slice. Calls also count as work, because their results may be available immediately. */
  #steps = 0;
  #wake: () => void = () => undefined;

  constructor(
    { clock, network }: Pick<ContainerSystem, 'clock' | 'network'>,
    input: Input,
    streams: Pick<ProcessStreams, 'stdout' | 'stderr'>,
  ) {
    this.#clock = clock;
    this.#network = network;
    this.#input = input;
    this.#streams = streams;
    input.onInterrupt(() => {
      this.#isInterrupted = true;
      this.#wake();
    });
  }

  /** Runs a program to its end. Returns its exit code. */
  async run(program: Running<number>): Promise<number> {
    try {
      for (let step = program.next(); ; ) {
        if (step.done) return step.value;
        const answer = await this.#answer(step.value);
        if (this.#input.isClosed) return INTERRUPTED;
        step = this.#isInterrupted ? this.#interrupt(program) : program.next(answer);
      }
    } catch (error) {
      if (error instanceof Interrupted) return INTERRUPTED;
      if (!(error instanceof RangeError)) throw error;
      await this.#streams.stderr(`${error.message}\n`);
      return 1;
    }
  }

  #interrupt(program: Running<number>) {
    this.#isInterrupted = false;
    return program.throw(new Interrupted());
  }

  async #answer(call: SystemCall): Promise<Uint8Array | string | undefined> {
    this.#steps += call.kind === 'work' ? call.steps : CALL_STEPS;
    if (this.#steps >= SLICE) {
      this.#steps = 0;
      await this.#sleep(0);
    }
    if (call.kind === 'work') return undefined;
    if (call.kind === 'read') return this.#input.read();
    if (call.kind === 'readLine') return this.#input.readLine();
    if (call.kind === 'request') return this.#network(call.request);
    if (call.kind === 'sleep') await this.#sleep(call.milliseconds);
    else await this.#streams[call.kind](call.data);
    return undefined;
  }

  async #sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(milliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
      if (this.#isInterrupted || this.#input.isClosed) this.#wake();
    });
  }
}
