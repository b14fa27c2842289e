import type { AdmissionPhase, Decision } from '../../../admission/admission-chain.ts';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import type { AdmissionStep } from '../../../api/debug/request-trace.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { isPromise } from '../../../api/realms.ts';
import { StatusError } from '../../../api/status.ts';
import { inTurn, type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { Call } from '../../context/call.ts';
import type { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import { inRound, TracedAttributes } from './traced-attributes.ts';

/** Runs the server's plugins of a phase once, in sequence. */
export function runPlugins(
  { server: { admission, clock }, trace }: Call,
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
): MaybePromise<void> {
  const decisions = admission.decisionsFor(phase, attributes);
  if (!trace) return inTurn(decisions, ({ decide }) => decide(attributes));
  trace.admitting(attributes);
  const run = new TracedRun(phase, attributes, trace, clock);
  return whenReady(
    inTurn(decisions, (decision) => run.pass(decision)),
    () => run.end(),
  );
}

/** The refusal of a plugin; undefined when it allows the request. */
type Refusal = { readonly error: unknown } | undefined;

/** A traced run of the plugins of a phase. */
class TracedRun {
  readonly #phase: AdmissionPhase;
  readonly #attributes: AdmissionAttributes;
  readonly #traced: TracedAttributes;
  readonly #trace: TraceRecorder;
  readonly #clock: Clock;
  /** When the plugin before ended, by the stopwatch of the clock: one reading for both plugins. */
  #endedAt: number;

  constructor(phase: AdmissionPhase, attributes: AdmissionAttributes, trace: TraceRecorder, clock: Clock) {
    this.#phase = phase;
    this.#attributes = attributes;
    this.#traced = new TracedAttributes(attributes, phase === 'mutate', trace);
    this.#trace = trace;
    this.#clock = clock;
    this.#endedAt = stopwatch(clock);
  }

  /** Records the steps of a decision. Most plugins decide synchronously, and a write passes dozens. */
  pass({ plugin, decide, ignoring }: Decision): MaybePromise<void> {
    if (!plugin) {
      for (const step of stepsOf(ignoring, this.#phase, this.#traced.operation))
        this.#trace.record(inRound(this.#traced, step));
      return decide(this.#traced);
    }
    const place = this.#trace.stepCount;
    let decided: MaybePromise<void>;
    try {
      decided = decide(this.#traced);
    } catch (error) {
      return this.#settle(plugin, place, { error });
    }
    if (!isPromise(decided)) return this.#settle(plugin, place, undefined);
    return decided.then(
      () => this.#settle(plugin, place, undefined),
      (error: unknown) => this.#settle(plugin, place, { error }),
    );
  }

  /** Records the step of a plugin before the steps inside it. @throws the error of its refusal */
  #settle({ name }: AdmissionPlugin, place: number, refusal: Refusal): void {
    const endedAt = stopwatch(this.#clock);
    const step: Mutable<AdmissionStep> = {
      plugin: name,
      phase: this.#phase,
      matched: true,
      decision: 'allowed',
      milliseconds: endedAt - this.#endedAt,
    };
    this.#endedAt = endedAt;
    if (refusal) Object.assign(step, verdictOf(refusal.error));
    Object.assign(step, this.#traced.takeEffects());
    const patch = this.#traced.watched.takeChanges();
    if (patch.length > 0) step.patch = patch;
    this.#trace.record(inRound(this.#traced, step), place);
    if (refusal) throw refusal.error;
  }

  /** Leaves the object as the plugins left it. */
  end(): void {
    this.#attributes.object = this.#traced.watched.result;
  }
}

const known = new WeakMap<readonly AdmissionPlugin[], readonly AdmissionStep[]>();

/** Returns the steps of plugins that ignore a kind of request: the same objects for every such request. */
function stepsOf(ignoring: Decision['ignoring'], phase: AdmissionPhase, operation: AdmissionOperation) {
  let steps = known.get(ignoring);
  if (!steps) {
    steps = ignoring.map(({ name, handles }) => Object.freeze(ignoredStep(name, phase, operation, handles)));
    known.set(ignoring, steps);
  }
  return steps;
}

const ignoredStep = (
  plugin: string,
  phase: AdmissionPhase,
  operation: AdmissionOperation,
  handles: AdmissionPlugin['handles'],
): AdmissionStep =>
  handles.has(operation)
    ? { plugin, phase, matched: true, decision: 'allowed', milliseconds: 0 }
    : {
        ...{ plugin, phase, matched: false, why: `does not handle ${operation}` },
        ...{ decision: 'skipped', milliseconds: 0 },
      };

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

function verdictOf(error: unknown): Pick<AdmissionStep, 'decision' | 'why'> {
  const isVerdict = error instanceof StatusError && error.code < 500;
  return { decision: isVerdict ? 'denied' : 'failed', why: errorText(error) };
}
