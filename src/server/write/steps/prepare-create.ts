import { randomNameSuffix, timeText, uuid } from '../../../api/environment.ts';
import { type ApiObject, asRecord } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { Attempt } from '../attempt.ts';

/** Longer generateName prefixes are cut before five characters are appended. */
const MAXIMUM_GENERATED_PREFIX = 58;

/** Turns a draft into a new object, in the stored version. */
export function prepareCreate(attempt: Attempt, draft: ApiObject): MaybePromise<ApiObject> {
  const { context } = attempt;
  const { resource } = attempt.plan;
  const { clock, random } = context;
  const { strategy, generation, keepsStatusOnCreate } = resource.behavior;
  const object = resource.toStorage(draft);
  const { metadata } = object;
  attempt.sentResourceVersion = metadata.resourceVersion;
  if (metadata.resourceVersion !== undefined) metadata.resourceVersion = undefined;
  metadata.uid = uuid(random);
  metadata.creationTimestamp = timeText(clock.now());
  if (!metadata.name && metadata.generateName) {
    metadata.name = metadata.generateName.slice(0, MAXIMUM_GENERATED_PREFIX) + randomNameSuffix(random);
  }
  if (resource.subresources.has('status') && !keepsStatusOnCreate) asRecord(object).status = {};
  if (generation) metadata.generation = 1;
  return whenReady(strategy?.prepareForCreate?.(object, context), () => object);
}
