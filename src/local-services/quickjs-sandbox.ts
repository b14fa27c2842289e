import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core';
import type { Clock } from '../api/environment.ts';
import type { Sandbox, SandboxCall, SandboxResult } from './sandbox.ts';
import { SANDBOX_PRELUDE } from './sandbox-prelude.ts';

const MEMORY_LIMIT = 16 * 2 ** 20;
const STACK_LIMIT = 256 * 2 ** 10;
/** Characters of console output that are kept of one call. */
const CONSOLE_LIMIT = 4096;

/**
 * A sandbox in this very thread: a JavaScript engine of its own in WebAssembly, with an engine state made anew for each
 * call. A few operations of the engine cannot be interrupted (a search through a list of 2^53 elements): whoever must stay
 * responsive runs it in another thread, see SandboxThreads.
 */
export class QuickJsSandbox implements Sandbox {
  readonly #load: () => Promise<QuickJSWASMModule>;
  readonly #clock: Clock;
  #engine: Promise<QuickJSWASMModule> | undefined;

  constructor(load: () => Promise<QuickJSWASMModule>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  async run(call: SandboxCall): Promise<SandboxResult> {
    this.#engine ??= this.#load();
    const engine = await this.#engine;
    const written = new ConsoleText();
    const scope = new Scope();
    try {
      return { ...runInEngine(scope, engine, call, this.#clock, written), console: written.lines };
    } catch (error) {
      this.#engine = undefined;
      return { outcome: 'failed', text: `the sandbox broke: ${String(error)}`, console: written.lines };
    } finally {
      this.#dispose(scope);
    }
  }

  /** An engine that ran out of memory may find its own state broken: the next call gets another. */
  #dispose(scope: Scope): void {
    try {
      scope.dispose();
    } catch {
      this.#engine = undefined;
    }
  }
}

function runInEngine(
  scope: Scope,
  engine: QuickJSWASMModule,
  call: SandboxCall,
  clock: Clock,
  written: ConsoleText,
): Answer {
  const end = clock.now() + call.milliseconds;
  const runtime = scope.manage(engine.newRuntime());
  runtime.setMemoryLimit(MEMORY_LIMIT);
  runtime.setMaxStackSize(STACK_LIMIT);
  runtime.setInterruptHandler(() => clock.now() > end);
  const context = scope.manage(runtime.newContext());
  const answer = callHandler(scope, runtime, context, call, written);
  return answer.outcome === 'failed' && clock.now() > end ? { outcome: 'timed-out', text: '' } : answer;
}

type Answer = Pick<SandboxResult, 'outcome' | 'text'>;
const failed = (text: string): Answer => ({ outcome: 'failed', text });

/** Evaluates what prepares the globals, then the handler's module, then calls its function and follows its promise. */
function callHandler(
  scope: Scope,
  runtime: QuickJSRuntime,
  context: QuickJSContext,
  { code, input, now }: SandboxCall,
  written: ConsoleText,
): Answer {
  const keep = (handle: QuickJSHandle): QuickJSHandle => scope.manage(handle);
  const failure = (error: QuickJSHandle): Answer => failed(errorText(context.dump(keep(error))));
  const prelude = keep(context.unwrapResult(context.evalCode(SANDBOX_PRELUDE, 'prelude.js')));
  const write = keep(context.newFunction('write', (line) => written.write(context.getString(line))));
  const caller = keep(
    context.unwrapResult(context.callFunction(prelude, context.undefined, write, keep(context.newNumber(now)))),
  );
  const module = context.evalCode(code, 'handler.js', { type: 'module' });
  if (module.error) return failure(module.error);
  // With `await` at its top level a module comes as a promise, which the caller awaits like the handler's own.
  const called = context.callFunction(caller, context.undefined, keep(module.value), keep(context.newString(input)));
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
function errorText(error: unknown): string {
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
