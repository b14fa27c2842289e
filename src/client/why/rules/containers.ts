import type { Cause } from '../../../api/debug/why.ts';
import type { Container, ContainerStatus, Event, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { cause, conditionEvidence, eventEvidence, objectEvidence } from '../cause.ts';
import { type Rule, rule, type View } from '../view.ts';
import { clause, countText } from '../words.ts';

/** A container with its state. */
interface Known {
  readonly pod: Pod;
  readonly container: Container;
  readonly status: ContainerStatus;
  /** `container web` or `init container setup`. */
  readonly called: string;
  /** Events about the pod, the newest last. */
  readonly events: readonly Event[];
}

type ContainerRule = (known: Known) => Cause | undefined;

const state = ({ pod, container }: Known, text: string) => objectEvidence(pod, `${container.name}: ${text}`);

/** Returns the newest Event about a container. */
const eventAbout = ({ events, container }: Known, pattern: RegExp): Event | undefined =>
  events.findLast(
    ({ message, involvedObject: { fieldPath = '' } }) =>
      pattern.test(message ?? '') && (fieldPath === '' || fieldPath.endsWith(`{${container.name}}`)),
  );

const PULL = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'RegistryUnavailable',
  'ErrImageNeverPull',
  'InvalidImageName',
]);

const image: ContainerRule = (known) => {
  const { container, status, called, pod } = known;
  const { reason = '', message = '' } = status.state?.waiting ?? {};
  if (!PULL.has(reason)) return undefined;
  const evidence = [state(known, reason), eventEvidence(pod, eventAbout(known, /Failed to pull image/))];
  if (reason === 'ErrImageNeverPull')
    return cause(
      'image-never-pulled',
      `its node does not have image ${container.image}, and ${called} never pulls it`,
      {
        evidence,
      },
    );
  const problem = eventAbout(known, /Failed to pull image/)?.message ?? message;
  const isAbsent = /not found|does not exist|denied/i.test(problem);
  return cause(
    'image',
    `image ${container.image} of ${called} cannot be pulled${isAbsent ? ': it was not found' : ''}`,
    {
      evidence,
    },
  );
};

const configuration: ContainerRule = (known) => {
  const { status, called, pod } = known;
  const { reason, message = '' } = status.state?.waiting ?? {};
  if (reason !== 'CreateContainerConfigError' && reason !== 'CreateContainerError') return undefined;
  const missing = /^(configmap|secret) "(.+?)" not found/.exec(message);
  const key = /^couldn't find key (\S+) in (ConfigMap|Secret) (\S+)/.exec(message);
  const text = missing
    ? `${missing[1] === 'secret' ? 'secret' : 'config map'} ${missing[2]}, which ${called} needs, does not exist`
    : key
      ? `${key[2] === 'Secret' ? 'secret' : 'config map'} ${key[3]?.split('/').at(-1)} has no key ${key[1]}, which ${called} needs`
      : `${called} cannot be created: ${message}`;
  return cause(key ? 'key-missing' : 'config-missing', text, {
    evidence: [state(known, `${reason}: ${message}`), objectEvidence(pod, 'spec')],
  });
};

/** Returns how the last run of a container ended. */
const lastEnd = ({ state: now, lastState }: ContainerStatus) => now?.terminated ?? lastState?.terminated;

const restarts = ({ restartCount }: ContainerStatus): string =>
  restartCount > 0
    ? `, and was restarted ${countText(restartCount, 'time').replace('one time', 'once').replace('two times', 'twice')}`
    : '';

const outOfMemory: ContainerRule = (known) => {
  const { container, status, called } = known;
  const ended = lastEnd(status);
  if (ended?.reason !== 'OOMKilled' || isRunningWell(status)) return undefined;
  const limit = container.resources?.limits?.memory;
  return cause(
    'out-of-memory',
    `${called} was killed because it used more memory than ${limit ? `its limit of ${limit}` : 'its node has'}${restarts(status)}`,
    { evidence: [state(known, `OOMKilled, exit code ${ended.exitCode}`)] },
  );
};

const killedByProbe =
  (name: 'liveness' | 'startup'): ContainerRule =>
  (known) => {
    const { pod, status, called } = known;
    if (!known.container[`${name}Probe`] && name === 'liveness' && status.restartCount === 0) return undefined;
    if (status.ready && status.started !== false) return undefined;
    const failed = eventAbout(known, new RegExp(`^${name} probe failed`, 'i'));
    const killed = eventAbout(known, new RegExp(`failed ${name} probe`, 'i'));
    if (!killed) return undefined;
    return cause(`${name}-probe`, `the ${name} probe of ${called} fails, so it is killed${restarts(status)}`, {
      evidence: [eventEvidence(pod, failed), eventEvidence(pod, killed)],
    });
  };

const isRunningWell = ({ state: now, ready }: ContainerStatus): boolean => Boolean(now?.running && ready);

