import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core';
import { type Clock, stopwatch } from '../api/environment.ts';
import { HANDLER_KEY } from '../api/local-service.ts';
import { hasGrown } from './bounded-engine.ts';
import type { Sandbox, SandboxCall, SandboxResult } from './sandbox.ts';
import { SANDBOX_PRELUDE } from './sandbox-prelude.ts';

/** The engine's own limit, for its objects; `loadBoundedEngine` bounds the memory itself. */
const MEMORY_LIMIT = 16 * 2 ** 20;
const STACK_LIMIT = 256 * 2 ** 10;

/** Maximum number of characters of console output per call. */
const CONSOLE_LIMIT = 4096;

/** Milliseconds to wait before cleaning up after a call, because the caller needs the processor for its answer. */
const PAUSE = 4;

/** Number of handlers for which a state with evaluated code is kept. */
const KEPT_CODES = 4;

/** Milliseconds that code may run when it is evaluated ahead of a call. */
const AHEAD = 20;

/** An engine state in which no handler has run. */
interface FreshState {
  readonly engine: QuickJSWASMModule;
  readonly scope: Scope;
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** Sets the clock and returns the caller of the handler. */
  readonly begin: QuickJSHandle;
  readonly written: ConsoleText;
  /** The evaluated module of a handler, if it was evaluated ahead. */
  readonly module?: QuickJSHandle;
}

/**
 * A sandbox in the current thread: a separate JavaScript engine in WebAssembly, with a new engine state for each call.
 * Between calls the next state is prepared, with recently called code already evaluated, unless that code depends on
 * the time. A few engine operations cannot be interrupted (such as searching a list of 2^53 elements), so callers that
 * must stay responsive use SandboxThreads.
 */
export class QuickJsSandbox implements Sandbox {
  readonly #load: () => Promise<QuickJSWASMModule>;
  readonly #clock: Clock;
  #engine: Promise<QuickJSWASMModule> | undefined;
  /** The engine of the last call, while it is in use. */
  #loaded: QuickJSWASMModule | undefined;
  /** A prepared state for code that was not called recently. */
  #next: FreshState | undefined;
  /** Prepared states by code. */
  readonly #ahead = new Map<string, FreshState>();
  /** Code that was called recently and succeeded, the latest last. */
  #recent: readonly string[] = [];
  /** Used states, to be disposed of. */
  readonly #used: FreshState[] = [];

  constructor(load: () => Promise<QuickJSWASMModule>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Loads the engine before the first call. @throws Error when it cannot be loaded */
  async start(): Promise<void> {
    await this.#loadEngine();
  }

  async run(call: SandboxCall): Promise<SandboxResult> {
    this.#disposeUsed();
    const engine = await this.#loadEngine();
    let console: readonly string[] = [];
    let state: FreshState | undefined;
    try {
      state = this.#take(call.code) ?? freshState(engine);
      console = state.written.lines;
      const answer = runInEngine(state, call, this.#clock);
      // A failed call may have broken the engine, which shows on disposal; dispose of the state before the next call.
      if (answer.outcome !== 'returned') {
        this.#dispose(state);
        state = undefined;
      }
      this.#remember(call.code, answer);
      return { ...answer, console };
    } catch (error) {
      state = undefined;
      this.#dropEngine();
      return { outcome: 'failed', text: breakdownText(error, engine), console };
    } finally {
      if (state) this.#used.push(state);
      this.#clock.after(PAUSE, () => this.#tidyUp());
    }
  }

  /** Loads the engine; a failed load is retried by the next call. */
  async #loadEngine(): Promise<QuickJSWASMModule> {
    this.#engine ??= this.#load();
    const loading = this.#engine;
    try {
      this.#loaded = await loading;
      return this.#loaded;
    } catch (error) {
      if (this.#engine === loading) this.#dropEngine();
      throw error;
    }
  }

  /** Takes a prepared state. */
  #take(code: string): FreshState | undefined {
    const ahead = this.#ahead.get(code);
    this.#ahead.delete(code);
    if (ahead) return ahead;
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  /** Remembers code that succeeded; failing code is not evaluated ahead. */
  #remember(code: string, { outcome }: Answer): void {
    this.#forget(code);
    if (outcome === 'returned') this.#recent = [...this.#recent, code].slice(-KEPT_CODES);
  }

  #forget(code: string): void {
    this.#recent = this.#recent.filter((other) => other !== code);
  }

