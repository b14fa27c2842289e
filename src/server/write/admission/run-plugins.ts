import type { AdmissionPhase, Decide } from '../../../admission/admission-chain.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import type { AdmissionStep, TracedChange } from '../../../api/debug/request-trace.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isPromise } from '../../../api/realms.ts';
import { StatusError } from '../../../api/status.ts';
import type { MaybePromise } from '../../../api/when-ready.ts';
import type { Call } from '../../context/call.ts';
import type { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import { inRound, noEffects, type PluginEffects, TracedAttributes } from './traced-attributes.ts';

/** Runs the server's plugins of a phase once, in sequence. */
export function runPlugins(
  { server: { admission, clock }, trace }: Call,
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
): MaybePromise<void> {
  if (!trace) return runFrom(0, admission.decisionsFor(phase, attributes), attributes);
  trace.admitting(attributes);
  const traced = new TracedAttributes(attributes, phase === 'mutate', trace);
  return runTraced(0, { plugins: admission.plugins, phase, attributes, traced, trace, clock });
}

/** Only waits for plugins that return a promise. */
function runFrom(start: number, decisions: readonly Decide[], attributes: AdmissionAttributes): MaybePromise<void> {
  for (let place = start; place < decisions.length; place++) {
    const pending = decisions[place]?.(attributes);
    if (pending) return pending.then(() => runFrom(place + 1, decisions, attributes));
  }
  return undefined;
}

/** A traced run of the plugins of a phase. */
interface TracedRun {
  readonly plugins: readonly AdmissionPlugin[];
  readonly phase: AdmissionPhase;
  readonly attributes: AdmissionAttributes;
  readonly traced: TracedAttributes;
  readonly trace: TraceRecorder;
  readonly clock: Clock;
}

/** The refusal of a plugin; undefined when it allows the request. */
type Refusal = { readonly error: unknown } | undefined;

/** Only waits for plugins that return a promise. */
function runTraced(start: number, run: TracedRun): MaybePromise<void> {
  const { plugins, phase, attributes, traced, trace, clock } = run;
  for (let place = start; place < plugins.length; place++) {
    const plugin = plugins[place];
    if (!plugin?.[phase]) continue;
    if (!plugin.handles.has(traced.operation)) {
      trace.record(inRound(traced, skippedStep(plugin, phase, traced.operation)));
      continue;
    }
    traced.effects = noEffects();
    const stepPlace = trace.stepCount;
    const startedAt = stopwatch(clock);
    const finish = (refusal: Refusal): void => {
      const patch = traced.watched.takeChanges();
      const milliseconds = stopwatch(clock) - startedAt;
      trace.record(
        inRound(traced, stepOf(plugin, phase, { refusal, effects: traced.effects, patch, milliseconds })),
        stepPlace,
      );
      if (refusal) throw refusal.error;
    };
    const refusal = refusalOf(plugin, phase, traced);
    if (isPromise(refusal))
      return refusal.then((awaited) => {
        finish(awaited);
        return runTraced(place + 1, run);
      });
    finish(refusal);
  }
  attributes.object = traced.watched.result;
  return undefined;
}

function refusalOf(
  plugin: AdmissionPlugin,
  phase: AdmissionPhase,
  attributes: AdmissionAttributes & { object: ApiObject | undefined },
): MaybePromise<Refusal> {
  const refused = (error: unknown): Refusal => ({ error });
  try {
    return plugin[phase]?.(attributes)?.then(() => undefined, refused);
  } catch (error) {
    return refused(error);
  }
}

/** The result of one plugin. */
interface Outcome {
  readonly refusal: Refusal;
  readonly effects: PluginEffects;
  readonly patch: readonly TracedChange[];
  readonly milliseconds: number;
}

const skippedStep = ({ name }: AdmissionPlugin, phase: AdmissionPhase, operation: string): AdmissionStep => ({
  plugin: name,
  phase,
  matched: false,
  why: `does not handle ${operation}`,
  decision: 'skipped',
  milliseconds: 0,
});

function stepOf({ name }: AdmissionPlugin, phase: AdmissionPhase, outcome: Outcome): AdmissionStep {
  const { refusal, effects, patch, milliseconds } = outcome;
  const { warnings, auditAnnotations } = effects;
  const step: Mutable<AdmissionStep> = { plugin: name, phase, matched: true, decision: 'allowed', milliseconds };
  if (refusal) Object.assign(step, verdictOf(refusal.error));
  if (warnings.length > 0) step.warnings = warnings;
  if (Object.keys(auditAnnotations).length > 0) step.auditAnnotations = auditAnnotations;
  if (patch.length > 0) step.patch = patch;
  return step;
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

function verdictOf(error: unknown): Pick<AdmissionStep, 'decision' | 'why'> {
  const isVerdict = error instanceof StatusError && error.code < 500;
  return { decision: isVerdict ? 'denied' : 'failed', why: errorText(error) };
}
