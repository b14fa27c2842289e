import type { Event, PersistentVolume, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { aborted } from '../../../client/aborted.ts';
import { ApiError } from '../../../client/api-error.ts';
import { Informer } from '../../../client/informer.ts';
import { objectSource } from '../../../client/object-source.ts';
import type { BinderContext } from '../binder-context.ts';
import { PODS } from '../volume-names.ts';

/** A recycler pod that could not be run or has failed. */
export class RecyclingError extends Error {}

/**
 * Runs a recycler pod to its end, copies its events to its volume, and deletes it. Resolves to false when the
 * controller is stopped first.
 * @throws RecyclingError
 */
export async function runRecyclerPod(pod: Pod, volume: PersistentVolume, context: BinderContext): Promise<boolean> {
  const created = await start(pod, context);
  const stop = followEvents(created, volume, context);
  const end = await endOf(created, context);
  await stop();
  if (end === 'stopped') return false;
  const problem = await remove(pod, context);
  if (end !== 'succeeded') throw new RecyclingError(`failed to recycle volume: ${end.problem}`);
  if (problem !== undefined) throw new RecyclingError(`failed to delete recycler pod: ${problem}`);
  return true;
}

async function start(pod: Pod, context: BinderContext): Promise<Pod> {
  const { namespace = '', name } = pod.metadata;
  try {
    return await context.client.create({ ...PODS, namespace }, pod);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason !== 'AlreadyExists')
      throw new RecyclingError(`unexpected error creating recycler pod:  ${error.message}`);
  }
  const problem = await remove(pod, context);
  throw new RecyclingError(
    problem === undefined
      ? 'old recycler pod found, will retry later'
      : `failed to delete old recycler pod ${namespace}/${name}: ${problem}`,
  );
}

/** Returns why the pod could not be deleted. */
async function remove(
  { metadata: { namespace = '', name = '' } }: Pod,
  { client }: BinderContext,
): Promise<string | undefined> {
  try {
    await client.delete({ ...PODS, namespace, name });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

type End = 'succeeded' | 'stopped' | { readonly problem: string };

/** Waits until a pod has ended. */
async function endOf({ metadata: { uid } }: Pod, { pods, signal }: BinderContext): Promise<End> {
  let unsubscribe: () => void = () => undefined;
  const ended = new Promise<End>((resolve) => {
    const check = ({ metadata, status }: Pod): void => {
      if (metadata.uid !== uid) return;
      if (status?.phase === 'Succeeded') resolve('succeeded');
      if (status?.phase === 'Failed') resolve({ problem: status.message || 'pod failed, pod.Status.Message unknown' });
    };
    const deleted = ({ metadata }: Pod): void => {
      if (metadata.uid === uid) resolve({ problem: 'recycler pod was deleted' });
    };
    unsubscribe = pods.subscribe({ added: check, updated: check, deleted });
  });
  const end = await Promise.race([ended, aborted(signal).then((): End => 'stopped')]);
  unsubscribe();
  return end;
}

/** Copies the events of a pod to its volume. Returns a function that stops this. */
function followEvents(
  { metadata: { namespace = '', name = '' } }: Pod,
  volume: PersistentVolume,
  context: BinderContext,
): () => Promise<void> {
  const { events } = context;
  const abort = new AbortController();
  const address = { group: '', version: 'v1', resource: 'events', namespace };
  const informer = new Informer<Event>({
    ...context,
    source: objectSource(context.watcher, address, { fieldSelector: `involvedObject.name=${name}` }),
  });
  informer.subscribe({
    added: ({ type, message }) =>
      events.record(volume, type === 'Warning' ? 'Warning' : 'Normal', 'RecyclerPod', `Recycler pod: ${message}`),
  });
  const run = informer.run(abort.signal);
  return async () => {
    abort.abort();
    await run;
  };
}