const crash: ContainerRule = (known) => {
  const { pod, status, called } = known;
  const ended = lastEnd(status);
  const isBackingOff = status.state?.waiting?.reason === 'CrashLoopBackOff';
  if (!ended || isRunningWell(status)) return undefined;
  if (ended.exitCode === 0 && !isBackingOff) return undefined;
  const hasFailed = pod.status?.phase === 'Failed';
  const how = ended.signal
    ? `was ended by signal ${ended.signal}`
    : `${hasFailed ? 'exited' : 'exits'} with code ${ended.exitCode}`;
  const message = ended.message ? `: ${clause(ended.message)}` : '';
  return cause(
    isBackingOff ? 'crash-loop' : 'crash',
    `${called} ${how}${message}${restarts(status)}${isBackingOff ? ', with increasing back-off delays' : hasFailed ? ', and is not restarted' : ''}`,
    {
      evidence: [
        state(known, `${ended.reason ?? 'Error'}, exit code ${ended.exitCode}`),
        eventEvidence(pod, eventAbout(known, /Back-off restarting/)),
      ],
    },
  );
};

const startup: ContainerRule = (known) => {
  const { pod, container, status, called } = known;
  if (!container.startupProbe || !status.state?.running || status.started) return undefined;
  const failed = eventAbout(known, /^startup probe failed/i);
  return cause('startup-probe', `the startup probe of ${called} has not succeeded`, {
    evidence: [eventEvidence(pod, failed), state(known, 'started: false')],
  });
};

const readiness: ContainerRule = (known) => {
  const { pod, container, status, called } = known;
  if (!status.state?.running || status.ready || status.started === false) return undefined;
  const failed = eventAbout(known, /^readiness probe failed/i);
  if (!failed && !container.readinessProbe) return undefined;
  const why = failed?.message ? clause(failed.message.replace(/^readiness probe failed:?\s*/i, '')) : '';
  return cause('readiness-probe', `the readiness probe of ${called} fails${why ? `: ${why}` : ''}`, {
    evidence: [eventEvidence(pod, failed), state(known, 'ready: false')],
  });
};

/** The rules of a container, the most specific first. */
const CONTAINER_RULES: readonly ContainerRule[] = [
  image,
  configuration,
  outOfMemory,
  killedByProbe('liveness'),
  killedByProbe('startup'),
  crash,
  startup,
  readiness,
];

/** Explains containers that do not run or are not ready. */
export const containers: Rule = rule<Pod>(async (pod, view) => {
  if (pod.metadata.deletionTimestamp || pod.status?.phase === 'Succeeded' || pod.status?.reason) return undefined;
  const known = await knownContainers(pod, view);
  return known.flatMap((each) => CONTAINER_RULES.map((find) => find(each)).find(Boolean) ?? []);
});

async function knownContainers(pod: Pod, view: View): Promise<readonly Known[]> {
  const { spec, status } = pod;
  const events = await view.eventsOf(pod);
  const known = (all: readonly Container[], statuses: readonly ContainerStatus[], called: string): Known[] =>
    all.flatMap((container) => {
      const own = statuses.find(({ name }) => name === container.name);
      return own ? [{ pod, container, status: own, called: `${called} ${container.name}`, events }] : [];
    });
  const isInitialized = conditionOf(status?.conditions, 'Initialized')?.status === 'True';
  return [
    ...(isInitialized ? [] : known(spec?.initContainers ?? [], status?.initContainerStatuses ?? [], 'init container')),
    ...known(spec?.containers ?? [], status?.containerStatuses ?? [], 'container'),
  ];
}

/**
 * Explains why containers were restarted, also those that run again.
 * @param name a container; empty for all
 */
export const containerRestarts = (name: string): Rule =>
  rule<Pod>(async (pod, view) => {
    const known = await knownContainers(pod, view);
    return known
      .filter(({ container, status }) => status.restartCount > 0 && (!name || container.name === name))
      .map((each) => CONTAINER_RULES.map((find) => find(each)).find(Boolean) ?? lastRun(each));
  });

/** Returns how the last run of a container ended that is ready again. */
function lastRun(known: Known): Cause {
  const { pod, status, called } = known;
  const { exitCode = 0, reason = 'Error', finishedAt } = lastEnd(status) ?? {};
  const killed = eventAbout(known, /failed (liveness|startup) probe/i);
  const text = killed
    ? `the ${/liveness/i.test(killed.message ?? '') ? 'liveness' : 'startup'} probe of ${called} failed, so it was killed`
    : reason === 'OOMKilled'
      ? `${called} used more memory than its limit`
      : `${called} exited with code ${exitCode}`;
  const ended = state(known, `${reason}, exit code ${exitCode}`);
  return cause('restarted', text, {
    evidence: [finishedAt ? { ...ended, time: finishedAt } : ended, eventEvidence(pod, killed)],
  });
}

/** Explains a pod that is not ready although its containers are. */
export const readinessGates: Rule = rule<Pod>((pod) => {
  const { spec, status } = pod;
  if (conditionOf(status?.conditions, 'ContainersReady')?.status !== 'True') return undefined;
  const open = (spec?.readinessGates ?? []).find(
    ({ conditionType }) => conditionOf(status?.conditions, conditionType)?.status !== 'True',
  );
  return (
    open &&
    cause('readiness-gate', `its readiness gate ${open.conditionType} is not true`, {
      evidence: [conditionEvidence(pod, conditionOf(status?.conditions, 'Ready'))],
    })
  );
});
