import { type Dialect, kubernetesDialect } from '../../src/api/dialect.ts';
import { fieldErrorText } from '../../src/api/field-error.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { parseServiceRanges } from '../../src/api/values/service-ranges.ts';
import type { ResourceBehavior, StrategyContext } from '../../src/resources/resource-definition.ts';

/** Returns a context at noon on 2026-01-01, with the user alice. */
export const strategyContext = (dialect: Dialect = kubernetesDialect): StrategyContext => ({
  dialect,
  clock: { now: () => Date.UTC(2026, 0, 1, 12), after: () => () => {} },
  random: { bytes: (count) => new Uint8Array(count) },
  user: { username: 'alice', uid: 'alice-uid', groups: ['dev'] },
  dryRun: false,
  reader: { get: async () => undefined, list: async () => [], collectionOf: () => ({ revision: 0 }) },
  serviceRanges: parseServiceRanges('10.96.0.0/16'),
  isClaimed: () => false,
});

const named = (object: object): ApiObject => {
  const { metadata, ...rest } = structuredClone(object) as Partial<ApiObject>;
  return {
    apiVersion: '',
    kind: '',
    ...rest,
    metadata: { name: 'one', namespace: 'shop', uid: 'one-uid', ...metadata },
  };
};

/** Returns the object with defaults, prepared for a create. */
async function prepared(behavior: ResourceBehavior, object: object, dialect?: Dialect): Promise<ApiObject> {
  const draft = named(object);
  behavior.strategy?.setDefaults?.(draft, strategyContext(dialect));
  await behavior.strategy?.prepareForCreate?.(draft, strategyContext(dialect));
  return draft;
}

/** Returns the object as it would be stored. */
export async function created<T extends ApiObject>(behavior: ResourceBehavior, object: object, dialect?: Dialect) {
  const draft = await prepared(behavior, object, dialect);
  behavior.strategy?.canonicalize?.(draft);
  return draft as T;
}

/** Returns the errors of a new object. */
export async function createErrors(behavior: ResourceBehavior, object: object, dialect?: Dialect): Promise<string[]> {
  const draft = await prepared(behavior, object, dialect);
  return ((await behavior.strategy?.validate?.(draft, strategyContext(dialect))) ?? []).map(fieldErrorText);
}

/** Returns the errors of an update of a stored object. */
export async function updateErrors(behavior: ResourceBehavior, live: object, object: object, subresource?: string) {
  const stored = await created(behavior, live);
  const draft = named({ ...stored, ...object });
  const context = strategyContext();
  behavior.strategy?.setDefaults?.(draft, context);
  const strategy = subresource ? behavior.strategy?.subresources?.[subresource] : behavior.strategy;
  await strategy?.prepareForUpdate?.(draft, stored, context);
  const errors = strategy?.validateUpdate
    ? await strategy.validateUpdate(draft, stored, context)
    : !subresource && (await behavior.strategy?.validate?.(draft, context));
  return (errors || []).map(fieldErrorText);
}

/** Returns the table row of an object, by column name. */
export const rowOf = (behavior: ResourceBehavior, object: object): Record<string, unknown> =>
  Object.fromEntries(
    (behavior.columns ?? []).map(({ name, cell }) => [name, cell(named(object), Date.UTC(2026, 0, 1, 12))]),
  );
