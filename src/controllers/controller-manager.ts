import type { ControllerSwitches, SwitchedController } from '../api/ports/controller-switches.ts';

interface Run {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** A controller, or a component with a separate user. */
interface Managed {
  readonly name: string;
  readonly serviceAccount?: string;
}

/** Runs one controller until the signal is aborted. Resolves when its pending work has ended. Never rejects. */
type RunController<C extends Managed> = (controller: C, signal: AbortSignal) => Promise<void>;

/** Runs controllers, each of which can be started and stopped at any time. */
export class ControllerManager<C extends Managed> implements ControllerSwitches {
  readonly #controllers: readonly C[];
  readonly #run: RunController<C>;
  readonly #runs = new Map<string, Run>();

  /** @param stopped names of controllers that do not start automatically */
  constructor(controllers: readonly C[], run: RunController<C>, stopped: readonly string[] = []) {
    this.#controllers = controllers;
    this.#run = run;
    for (const controller of controllers) if (!stopped.includes(controller.name)) this.#start(controller);
  }

  list(): readonly SwitchedController[] {
    return this.#controllers.map(({ name, serviceAccount }) => ({
      name,
      ...(serviceAccount === undefined ? {} : { serviceAccount }),
      isRunning: this.#runs.has(name),
    }));
  }

  async set(name: string, isRunning: boolean): Promise<void> {
    const controller = this.#controllers.find((candidate) => candidate.name === name);
    if (!controller || this.#runs.has(name) === isRunning) return;
    if (isRunning) this.#start(controller);
    else await this.#stop(name);
  }

  /** Stops all controllers. Resolves when their pending work has ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((name) => this.#stop(name)));
  }

  #start(controller: C): void {
    const abort = new AbortController();
    this.#runs.set(controller.name, { abort, ended: this.#run(controller, abort.signal) });
  }

  async #stop(name: string): Promise<void> {
    const run = this.#runs.get(name);
    this.#runs.delete(name);
    run?.abort.abort();
    await run?.ended;
  }
}
