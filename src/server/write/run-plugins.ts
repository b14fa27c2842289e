import type { AdmissionAttributes, AdmissionPlugin, Reinvocation } from '../../admission/admission-plugin.ts';
import { changesBetween, copyOf } from '../../api/debug/changes-between.ts';
import type { AdmissionStep, TracedChange } from '../../api/debug/request-trace.ts';
import type { Clock } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import { StatusError } from '../../api/status.ts';
import type { TraceRecorder } from '../observe/traces/trace-recorder.ts';

export type AdmissionPhase = 'mutate' | 'validate';

interface Watching {
  readonly trace: TraceRecorder;
  readonly clock: Clock;
}

/**
 * Lets every plugin of a chain that takes part in a phase have its say, one after another; the mutating ones once more
 * when a webhook has changed the object.
 */
export async function runPlugins(
  plugins: readonly AdmissionPlugin[],
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
  watching: Watching | undefined,
): Promise<void> {
  const rounds = new Rounds();
  const inRounds = phase === 'mutate' ? { ...attributes, reinvocation: rounds } : attributes;
  await runRound(plugins, phase, inRounds, watching);
  if (rounds.begin()) await runRound(plugins, phase, inRounds, watching);
  attributes.object = inRounds.object;
}

class Rounds implements Reinvocation {
  isSecondRound = false;
  #isRequested = false;

  request(): void {
    this.#isRequested = true;
  }

  /** Whether there is a second round, which then begins. */
  begin(): boolean {
    this.isSecondRound = this.#isRequested;
    return this.isSecondRound;
  }
}

async function runRound(
  plugins: readonly AdmissionPlugin[],
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
  watching: Watching | undefined,
): Promise<void> {
  if (watching) return runWatched(plugins, phase, attributes, watching);
  for (const plugin of plugins) {
    if (plugin.handles.has(attributes.operation)) await plugin[phase]?.(attributes);
  }
}

/** What one plugin left besides its verdict. */
interface Traces {
  readonly warnings: string[];
  readonly auditAnnotations: Record<string, string>;
}

const nothingLeft = (): Traces => ({ warnings: [], auditAnnotations: {} });

/** What came of one plugin. */
interface Outcome {
  readonly refused: { readonly error: unknown } | undefined;
  readonly left: Traces;
  readonly patch: readonly TracedChange[];
  readonly milliseconds: number;
}

async function runWatched(
  plugins: readonly AdmissionPlugin[],
  phase: AdmissionPhase,
  attributes: AdmissionAttributes,
  { trace, clock }: Watching,
): Promise<void> {
  trace.admitting(attributes);
  let left = nothingLeft();
  const watched = watchedAttributes(attributes, trace, () => left);
  let before = phase === 'mutate' ? copyOf(watched.object) : undefined;
  for (const plugin of plugins) {
    if (!plugin[phase]) continue;
    if (!plugin.handles.has(watched.operation)) {
      trace.record(inRound(watched, notConcerned(plugin, phase, watched.operation)));
      continue;
    }
    left = nothingLeft();
    const place = trace.stepCount;
    const startedAt = clock.now();
    const refused = await outcomeOf(plugin, phase, watched);
    const patch = phase === 'mutate' ? changesBetween(before, watched.object) : [];
    if (patch.length > 0) before = snapshotAfter(before, watched.object, patch);
    const step = stepOf(plugin, phase, { refused, left, patch, milliseconds: clock.now() - startedAt });
    trace.record(inRound(watched, step), place);
    if (refused !== undefined) throw refused.error;
  }
  attributes.object = watched.object;
}

/** A copy of the object, of which what did not change is as it was before. */
function snapshotAfter(
  before: ApiObject | undefined,
  after: ApiObject | undefined,
  changes: readonly TracedChange[],
): ApiObject | undefined {
  if (!before || !after) return copyOf(after);
  const changed = new Set(changes.map(({ path }) => path.split('/')[1]));
  const copied = Object.entries(after).filter(([key]) => changed.has(key));
  const kept = Object.entries(before).filter(([key]) => !changed.has(key));
  return Object.fromEntries([...kept, ...copied.map(([key, value]) => [key, copyOf(value)])]) as unknown as ApiObject;
}

const watchedAttributes = (
  attributes: AdmissionAttributes,
  trace: TraceRecorder,
  left: () => Traces,
): AdmissionAttributes => ({
  ...attributes,
  warn(text) {
    left().warnings.push(text);
    attributes.warn(text);
  },
  annotate(key, value) {
    left().auditAnnotations[key] = value;
    attributes.annotate?.(key, value);
  },
  record: (step) => trace.record(inRound(attributes, step)),
});

const inRound = ({ reinvocation }: AdmissionAttributes, step: AdmissionStep): AdmissionStep =>
  reinvocation?.isSecondRound ? { ...step, reinvocation: true } : step;

async function outcomeOf(
  plugin: AdmissionPlugin,
  phase: AdmissionPhase,
  attributes: AdmissionAttributes & { object: ApiObject | undefined },
): Promise<{ error: unknown } | undefined> {
  try {
    await plugin[phase]?.(attributes);
    return undefined;
  } catch (error) {
    return { error };
  }
}

const notConcerned = ({ name }: AdmissionPlugin, phase: AdmissionPhase, operation: string): AdmissionStep => ({
  plugin: name,
  phase,
  matched: false,
  why: `does not handle ${operation}`,
  decision: 'skipped',
  milliseconds: 0,
});

function stepOf({ name }: AdmissionPlugin, phase: AdmissionPhase, outcome: Outcome): AdmissionStep {
  const { refused, left, patch, milliseconds } = outcome;
  const { warnings, auditAnnotations } = left;
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