  /** Disposes of used states and prepares new ones. */
  #tidyUp(): void {
    this.#disposeUsed();
    for (const [code, state] of this.#ahead) {
      if (this.#recent.includes(code)) continue;
      this.#ahead.delete(code);
      this.#dispose(state);
    }
    if (!this.#loaded) return;
    if (hasGrown(this.#loaded)) this.#dropEngine();
    else this.#prepare(this.#loaded);
  }

  #disposeUsed(): void {
    for (const state of this.#used.splice(0)) this.#dispose(state);
  }

  #prepare(engine: QuickJSWASMModule): void {
    try {
      this.#next ??= freshState(engine);
      for (const code of this.#recent) {
        // Code can break the engine; its states are then gone, and the next call loads another engine.
        if (this.#loaded !== engine) return;
        if (!this.#ahead.has(code)) this.#evaluateAhead(code, freshState(engine));
        // Prepared states must leave the memory that a call may use.
        if (!hasGrown(engine)) continue;
        this.#forget(code);
        this.#dropEngine();
      }
    } catch {
      this.#dropEngine();
    }
  }

  #evaluateAhead(code: string, state: FreshState): void {
    const module = evaluateAhead(state, code, this.#clock);
    if (module) {
      this.#ahead.set(code, { ...state, module });
      return;
    }
    this.#forget(code);
    this.#dispose(state);
  }

  /** Disposes of a state. An engine that ran out of memory may be corrupt, and the next call loads another. */
  #dispose(state: FreshState): void {
    try {
      state.scope.dispose();
    } catch {
      this.#dropEngine();
    }
  }

  #dropEngine(): void {
    this.#engine = undefined;
    this.#loaded = undefined;
    this.#next = undefined;
    this.#ahead.clear();
    this.#used.length = 0;
  }
}

function freshState(engine: QuickJSWASMModule): FreshState {
  const scope = new Scope();
  const runtime = scope.manage(engine.newRuntime());
  runtime.setMemoryLimit(MEMORY_LIMIT);
  runtime.setMaxStackSize(STACK_LIMIT);
  const context = scope.manage(runtime.newContext());
  const written = new ConsoleText();
  const write = scope.manage(context.newFunction('write', (line) => written.write(() => context.getString(line))));
  const prelude = scope.manage(context.unwrapResult(context.evalCode(SANDBOX_PRELUDE, 'prelude.js')));
  const begin = scope.manage(context.unwrapResult(context.callFunction(prelude, context.undefined, write)));
  return { engine, scope, runtime, context, begin, written };
}

/** Returns the evaluated module; undefined when the code fails, takes too long or reads the clock. */
function evaluateAhead({ scope, runtime, context, begin }: FreshState, code: string, clock: Clock) {
  interruptAfter(AHEAD, runtime, clock);
  const module = evaluate(context, code);
  scope.manage(module.error ?? module.value);
  if (module.error) return undefined;
  const caller = scope.manage(context.unwrapResult(context.callFunction(begin, context.undefined, context.undefined)));
  return context.typeof(caller) === 'function' ? module.value : undefined;
}

function runInEngine(state: FreshState, call: SandboxCall, clock: Clock): Answer {
  const isTimeUp = interruptAfter(call.milliseconds, state.runtime, clock);
  const answer = callHandler(state, call);
  return answer.outcome === 'failed' && isTimeUp() ? { outcome: 'timed-out', text: '' } : answer;
}

/** Interrupts the engine after a timeout; returns a function that reports whether time is up. */
function interruptAfter(milliseconds: number, runtime: QuickJSRuntime, clock: Clock): () => boolean {
  const end = stopwatch(clock) + milliseconds;
  const isTimeUp = (): boolean => stopwatch(clock) > end;
  runtime.setInterruptHandler(isTimeUp);
  return isTimeUp;
}

/** Evaluates a module; errors show its file name. */
const evaluate = (context: QuickJSContext, code: string) => context.evalCode(code, HANDLER_KEY, { type: 'module' });

type Answer = Pick<SandboxResult, 'outcome' | 'text'>;
const failed = (text: string): Answer => ({ outcome: 'failed', text });

/** Sets the clock, evaluates the handler's module, calls its function and awaits its promise. */
function callHandler(fresh: FreshState, { code, input, now }: SandboxCall): Answer {
  const { engine, scope, runtime, context, begin } = fresh;
  const keep = (handle: QuickJSHandle): QuickJSHandle => scope.manage(handle);
  const failure = (error: QuickJSHandle): Answer => failed(thrownText(context.dump(keep(error)), engine));
  const caller = keep(
    context.unwrapResult(context.callFunction(begin, context.undefined, keep(context.newNumber(now)))),
  );
  // A module with top-level `await` evaluates to a promise, which the caller awaits.
  let { module } = fresh;
  if (!module) {
    const evaluated = evaluate(context, code);
    if (evaluated.error) return failure(evaluated.error);
    module = keep(evaluated.value);
  }
  const called = context.callFunction(caller, context.undefined, module, keep(context.newString(input)));
  if (called.error) return failure(called.error);
  const promise = keep(called.value);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return failure(jobs.error);
  const state = context.getPromiseState(promise);
  if (state.type === 'pending') return failed('the handler awaits a promise that never settles');
  if (state.type === 'rejected') return failure(state.error);
  return { outcome: 'returned', text: context.getString(keep(state.value)) };
}

const OUT_OF_MEMORY = 'InternalError: out of memory';

/** Returns why the engine itself failed: without memory or stack, it cannot always report that as an error. */
function breakdownText(error: unknown, engine: QuickJSWASMModule): string {
  if (error instanceof RangeError) return 'InternalError: stack overflow';
  return hasGrown(engine) ? OUT_OF_MEMORY : `the sandbox failed: ${String(error)}`;
}

/** Returns an error as a console shows it; any value can be thrown. */
function thrownText(error: unknown, engine: QuickJSWASMModule): string {
  const { name, message, stack } = (error ?? {}) as { name?: unknown; message?: unknown; stack?: unknown };
  // No memory may be left for the error or its message.
  const isIncomplete = error === null || (name === 'InternalError' && typeof message !== 'string');
  if (isIncomplete && hasGrown(engine)) return OUT_OF_MEMORY;
  if (typeof name !== 'string' || typeof message !== 'string') return `the handler threw ${JSON.stringify(error)}`;
  const place = typeof stack === 'string' ? /handler\.js:\d+(:\d+)?/.exec(stack)?.[0] : undefined;
  return `${name}: ${message}${place ? ` at ${place}` : ''}`;
}

/** Console lines, up to the limit. */
class ConsoleText {
  readonly lines: string[] = [];
  #room = CONSOLE_LIMIT;

  /** @param read returns the line, which is not copied out of the engine when there is no room */
  write(read: () => string): void {
    if (this.#room <= 0) return;
    const line = read();
    this.lines.push(line.length > this.#room ? `${line.slice(0, this.#room)}…` : line);
    this.#room -= line.length + 1;
    if (this.#room <= 0) this.lines.push('… (truncated)');
  }
}
