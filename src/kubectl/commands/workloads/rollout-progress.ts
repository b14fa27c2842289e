import type { Dialect } from '../../../api/dialect.ts';
import { isRecord } from '../../../api/object.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import type { AnyObject } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { kindOf } from './revisions.ts';

/** How far a rollout is. */
export interface RolloutProgress {
  /** A line for the user. */
  readonly message: string;
  readonly isDone: boolean;
}

type Numbers = Readonly<Record<string, number | undefined>>;

/** Returns how far the rollout of a deployment, daemon set or stateful set is. @throws CommandError when it failed */
export function rolloutProgress(object: AnyObject, dialect: Dialect): RolloutProgress {
  const spec = isRecord(object.spec) ? object.spec : {};
  const status = isRecord(object.status) ? object.status : {};
  const read = PROGRESS[kindKeyOf(object, dialect)];
  if (!read) throw failure(`no status viewer has been implemented for ${kindOf(object)}`);
  const name = JSON.stringify(object.metadata.name ?? '');
  return read(name, spec, status as Numbers, object);
}

const waiting = (message: string): RolloutProgress => ({ message: `${message}\n`, isDone: false });
const done = (message: string): RolloutProgress => ({ message: `${message}\n`, isDone: true });

const isObserved = ({ metadata }: AnyObject, { observedGeneration = 0 }: Numbers): boolean =>
  (metadata.generation ?? 0) <= observedGeneration;

const UNOBSERVED = waiting('Waiting for deployment spec update to be observed...');

type Read = (name: string, spec: Record<string, unknown>, status: Numbers, object: AnyObject) => RolloutProgress;

const PROGRESS: Readonly<Record<string, Read>> = {
  'apps/Deployment'(name, spec, status, object) {
    if (!isObserved(object, status)) return UNOBSERVED;
    const conditions = (status as { conditions?: { type: string; reason?: string }[] }).conditions ?? [];
    if (conditions.some(({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded'))
      throw failure(`deployment ${name} exceeded its progress deadline`);
    const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
    const wanted = Number(spec.replicas ?? 1);
    const prefix = `Waiting for deployment ${name} rollout to finish:`;
    if (updatedReplicas < wanted)
      return waiting(`${prefix} ${updatedReplicas} out of ${wanted} new replicas have been updated...`);
    if (replicas > updatedReplicas)
      return waiting(`${prefix} ${replicas - updatedReplicas} old replicas are pending termination...`);
    if (availableReplicas < updatedReplicas)
      return waiting(`${prefix} ${availableReplicas} of ${updatedReplicas} updated replicas are available...`);
    return done(`deployment ${name} successfully rolled out`);
  },
  'apps/DaemonSet'(name, spec, status, object) {
    const strategy = spec.updateStrategy as { type?: string } | undefined;
    if (strategy?.type !== 'RollingUpdate')
      throw failure(`rollout status is only available for RollingUpdate strategy type`);
    if (!isObserved(object, status)) return waiting('Waiting for daemon set spec update to be observed...');
    const { updatedNumberScheduled = 0, desiredNumberScheduled = 0, numberAvailable = 0 } = status;
    const prefix = `Waiting for daemon set ${name} rollout to finish:`;
    if (updatedNumberScheduled < desiredNumberScheduled)
      return waiting(
        `${prefix} ${updatedNumberScheduled} out of ${desiredNumberScheduled} new pods have been updated...`,
      );
    if (numberAvailable < desiredNumberScheduled)
      return waiting(`${prefix} ${numberAvailable} of ${desiredNumberScheduled} updated pods are available...`);
    return done(`daemon set ${name} successfully rolled out`);
  },
  'apps/StatefulSet'(_name, spec, status, object) {
    const strategy = spec.updateStrategy as { type?: string; rollingUpdate?: { partition?: number } } | undefined;
    if (strategy?.type !== 'RollingUpdate')
      throw failure(`rollout status is only available for RollingUpdate strategy type`);
    const { observedGeneration = 0, readyReplicas = 0, updatedReplicas = 0 } = status;
    if (observedGeneration === 0 || !isObserved(object, status))
      return waiting('Waiting for statefulset spec update to be observed...');
    const wanted = Number(spec.replicas ?? 1);
    if (readyReplicas < wanted) return waiting(`Waiting for ${wanted - readyReplicas} pods to be ready...`);
    const partition = strategy.rollingUpdate?.partition;
    const { currentRevision, updateRevision } = status as { currentRevision?: string; updateRevision?: string };
    if (partition !== undefined) {
      if (updatedReplicas < wanted - partition)
        return waiting(
          `Waiting for partitioned roll out to finish: ${updatedReplicas} out of ${wanted - partition} new pods have been updated...`,
        );
      return done(`partitioned roll out complete: ${updatedReplicas} new pods have been updated...`);
    }
    if (updateRevision !== currentRevision)
      return waiting(
        `waiting for statefulset rolling update to complete ${updatedReplicas} pods at revision ${updateRevision}...`,
      );
    return done(
      `statefulset rolling update complete ${(status as { currentReplicas?: number }).currentReplicas ?? 0} pods at revision ${currentRevision}...`,
    );
  },
};
