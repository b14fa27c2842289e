import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Container, EnvVar, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { controllerReference } from '../../workloads/pods/controller-reference.ts';
import { podFromTemplate } from '../../workloads/pods/pod-from-template.ts';
import type { JobNames } from './job-names.ts';
import { failuresAfter, isLimitedPerIndex } from './job-pods.ts';

export const JOB_KIND = { apiVersion: 'batch/v1', kind: 'Job' };

const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';
const LONGEST_NAME = 63;
const SUFFIX = 5;

/** Returns a pod for a Job without indexes. */
export function podOf(job: Job, names: JobNames): Omit<Pod, 'status'> {
  const template = job.spec?.template ?? {};
  const pod = podFromTemplate(template, job.metadata.name ?? '', controllerReference(job, JOB_KIND));
  const { trackingFinalizer } = names;
  const finalizers = pod.metadata.finalizers ?? [];
  if (finalizers.includes(trackingFinalizer)) return pod;
  return { ...pod, metadata: { ...pod.metadata, finalizers: [...finalizers, trackingFinalizer] } };
}

/** Returns the pod for an index; `replaced` is its failed predecessor. */
export function podOfIndex(job: Job, index: number, replaced: Pod | undefined, names: JobNames): Omit<Pod, 'status'> {
  const { metadata, spec, ...pod } = podOf(job, names);
  const { name = '' } = job.metadata;
  const label = { [names.completionIndex]: String(index) };
  return {
    ...pod,
    metadata: {
      ...metadata,
      generateName: generateName(name, index),
      labels: { ...metadata.labels, ...label },
      annotations: { ...metadata.annotations, ...label, ...failureCounts(job, replaced, names) },
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      ...(spec?.initContainers ? { initContainers: withIndexVariable(spec.initContainers, names) } : {}),
      containers: withIndexVariable(spec?.containers ?? [], names),
    },
  };
}

/** Returns the prefix of a pod's name, shortened so that the index fits. */
function generateName(name: string, index: number): string {
  const suffix = `-${index}-`;
  return name.slice(0, LONGEST_NAME - SUFFIX - suffix.length) + suffix;
}

function failureCounts(job: Job, replaced: Pod | undefined, names: JobNames): Record<string, string> {
  if (!isLimitedPerIndex(job)) return {};
  const { counted, ignored } = failuresAfter(replaced, job, names);
  return {
    [names.indexFailureCount]: String(counted),
    ...(ignored > 0 ? { [names.indexIgnoredFailureCount]: String(ignored) } : {}),
  };
}

/** Adds the variable with the index to containers that do not set it. */
const withIndexVariable = (containers: readonly Container[], { completionIndex }: JobNames): Container[] =>
  containers.map((container) => {
    const env = container.env ?? [];
    if (env.some(({ name }) => name === INDEX_VARIABLE)) return container;
    const variable: EnvVar = {
      name: INDEX_VARIABLE,
      valueFrom: { fieldRef: { fieldPath: `metadata.labels['${completionIndex}']` } },
    };
    return { ...container, env: [...env, variable] };
  });
