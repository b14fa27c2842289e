import { aborted } from '../../client/aborted.ts';
import type { Controller } from '../controller.ts';
import { GarbageCollection } from './garbage-collection.ts';

/** Deletes objects whose owners are gone, and completes deletions that wait for dependents. */
export const garbageCollectorController: Controller = {
  name: 'garbage-collector-controller',
  alias: 'garbagecollector',
  serviceAccount: 'generic-garbage-collector',
  run: (context) =>
    context.flags['enable-garbage-collector']
      ? new GarbageCollection(context).run(context.signal)
      : aborted(context.signal),
};
