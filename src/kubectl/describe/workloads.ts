import { goDurationText } from '../../api/values/duration.ts';
import { deploymentRevision } from '../../client/objects/revisions.ts';
import type { AnyObject } from '../command.ts';
import { listAll, unlessForbidden } from '../objects/list-all.ts';
import { typeNamed } from '../objects/resource-types.ts';
import type { Describe, Subject } from './describer.ts';
import { type Description, longTime, writeAnnotations, writeController, writeLabels, writeMap } from './description.ts';
import { items, member, number, string, textMap } from './fields.ts';
import { podPhases } from './pod.ts';
import { describeTemplate } from './pod-template.ts';
import { selectorText } from './selector-text.ts';

/** Returns the objects of a type that a workload controls. */
async function owned({ client, environment, object }: Subject, type: string): Promise<AnyObject[]> {
  const all = await listAll(client, await typeNamed(environment, type), object.metadata.namespace);
  return all.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === object.metadata.uid),
  );
}

const template = (object: AnyObject): unknown => member(object, 'spec', 'template');

function describeConditions(description: Description, conditions: readonly unknown[]): void {
  if (conditions.length === 0) return;
  description.line(0, 'Conditions:');
  description.titles(1, 'Type\tStatus\tReason');
  for (const condition of conditions)
    description.line(
      1,
      `${string(condition, 'type')} \t${string(condition, 'status')}\t${string(condition, 'reason')}`,
    );
}

const replicaSetText = (sets: readonly AnyObject[]): string =>
  sets
    .map(
      (set) =>
        `${set.metadata.name} (${number(set, 'status', 'replicas')}/${number(set, 'spec', 'replicas')} replicas created)`,
    )
    .join(', ') || '<none>';

export const describeDeployment: Describe = async (subject) => {
  const { object, description } = subject;
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  description.field('CreationTimestamp', longTime(metadata.creationTimestamp));
  writeLabels(description, metadata);
  description.field('Selector', selectorText(member(object, 'spec', 'selector')));
  const status = member(object, 'status');
  description.field(
    'Replicas',
    `${number(object, 'spec', 'replicas')} desired | ${number(status, 'updatedReplicas')} updated | ${number(status, 'replicas')} total | ${number(status, 'availableReplicas')} available | ${number(status, 'unavailableReplicas')} unavailable`,
  );
  description.field('StrategyType', string(object, 'spec', 'strategy', 'type'));
  description.field('MinReadySeconds', number(object, 'spec', 'minReadySeconds'));
  const rolling = member(object, 'spec', 'strategy', 'rollingUpdate');
  if (rolling)
    description.field(
      'RollingUpdateStrategy',
      `${string(rolling, 'maxUnavailable')} max unavailable, ${string(rolling, 'maxSurge')} max surge`,
    );
  describeTemplate(description, template(object));
  describeConditions(description, items(status, 'conditions'));
  const dialect = subject.environment.dialect();
  const sets = ((await unlessForbidden(owned(subject, 'replicasets'))) ?? []).sort(
    (a, b) => deploymentRevision(a, dialect) - deploymentRevision(b, dialect),
  );
  const current = sets.at(-1);
  if (current) {
    const old = sets.slice(0, -1);
    description.field('OldReplicaSets', replicaSetText(old));
    description.field('NewReplicaSet', replicaSetText([current]));
  }
};

export const describeReplicaSet: Describe = async (subject) => {
  const { object, description } = subject;
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  description.field('Selector', selectorText(member(object, 'spec', 'selector')));
  writeLabels(description, metadata);
  writeController(description, object);
  description.field(
    'Replicas',
    `${number(object, 'status', 'replicas')} current / ${number(object, 'spec', 'replicas')} desired`,
  );
  description.field('Pods Status', podPhases(await owned(subject, 'pods')));
  describeTemplate(description, template(object));
  describeConditions(description, items(object, 'status', 'conditions'));
};

