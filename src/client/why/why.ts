import type { Cause, Why } from '../../api/debug/why.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import type { KnownObjects } from '../relations/relations-of.ts';
import type { State } from '../states/state.ts';
import { stateOf } from '../states/state-of.ts';
import type { Aspect } from './aspects/aspect.ts';
import { causesFrom, explainAspect } from './aspects/explain-aspect.ts';
import { eventTime, nameOf } from './cause.ts';
import { fallback } from './rules/fallback.ts';
import { GENERAL_RULES, RULES } from './rules/index.ts';
import { sentenceOf } from './sentence.ts';
import { type Rule, UnreadError, type View, type WhySource } from './view.ts';

/** Maximum number of objects in a chain. */
const LONGEST = 8;

/** The explanation of an object's state. */
export interface Explanation extends Pick<Why, 'object' | 'sentence' | 'state' | 'isWell' | 'causes'> {
  /** The kinds that rules asked for and that the caller may not list. */
  readonly unread: ReadonlySet<KindKey>;
}

/**
 * Explains the state of an object, or a condition or count of it: causes of causes, the most probable first. Undefined
 * when the object lacks the condition or count.
 */
export function explain(object: ApiObject, source: WhySource): Promise<Explanation>;
export function explain(object: ApiObject, source: WhySource, aspect?: Aspect): Promise<Explanation | undefined>;
export async function explain(object: ApiObject, all: WhySource, aspect?: Aspect): Promise<Explanation | undefined> {
  const unread = new Set<KindKey>();
  const source: WhySource = {
    ...all,
    async list(kind, namespace) {
      const objects = await all.list(kind, namespace);
      if (!objects) unread.add(kind);
      return objects;
    },
  };
  const view = viewOf(source, [object]);
  if (aspect) {
    const found = await explainAspect(object, view, aspect);
    return found && { object: nameOf(object), ...found, unread };
  }
  const state = await stateIn(source, object);
  const causes = await causesIn(view, object, state);
  const isWell = causes.length === 0;
  const sentence = sentenceOf(object, view, state?.word, causes, unread.size > 0);
  return { object: nameOf(object), ...(state ? { state: state.word } : {}), isWell, causes, sentence, unread };
}

/** Returns a view that tracks the path of explained objects. */
function viewOf(source: WhySource, path: readonly ApiObject[]): View {
  const view: View = {
    ...source,
    async listAs<T extends ApiObject>(kind: KindKey, namespace?: string) {
      const objects = await source.list(kind, namespace);
      if (!objects) throw new UnreadError(`the caller may not list ${kind}`);
      return objects as readonly T[];
    },
    find: async <T extends ApiObject>(kind: KindKey, namespace: string | undefined, name: string) =>
      named(await view.listAs<T>(kind, namespace), name),
    findIfAllowed: async <T extends ApiObject>(kind: KindKey, namespace: string | undefined, name: string) =>
      named((await source.list(kind, namespace)) as readonly T[] | undefined, name),
    eventsOf: (object) => eventsOf(source, object),
    async causesOf(object) {
      if (!object || path.length >= LONGEST || path.some(({ metadata }) => metadata.uid === object.metadata.uid))
        return [];
      const next = viewOf(source, [...path, object]);
      return causesIn(next, object, await stateIn(source, object));
    },
  };
  return view;
}

const named = <T extends ApiObject>(objects: readonly T[] | undefined, name: string): T | undefined =>
  objects?.find(({ metadata }) => metadata.name === name);

async function causesIn(view: View, object: ApiObject, state: State | undefined): Promise<readonly Cause[]> {
  const rules: readonly Rule[] = [...GENERAL_RULES, ...(RULES[kindKeyOf(object, view.dialect)] ?? [])];
  const found = await causesFrom(rules, object, view);
  return found.length > 0 ? found : fallback(object, view, state);
}

/** Returns the state of an object, considering the objects on which it depends. */
async function stateIn(source: WhySource, object: ApiObject): Promise<State | undefined> {
  const kinds = DEPENDS_ON[kindKeyOf(object, source.dialect)] ?? [];
  const { namespace } = object.metadata;
  const known = new Map<KindKey, readonly ApiObject[]>();
  for (const [kind, isNamespaced] of kinds) {
    const objects = await source.list(kind, isNamespaced ? namespace : undefined);
    if (objects) known.set(kind, objects);
  }
  return stateOf(object, source.dialect, known satisfies KnownObjects);
}

/** The kinds on which states depend, and whether their objects are in the namespace of the dependent object. */
const DEPENDS_ON: Readonly<Record<KindKey, readonly (readonly [KindKey, boolean])[]>> = {
  'core/Service': [['discovery/EndpointSlice', true]],
  'core/PersistentVolumeClaim': [['storage/StorageClass', false]],
};

async function eventsOf(source: WhySource, { kind, metadata }: ApiObject): Promise<readonly Event[]> {
  const events = ((await source.list('core/Event', metadata.namespace ?? 'default')) ?? []) as readonly Event[];
  return events
    .filter(({ involvedObject: { kind: about, name, uid } }) =>
      uid
        ? uid === metadata.uid || (about === 'Node' && uid === metadata.name && kind === 'Node')
        : about === kind && name === metadata.name,
    )
    .sort((a, b) => (eventTime(a) < eventTime(b) ? -1 : 1));
}
