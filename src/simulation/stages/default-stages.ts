import { POD_ANNOTATIONS, SIMULATION_GROUP, SIMULATION_VERSION } from '../names.ts';
import type { Stage } from './stage.ts';

const stage = (name: string, spec: Stage['spec']): Stage => ({
  apiVersion: `${SIMULATION_GROUP}/${SIMULATION_VERSION}`,
  kind: 'Stage',
  metadata: { name },
  spec,
});

/** The stages of a new cluster, in which pods behave according to their images and annotations. */
export const DEFAULT_STAGES: readonly Stage[] = [
  stage('pod-admit', { resource: 'pods', selector: { states: ['Bound'] }, next: { action: 'Admit' } }),
  stage('pod-start-init-container', {
    resource: 'pods',
    selector: { states: ['Initializing'] },
    delay: { from: 'Pull' },
    next: { action: 'StartInitContainer' },
  }),
  stage('pod-finish-init-container', {
    resource: 'pods',
    selector: { states: ['RunningInit'] },
    delay: { from: 'Runtime' },
    next: { action: 'FinishInitContainer' },
  }),
  stage('pod-start', {
    resource: 'pods',
    selector: { states: ['Creating'] },
    delay: { from: 'Pull', jitterMilliseconds: 500, fromAnnotation: POD_ANNOTATIONS.startDelay },
    next: { action: 'StartContainers' },
  }),
  stage('pod-start-ephemeral', {
    resource: 'pods',
    selector: { states: ['StartingEphemeral'] },
    delay: { from: 'Pull', jitterMilliseconds: 500 },
    next: { action: 'StartEphemeralContainers' },
  }),
  stage('pod-retry-pull', {
    resource: 'pods',
    selector: { states: ['PullFailed'] },
    delay: { milliseconds: 10_000, jitterMilliseconds: 1000 },
    next: { action: 'RetryPull' },
  }),
  stage('pod-ready', {
    resource: 'pods',
    selector: { states: ['Starting'] },
    delay: { from: 'Readiness' },
    next: { action: 'MakeReady' },
  }),
  stage('pod-exit', {
    resource: 'pods',
    selector: { states: ['Ending'] },
    delay: { from: 'Runtime' },
    next: { action: 'ExitContainers' },
  }),
  stage('pod-restart', {
    resource: 'pods',
    selector: { states: ['BackingOff'] },
    delay: { from: 'Backoff' },
    next: { action: 'RestartContainers' },
  }),
  stage('pod-terminate', {
    resource: 'pods',
    selector: { states: ['Terminating'] },
    delay: { from: 'Termination' },
    next: { delete: true },
  }),
  stage('node-lease', {
    resource: 'nodes',
    selector: {},
    delay: { milliseconds: 10_000, jitterMilliseconds: 400 },
    next: {},
  }),
];