export const describeStatefulSet: Describe = async (subject) => {
  const { object, description } = subject;
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  description.field('CreationTimestamp', longTime(metadata.creationTimestamp));
  description.field('Selector', selectorText(member(object, 'spec', 'selector')));
  writeLabels(description, metadata);
  description.field(
    'Replicas',
    `${number(object, 'spec', 'replicas')} desired | ${number(object, 'status', 'replicas')} total`,
  );
  description.field('Update Strategy', string(object, 'spec', 'updateStrategy', 'type'));
  const partition = member(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  if (partition !== undefined) description.line(1, `Partition:\t${String(partition)}`);
  description.field('Pods Status', podPhases(await owned(subject, 'pods')));
  describeTemplate(description, template(object));
  describeClaims(description, items(object, 'spec', 'volumeClaimTemplates'));
};

function describeClaims(description: Description, claims: readonly unknown[]): void {
  if (claims.length === 0) {
    description.line(0, 'Volume Claims:\t<none>');
    return;
  }
  description.line(0, 'Volume Claims:');
  for (const claim of claims) {
    description.line(0, `  Name:\t${string(claim, 'metadata', 'name')}`);
    description.line(0, `  StorageClass:\t${string(claim, 'spec', 'storageClassName')}`);
    writeMap(description, '  Labels', textMap(claim, 'metadata', 'labels'));
    writeAnnotations(description, textMap(claim, 'metadata', 'annotations'), '  Annotations');
    description.line(0, `  Capacity:\t${string(claim, 'spec', 'resources', 'requests', 'storage') || '<default>'}`);
    description.line(
      0,
      `  Access Modes:\t[${(member(claim, 'spec', 'accessModes') as string[] | undefined)?.join(' ') ?? ''}]`,
    );
  }
}

export const describeDaemonSet: Describe = async (subject) => {
  const { object, description } = subject;
  const { metadata } = object;
  const status = member(object, 'status');
  description.field('Selector', selectorText(member(object, 'spec', 'selector')));
  description.field(
    'Node-Selector',
    Object.entries(textMap(template(object), 'spec', 'nodeSelector'))
      .map(([name, value]) => `${name}=${value}`)
      .join(',') || '<none>',
  );
  writeLabels(description, metadata);
  description.field('Desired Number of Nodes Scheduled', number(status, 'desiredNumberScheduled'));
  description.field('Current Number of Nodes Scheduled', number(status, 'currentNumberScheduled'));
  description.field('Number of Nodes Scheduled with Up-to-date Pods', number(status, 'updatedNumberScheduled'));
  description.field('Number of Nodes Scheduled with Available Pods', number(status, 'numberAvailable'));
  description.field('Number of Nodes Misscheduled', number(status, 'numberMisscheduled'));
  description.field('Pods Status', podPhases(await owned(subject, 'pods')));
  describeTemplate(description, template(object));
};

export const describeJob: Describe = ({ description, object }) => {
  const { metadata } = object;
  const spec = member(object, 'spec');
  const status = member(object, 'status');
  description.field('Namespace', metadata.namespace);
  if (member(spec, 'selector')) description.field('Selector', selectorText(member(spec, 'selector')));
  writeLabels(description, metadata);
  writeController(description, object);
  if (member(spec, 'parallelism') !== undefined) description.field('Parallelism', number(spec, 'parallelism'));
  description.field('Completions', member(spec, 'completions') ?? '<unset>');
  if (string(spec, 'completionMode')) description.field('Completion Mode', string(spec, 'completionMode'));
  if (member(spec, 'suspend') === true) description.field('Suspend', true);
  if (string(status, 'startTime')) description.field('Start Time', longTime(string(status, 'startTime')));
  if (string(status, 'completionTime')) {
    description.field('Completed At', longTime(string(status, 'completionTime')));
    description.field('Duration', jobDuration(string(status, 'startTime'), string(status, 'completionTime')));
  }
  if (member(spec, 'activeDeadlineSeconds') !== undefined)
    description.field('Active Deadline Seconds', `${number(spec, 'activeDeadlineSeconds')}s`);
  const ready = member(status, 'ready');
  const active = `${number(status, 'active')} Active${ready === undefined ? '' : ` (${String(ready)} Ready)`}`;
  description.field(
    'Pods Statuses',
    `${active} / ${number(status, 'succeeded')} Succeeded / ${number(status, 'failed')} Failed`,
  );
  describeTemplate(description, template(object));
};

function jobDuration(start: string, end: string): string {
  const milliseconds = Date.parse(end) - Date.parse(start);
  return milliseconds < 120_000 ? goDurationText(milliseconds) : goDurationText(milliseconds).replace(/m0s$/, 'm');
}

export const describeCronJob: Describe = ({ description, object }) => {
  const { metadata } = object;
  const spec = member(object, 'spec');
  const jobSpec = member(spec, 'jobTemplate', 'spec');
  description.field('Namespace', metadata.namespace);
  writeLabels(description, metadata);
  description.field('Schedule', string(spec, 'schedule'));
  description.field('Concurrency Policy', string(spec, 'concurrencyPolicy'));
  description.field('Suspend', member(spec, 'suspend') === true ? 'True' : 'False');
  description.field('Successful Job History Limit', member(spec, 'successfulJobsHistoryLimit') ?? '<unset>');
  description.field('Failed Job History Limit', member(spec, 'failedJobsHistoryLimit') ?? '<unset>');
  const deadline = member(spec, 'startingDeadlineSeconds');
  description.field('Starting Deadline Seconds', deadline === undefined ? '<unset>' : `${String(deadline)}s`);
  description.field('Selector', selectorText(member(jobSpec, 'selector')) || '<unset>');
  description.field('Parallelism', member(jobSpec, 'parallelism') ?? '<unset>');
  description.field('Completions', member(jobSpec, 'completions') ?? '<unset>');
  const active = member(jobSpec, 'activeDeadlineSeconds');
  if (active !== undefined) description.field('Active Deadline Seconds', `${String(active)}s`);
  describeTemplate(description, member(jobSpec, 'template'));
  description.field(
    'Last Schedule Time',
    string(object, 'status', 'lastScheduleTime') ? longTime(string(object, 'status', 'lastScheduleTime')) : '<unset>',
  );
  description.field(
    'Active Jobs',
    items(object, 'status', 'active')
      .map((job) => string(job, 'name'))
      .join(', ') || '<none>',
  );
};

export const describeAutoscaler: Describe = ({ description, object }) => {
  const { metadata } = object;
  const spec = member(object, 'spec');
  description.field('Namespace', metadata.namespace);
  writeLabels(description, metadata);
  description.field('CreationTimestamp', longTime(metadata.creationTimestamp));
  description.field('Reference', `${string(spec, 'scaleTargetRef', 'kind')}/${string(spec, 'scaleTargetRef', 'name')}`);
  description.field('Metrics', '( current / target )');
  for (const metric of items(spec, 'metrics')) {
    const name = string(metric, 'resource', 'name');
    const current = items(object, 'status', 'currentMetrics').find((each) => string(each, 'resource', 'name') === name);
    const average = member(metric, 'resource', 'target', 'averageValue');
    if (average !== undefined)
      description.line(
        1,
        `resource ${name} on pods:\t${string(current, 'resource', 'current', 'averageValue') || '<unknown>'} / ${String(average)}`,
      );
    else {
      const used = member(current, 'resource', 'current', 'averageUtilization');
      const text =
        used === undefined
          ? '<unknown>'
          : `${String(used)}% (${string(current, 'resource', 'current', 'averageValue')})`;
      description.line(
        1,
        `resource ${name} on pods  (as a percentage of request):\t${text} / ${string(metric, 'resource', 'target', 'averageUtilization')}%`,
      );
    }
  }
  description.field('Min replicas', member(spec, 'minReplicas') ?? '<unset>');
  description.field('Max replicas', number(spec, 'maxReplicas'));
  description.field(
    `${string(spec, 'scaleTargetRef', 'kind')} pods`,
    `${number(object, 'status', 'currentReplicas')} current / ${number(object, 'status', 'desiredReplicas')} desired`,
  );
  const conditions = items(object, 'status', 'conditions');
  if (conditions.length > 0) {
    description.line(0, 'Conditions:');
    description.titles(1, 'Type\tStatus\tReason\tMessage');
    for (const each of conditions)
      description.line(
        1,
        `${string(each, 'type')}\t${string(each, 'status')}\t${string(each, 'reason')}\t${string(each, 'message')}`,
      );
  }
};
