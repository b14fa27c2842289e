import { useMemo } from 'react';
import type { Why } from '../../api/debug/why.ts';
import type { Clock } from '../../api/environment.ts';
import type { ApiObject, GroupResource } from '../../api/object.ts';
import type { KnownObjects } from '../../client/relations/relations-of.ts';
import { askWhy } from '../commands/ask-why.ts';
import { useAnswer } from './use-answer.ts';
import { useApplication, useIdentityKey } from './use-application.ts';

/** Milliseconds without a change before the explanation is requested again. */
const SETTLE = 300;

interface WhyQuestion {
  readonly resource: GroupResource;
  readonly object: ApiObject;
  /** The related objects: a change of one requests a new explanation. */
  readonly objects: KnownObjects;
}

/** Returns the live explanation of an object's state; undefined until the server provides it. */
export function useWhy({ resource, object, objects }: WhyQuestion): Why | undefined {
  const { client, platform } = useApplication();
  const { namespace, name, resourceVersion } = object.metadata;
  const question = JSON.stringify([resource.group, resource.resource, namespace, name, useIdentityKey()]);
  const occasion = useMemo(() => `${resourceVersion} ${newest(objects)}`, [resourceVersion, objects]);
  const { value } = useAnswer(question, occasion, async (signal) => {
    await pause(platform.clock, signal);
    return askWhy(client, resource, object.metadata, signal);
  });
  return value;
}

/** Returns a key that changes with any of the objects: their number and the newest version. */
function newest(objects: KnownObjects): string {
  let [count, version] = [0, 0];
  for (const list of objects.values())
    for (const { metadata } of list) {
      count += 1;
      version = Math.max(version, Number(metadata.resourceVersion ?? 0));
    }
  return `${count} ${version}`;
}

/** Waits until changes have settled. The next occasion aborts the wait. */
const pause = (clock: Clock, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(SETTLE, resolve);
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        reject(signal.reason);
      },
      { once: true },
    );
  });
