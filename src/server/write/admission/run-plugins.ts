import type { AdmissionAttributes, AdmissionPlugin, Reinvocation } from '../../../admission/admission-plugin.ts';
import type { AdmissionStep, TracedChange } from '../../../api/debug/request-trace.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import { StatusError } from '../../../api/status.ts';
import type { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import { inRound, noEffects, type PluginEffects, TracedAttributes } from './traced-attributes.ts';

export type AdmissionPhase = 'mutate' | 'validate';

interface Tracing {
  readonly trace: TraceRecorder;
  readonly clock: Clock;
}

/**
 * Runs the plugins of a chain that take part in a phase, one after the other. Mutating plugins run once more when a
 * webhook has changed the object.
 */
export async function runPlugins(
  plugins: readonly AdmissionPlugin[],
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
  tracing: Tracing | undefined,
): Promise<void> {
  const rounds = new Rounds();
  const inRounds = phase === 'mutate' ? { ...attributes, reinvocation: rounds } : attributes;
  await runRound(plugins, phase, inRounds, tracing);
  if (rounds.begin()) await runRound(plugins, phase, inRounds, tracing);
  attributes.object = inRounds.object;
}

class Rounds implements Reinvocation {
  isSecondRound = false;
  #isRequested = false;

  request(): void {
    this.#isRequested = true;
  }

  /** Begins the second round if it was requested. Returns whether it was. */
  begin(): boolean {
    this.isSecondRound = this.#isRequested;
    return this.isSecondRound;
  }
}

async function runRound(
  plugins: readonly AdmissionPlugin[],
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
  tracing: Tracing | undefined,
): Promise<void> {
  if (tracing) return runTraced(plugins, phase, attributes, tracing);
  for (const plugin of plugins) {
    const pending = plugin.handles.has(attributes.operation) ? plugin[phase]?.(attributes) : undefined;
    if (pending) await pending;
  }
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
  { trace, clock }: Tracing,
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
