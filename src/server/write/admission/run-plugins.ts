import type { AdmissionPhase, Decide } from '../../../admission/admission-chain.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import type { AdmissionStep, TracedChange } from '../../../api/debug/request-trace.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
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
  return trace
    ? runTraced(admission.plugins, phase, attributes, trace, clock)
    : runFrom(0, admission.decisionsFor(phase, attributes), attributes);
}

/** Only waits for plugins that return a promise. */
function runFrom(start: number, decisions: readonly Decide[], attributes: AdmissionAttributes): MaybePromise<void> {
  for (let place = start; place < decisions.length; place++) {
    const pending = decisions[place]?.(attributes);
    if (pending) return pending.then(() => runFrom(place + 1, decisions, attributes));
  }
  return undefined;
}

/** The result of one plugin. */
interface Outcome {
  readonly refused: { readonly error: unknown } | undefined;
  readonly effects: PluginEffects;
  readonly patch: readonly TracedChange[];
  readonly milliseconds: number;
}

async function runTraced(
  plugins: readonly AdmissionPlugin[],
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
  trace: TraceRecorder,
  clock: Clock,
): Promise<void> {
  trace.admitting(attributes);
  const traced = new TracedAttributes(attributes, phase === 'mutate', trace);
  for (const plugin of plugins) {
    if (!plugin[phase]) continue;
    if (!plugin.handles.has(traced.operation)) {
      trace.record(inRound(traced, skippedStep(plugin, phase, traced.operation)));
      continue;
    }
    traced.effects = noEffects();
    const place = trace.stepCount;
    const startedAt = stopwatch(clock);
    const refused = await outcomeOf(plugin, phase, traced);
    const patch = traced.watched.takeChanges();
    const step = stepOf(plugin, phase, {
      refused,
      effects: traced.effects,
      patch,
      milliseconds: stopwatch(clock) - startedAt,
    });
    trace.record(inRound(traced, step), place);
    if (refused !== undefined) throw refused.error;
  }
  attributes.object = traced.watched.result;
}

async function outcomeOf(
  plugin: AdmissionPlugin,
  phase: AdmissionPhase,
  attributes: AdmissionAttributes & { object: ApiObject | undefined },
): Promise<{ error: unknown } | undefined> {
  try {
    const pending = plugin[phase]?.(attributes);
    if (pending) await pending;
    return undefined;
  } catch (error) {
    return { error };
  }
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
  const { refused, effects, patch, milliseconds } = outcome;
  const { warnings, auditAnnotations } = effects;
  const step: Mutable<AdmissionStep> = { plugin: name, phase, matched: true, decision: 'allowed', milliseconds };
  if (refused) Object.assign(step, verdictOf(refused.error));
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
