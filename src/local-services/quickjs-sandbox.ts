import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core';
import type { Clock } from '../api/environment.ts';
import { HANDLER_KEY } from '../api/local-service.ts';
import type { Sandbox, SandboxCall, SandboxResult } from './sandbox.ts';
import { SANDBOX_PRELUDE } from './sandbox-prelude.ts';

const MEMORY_LIMIT = 16 * 2 ** 20;
const STACK_LIMIT = 256 * 2 ** 10;

/** Characters of console output that are kept of one call. */
const CONSOLE_LIMIT = 4096;

/** Milliseconds for which nothing is tidied up after an answer: who waits for that needs the processor. */
const PAUSE = 4;

/** Codes for which a state is kept in which they are evaluated already. */
const KEPT_CODES = 4;

/** Milliseconds for which code may be evaluated ahead of a call. */
const AHEAD = 20;

/** A state of the engine in which no handler was called yet. */
interface FreshState {
  readonly scope: Scope;
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** Takes the time and gives what calls the handler. */
  readonly begin: QuickJSHandle;
  readonly written: ConsoleText;
  /** What the code of a handler came to, if it was evaluated ahead. */
  readonly module?: QuickJSHandle;
}

/**
 * A sandbox in this very thread: a JavaScript engine of its own in WebAssembly, with an engine state made anew for each
 * call. Where there is time between calls the next one's is made ahead, with code that was called before in it, unless
 * that code depends on the time. A few operations of the engine cannot be interrupted (a search
 * through a list of 2^53 elements): whoever must stay responsive runs it in another thread, see SandboxThreads.
 */
export class QuickJsSandbox implements Sandbox {
  readonly #load: () => Promise<QuickJSWASMModule>;
  readonly #clock: Clock;
  #engine: Promise<QuickJSWASMModule> | undefined;
  /** The engine of the last call, as long as it is in use. */
  #loaded: QuickJSWASMModule | undefined;
  /** For code that was not called lately. */
  #next: FreshState | undefined;
  /** By their code. */
  readonly #ahead = new Map<string, FreshState>();
  /** What was called lately and returned, the last one at the end. */
  #lately: readonly string[] = [];
  /** States in which handlers have run. */
  readonly #used: FreshState[] = [];

  constructor(load: () => Promise<QuickJSWASMModule>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
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
      // What went wrong may have broken the engine, which shows when the state is given back: before the next call.
      if (answer.outcome !== 'returned') {
        this.#dispose(state);
        state = undefined;
      }
      this.#remember(call.code, answer);
      return { ...answer, console };
    } catch (error) {
      state = undefined;
      this.#dropEngine();
      return { outcome: 'failed', text: `the sandbox broke: ${String(error)}`, console };
    } finally {
      if (state) this.#used.push(state);
      this.#clock.after(PAUSE, () => this.#tidyUp());
    }
  }

  /** A load that failed is not kept: the next call tries again. */
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

  /** A state that was made ahead. */
  #take(code: string): FreshState | undefined {
    const ahead = this.#ahead.get(code);
    this.#ahead.delete(code);
    if (ahead) return ahead;
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  /** What went wrong once is not tried without need. */
  #remember(code: string, { outcome }: Answer): void {
    this.#forget(code);
    if (outcome === 'returned') this.#lately = [...this.#lately, code].slice(-KEPT_CODES);
  }

  #forget(code: string): void {
    this.#lately = this.#lately.filter((other) => other !== code);
  }

  /** Gives back what calls have used, and makes what the next ones need. */
  #tidyUp(): void {
    this.#disposeUsed();
    for (const [code, state] of this.#ahead) {
      if (this.#lately.includes(code)) continue;
      this.#ahead.delete(code);
      this.#dispose(state);
    }
    if (this.#loaded) this.#prepare(this.#loaded);
  }

  #disposeUsed(): void {
    for (const state of this.#used.splice(0)) this.#dispose(state);
  }

  #prepare(engine: QuickJSWASMModule): void {
    try {
      this.#next ??= freshState(engine);
      for (const code of this.#lately) {
        // Code can break the engine: what was made in it is gone, and the next call loads another.
        if (this.#loaded !== engine) return;
        if (!this.#ahead.has(code)) this.#evaluateAhead(code, freshState(engine));
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

  /** An engine that ran out of memory may find its own state broken: the next call gets another. */
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
  const write = scope.manage(context.newFunction('write', (line) => written.write(context.getString(line))));
  const prelude = scope.manage(context.unwrapResult(context.evalCode(SANDBOX_PRELUDE, 'prelude.js')));
  const begin = scope.manage(context.unwrapResult(context.callFunction(prelude, context.undefined, write)));
  return { scope, runtime, context, begin, written };
}

/** What the code comes to; undefined when it fails, takes long or looks at the clock. */
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

/** Gives whether the time is up. */
function interruptAfter(milliseconds: number, runtime: QuickJSRuntime, clock: Clock): () => boolean {
  const end = clock.now() + milliseconds;
  const isTimeUp = (): boolean => clock.now() > end;
  runtime.setInterruptHandler(isTimeUp);
  return isTimeUp;
}

/** Errors name the code as the file that holds it. */
const evaluate = (context: QuickJSContext, code: string) => context.evalCode(code, HANDLER_KEY, { type: 'module' });

type Answer = Pick<SandboxResult, 'outcome' | 'text'>;
const failed = (text: string): Answer => ({ outcome: 'failed', text });

/** Sets the clock, evaluates the handler's module, then calls its function and follows its promise. */
function callHandler(fresh: FreshState, { code, input, now }: SandboxCall): Answer {
  const { scope, runtime, context, begin } = fresh;
  const keep = (handle: QuickJSHandle): QuickJSHandle => scope.manage(handle);
  const failure = (error: QuickJSHandle): Answer => failed(thrownText(context.dump(keep(error))));
  const caller = keep(
    context.unwrapResult(context.callFunction(begin, context.undefined, keep(context.newNumber(now)))),
  );
  // With `await` at its top level a module comes as a promise, which the caller awaits like the handler's own.
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
  if (state.type === 'pending') return failed('the handler waits for something that never happens');
  if (state.type === 'rejected') return failure(state.error);
  return { outcome: 'returned', text: context.getString(keep(state.value)) };
}

/** An error as a console shows it; other values can be thrown too. */
function thrownText(error: unknown): string {
  const { name, message, stack } = (error ?? {}) as { name?: unknown; message?: unknown; stack?: unknown };
  if (typeof name !== 'string' || typeof message !== 'string') return `the handler threw ${JSON.stringify(error)}`;
  const place = typeof stack === 'string' ? /handler\.js:\d+(:\d+)?/.exec(stack)?.[0] : undefined;
  return `${name}: ${message}${place ? ` at ${place}` : ''}`;
}

/** The lines of a console, as many as are kept. */
class ConsoleText {
  readonly lines: string[] = [];
  #room = CONSOLE_LIMIT;

  write(line: string): void {
    if (this.#room <= 0) return;
    this.lines.push(line.length > this.#room ? `${line.slice(0, this.#room)}…` : line);
    this.#room -= line.length + 1;
    if (this.#room <= 0) this.lines.push('… (there was more)');
  }
}
