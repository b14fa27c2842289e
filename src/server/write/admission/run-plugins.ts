import type { AdmissionPhase } from '../../../admission/admission-chain.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import type { AdmissionStep, TracedChange } from '../../../api/debug/request-trace.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { StatusError } from '../../../api/status.ts';
import { inTurn, type MaybePromise, orElse, whenReady } from '../../../api/when-ready.ts';
import type { Call } from '../../context/call.ts';
import type { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import { inRound, noEffects, type PluginEffects, TracedAttributes } from './traced-attributes.ts';

/** Runs the server's plugins of a phase once, in sequence. */
export function runPlugins(
  { server: { admission, clock }, trace }: Call,
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
): MaybePromise<void> {
  if (!trace) return inTurn(admission.decisionsFor(phase, attributes), (decide) => decide(attributes));
  trace.admitting(attributes);
  const traced = new TracedAttributes(attributes, phase === 'mutate', trace);
  return runTraced({ plugins: admission.plugins, phase, attributes, traced, trace, clock });
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

function runTraced(run: TracedRun): MaybePromise<void> {
  const { plugins, attributes, traced } = run;
  return whenReady(
    inTurn(plugins, (plugin) => runTracedPlugin(plugin, run)),
    () => {
      attributes.object = traced.watched.result;
    },
  );
}

function runTracedPlugin(plugin: AdmissionPlugin, { phase, traced, trace, clock }: TracedRun): MaybePromise<void> {
  if (!plugin[phase]) return undefined;
  if (!plugin.handles.has(traced.operation)) {
    trace.record(inRound(traced, skippedStep(plugin, phase, traced.operation)));
    return undefined;
  }
  traced.effects = noEffects();
  const place = trace.stepCount;
  const startedAt = stopwatch(clock);
  const refusal = orElse<Refusal>(
    () => whenReady(plugin[phase]?.(traced), () => undefined),
    (error) => ({ error }),
  );
  return whenReady(refusal, (found) => {
    const { effects, watched } = traced;
    const outcome = {
      refusal: found,
      effects,
      patch: watched.takeChanges(),
      milliseconds: stopwatch(clock) - startedAt,
    };
    trace.record(inRound(traced, stepOf(plugin, phase, outcome)), place);
    if (found) throw found.error;
  });
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
