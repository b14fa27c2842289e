import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodAction } from '../stages/stage.ts';
import { exceedDeadline } from './exceed-deadline.ts';
import { exitContainers } from './exit-containers.ts';
import { finishInitContainer, startInitContainer } from './init-containers.ts';
import { makeReady, makeUnready } from './probes/readiness.ts';
import { restartChanged } from './restart-changed.ts';
import { retryPull } from './retry-pull.ts';
import { admit, restartContainers, startContainers } from './start-containers.ts';
import { startEphemeralContainers } from './start-ephemeral-containers.ts';
import type { KubeletFacts, Transition } from './transition.ts';

/** The effects of stages' actions on a pod. */
export const POD_ACTIONS: Readonly<Record<PodAction, (pod: Pod, facts: KubeletFacts) => Transition>> = {
  Admit: admit,
  StartInitContainer: startInitContainer,
  FinishInitContainer: finishInitContainer,
  StartContainers: startContainers,
  StartEphemeralContainers: startEphemeralContainers,
  RetryPull: retryPull,
  MakeReady: makeReady,
  MakeUnready: makeUnready,
  ExitContainers: exitContainers,
  RestartContainers: restartContainers,
  RestartChanged: restartChanged,
  ExceedDeadline: exceedDeadline,
};
