import { isEqualJson } from '../../../api/memory/equal-json.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import type { WriteContext } from '../../commands/write-context.ts';
import { type WriteAction, writeObjects, writeTo } from '../../commands/write-objects.ts';
import { isStored, type WriteOutcome, type WriteResult } from '../../state/objects/write-result.ts';
import { FIELD_MANAGER, type Target } from './write-documents.ts';

export interface SendOptions {
  readonly action: WriteAction;
  readonly dryRun?: boolean;
  /** The object before the user changed it, for a patch. */
  readonly base?: ApiObject | undefined;
  /** Takes over fields that other managers own. */
  readonly force?: boolean;
  /** Leaves out objects that are already stored. */
  readonly onlyRemaining?: boolean;
}

/** Returns the collection that contains an object. */
export const addressOf = (
  { group, version, resource }: DiscoveredResource,
  { metadata: { namespace } }: ApiObject,
): ResourceAddress => ({ ...{ group, version, resource }, ...(namespace ? { namespace } : {}) });

/** Writes the edited object to its own address, regardless of the kind and namespace in its text. */
export const writeLive = (
  context: WriteContext,
  targets: readonly Target[],
  resource: DiscoveredResource,
  live: ApiObject,
  options: SendOptions,
): Promise<WriteResult[]> =>
  Promise.all(
    targets.map(async ({ object }) => {
      const collection = addressOf(resource, live);
      const outcome = await writeTo(
        context,
        { object, resource, collection },
        { ...options, fieldManager: FIELD_MANAGER },
      );
      return { object, outcome };
    }),
  );

/**
 * Writes new objects. Leaves out those that `earlier` results stored: always when creating, which would fail, and on
 * request when applying.
 */
export async function writeNew(
  context: WriteContext,
  targets: readonly Target[],
  options: SendOptions & { readonly namespace: string },
  earlier: readonly WriteResult[],
): Promise<WriteResult[]> {
  const { action, namespace, dryRun = false, force = false, onlyRemaining = false } = options;
  const skipsStored = !dryRun && (action === 'create' || onlyRemaining);
  const outcomes = new Map<ApiObject, WriteOutcome>();
  for (const { object } of targets) {
    const before = skipsStored && earlier.find((one) => isSameRequest(one, object, namespace));
    if (before) outcomes.set(object, before.outcome);
  }
  const pending = targets.map(({ object }) => object).filter((object) => !outcomes.has(object));
  const written = await writeObjects(context, pending, {
    ...{ action, namespace, dryRun, force },
    fieldManager: FIELD_MANAGER,
    continueAfterFailure: dryRun,
  });
  for (const [index, object] of pending.entries()) outcomes.set(object, written[index] ?? { status: 'skipped' });
  return targets.map(({ object }) => ({ object, outcome: outcomes.get(object) ?? { status: 'skipped' } }));
}

/** Reports whether an earlier request stored the same object in the same place. */
function isSameRequest({ object, outcome }: WriteResult, other: ApiObject, namespace: string): boolean {
  if (!isStored(outcome) || !isEqualJson(object, other)) return false;
  return !outcome.resource.namespaced || outcome.object.metadata.namespace === (other.metadata.namespace || namespace);
}
