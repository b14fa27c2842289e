import type { Random } from '../../api/environment.ts';
import type { ApiObject } from '../../api/object.ts';
import { parseDuration } from '../../api/values/duration.ts';
import { fieldAt } from './field-path.ts';
import type { FieldRequirement, Stage, StageDelay } from './stage.ts';

/** Returns the stage that applies to an object; undefined when none does. @param stages the stages for its state */
export function chooseStage(stages: readonly Stage[], object: ApiObject, random: Random): Stage | undefined {
  const matching = stages.filter((stage) => matches(stage, object));
  if (matching.length <= 1) return matching[0];
  const highest = Math.max(...matching.map(({ spec }) => spec.priority ?? 0));
  const best = matching.filter(({ spec }) => (spec.priority ?? 0) === highest);
  if (best.length <= 1) return best[0];
  const weights = best.map(({ spec }) => Math.max(spec.weight ?? 1, 0));
  let rest = fraction(random) * weights.reduce((sum, weight) => sum + weight, 0);
  return best.find((_, index) => {
    rest -= weights[index] ?? 0;
    return rest < 0;
  });
}

function matches({ spec }: Stage, object: ApiObject): boolean {
  const { matchLabels, matchAnnotations, matchExpressions } = spec.selector ?? {};
  const { labels, annotations } = object.metadata;
  return (
    (!matchLabels || includes(labels, matchLabels)) &&
    (!matchAnnotations || includes(annotations, matchAnnotations)) &&
    (!matchExpressions || matchExpressions.every((requirement) => meets(requirement, object)))
  );
}

type Pairs = Readonly<Record<string, string>>;

const includes = (pairs: Pairs | undefined, wanted: Pairs): boolean =>
  Object.entries(wanted).every(([key, value]) => pairs?.[key] === value);

function meets({ key, operator, values = [] }: FieldRequirement, object: ApiObject): boolean {
  const value = fieldAt(object, key);
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  const isListed = value !== undefined && values.includes(String(value));
  return operator === 'In' ? isListed : !isListed;
}

/** Returns the milliseconds of a delay. `particular` are the delays by `from`. */
export function delayOf(
  { milliseconds = 0, jitterMilliseconds = 0, fromAnnotation, from }: StageDelay,
  { metadata }: ApiObject,
  particular: Readonly<Record<NonNullable<StageDelay['from']>, () => number>>,
  random: Random,
): number {
  const text = fromAnnotation === undefined ? undefined : metadata.annotations?.[fromAnnotation];
  const annotated = text === undefined ? undefined : parseDuration(text);
  const base = annotated ?? (from ? particular[from]() : milliseconds);
  return base + (jitterMilliseconds > 0 ? Math.floor(fraction(random) * jitterMilliseconds) : 0);
}

/** Returns a number from 0 up to, but not including, 1. */
export function fraction(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return (high * 256 + low) / 65_536;
}
