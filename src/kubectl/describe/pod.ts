import type { AnyObject } from '../command.ts';
import { describeContainers } from './containers.ts';
import type { Describe } from './describer.ts';
import {
  type Description,
  longTime,
  since,
  writeController,
  writeEntries,
  writeLabels,
  writeMap,
} from './description.ts';
import { items, member, number, string, textMap } from './fields.ts';
import { describeVolumes } from './volumes.ts';

export const describePod: Describe = ({ description, object, now }) => {
  const { metadata } = object;
  const spec = member(object, 'spec');
  const status = member(object, 'status');
  description.field('Namespace', metadata.namespace);
  if (member(spec, 'priority') !== undefined) description.field('Priority', number(spec, 'priority'));
  if (string(spec, 'priorityClassName')) description.field('Priority Class Name', string(spec, 'priorityClassName'));
  if (string(spec, 'runtimeClassName')) description.field('Runtime Class Name', string(spec, 'runtimeClassName'));
  if (string(spec, 'serviceAccountName')) description.field('Service Account', string(spec, 'serviceAccountName'));
  const node = string(spec, 'nodeName');
  description.field('Node', node ? `${node}/${string(status, 'hostIP')}` : '<none>');
  if (string(status, 'startTime')) description.field('Start Time', longTime(string(status, 'startTime')));
  writeLabels(description, metadata);
  if (metadata.deletionTimestamp) {
    description.field('Status', `Terminating (lasts ${since(metadata.deletionTimestamp, now)})`);
    description.field('Termination Grace Period', `${metadata.deletionGracePeriodSeconds}s`);
  } else description.field('Status', string(status, 'phase'));
  if (string(status, 'reason')) description.field('Reason', string(status, 'reason'));
  if (string(status, 'message')) description.field('Message', string(status, 'message'));
  if (string(spec, 'securityContext', 'seccompProfile', 'type'))
    description.field('SeccompProfile', string(spec, 'securityContext', 'seccompProfile', 'type'));
  description.field('IP', string(status, 'podIP'));
  describeAddresses(description, object);
  writeController(description, object);
  if (string(status, 'nominatedNodeName')) description.field('NominatedNodeName', string(status, 'nominatedNodeName'));
  if (items(spec, 'initContainers').length > 0)
    describeContainers(
      description,
      'Init Containers',
      items(spec, 'initContainers'),
      items(status, 'initContainerStatuses'),
      '',
    );
  describeContainers(description, 'Containers', items(spec, 'containers'), items(status, 'containerStatuses'), '');
  if (items(spec, 'ephemeralContainers').length > 0)
    describeContainers(
      description,
      'Ephemeral Containers',
      items(spec, 'ephemeralContainers'),
      items(status, 'ephemeralContainerStatuses'),
      '',
    );
  describeGates(description, spec, status);
  describeConditions(description, status);
  describeVolumes(description, items(spec, 'volumes'), '');
  description.field('QoS Class', string(status, 'qosClass'));
  writeMap(description, 'Node-Selectors', textMap(spec, 'nodeSelector'));
  writeEntries(description, 'Tolerations', items(spec, 'tolerations').map(tolerationText).sort());
  const constraints = items(spec, 'topologySpreadConstraints').map(
    (each) =>
      `${string(each, 'topologyKey')}:${string(each, 'whenUnsatisfiable')} when max skew ${string(each, 'maxSkew')} is exceeded`,
  );
  if (constraints.length > 0) writeEntries(description, 'Topology Spread Constraints', constraints);
};

function describeAddresses(description: Description, object: AnyObject): void {
  const addresses = items(object, 'status', 'podIPs');
  if (addresses.length === 0) {
    description.field('IPs', '<none>');
    return;
  }
  description.line(0, 'IPs:');
  for (const address of addresses) description.field('IP', string(address, 'ip'), 1);
}

function describeGates(description: Description, spec: unknown, status: unknown): void {
  const gates = items(spec, 'readinessGates');
  if (gates.length === 0) return;
  description.line(0, 'Readiness Gates:');
  description.line(0, '  Type\tStatus');
  for (const gate of gates) {
    const type = string(gate, 'conditionType');
    const condition = items(status, 'conditions').find((each) => string(each, 'type') === type);
    description.line(0, `  ${type} \t${string(condition, 'status') || '<none>'} `);
  }
}

function describeConditions(description: Description, status: unknown): void {
  const conditions = items(status, 'conditions');
  if (conditions.length === 0) return;
  description.line(0, 'Conditions:');
  description.line(0, '  Type\tStatus');
  for (const condition of conditions)
    description.line(0, `  ${string(condition, 'type')} \t${string(condition, 'status')} `);
}

/** Returns a toleration as `node.kubernetes.io/not-ready:NoExecute op=Exists for 300s`. */
function tolerationText(toleration: unknown): string {
  const value = string(toleration, 'value');
  const effect = string(toleration, 'effect');
  const operator = string(toleration, 'operator');
  const seconds = member(toleration, 'tolerationSeconds');
  const isExists = operator === 'Exists';
  const suffix = `${isExists && value === '' ? (string(toleration, 'key') || effect ? ' op=Exists' : 'op=Exists') : ''}${seconds === undefined ? '' : ` for ${String(seconds)}s`}`;
  return `${string(toleration, 'key')}${value ? `=${value}` : ''}${effect ? `:${effect}` : ''}${suffix}`;
}

export const podPhases = (pods: readonly AnyObject[]): string => {
  const count = (...phases: readonly string[]): number =>
    pods.filter((pod) => phases.includes(string(pod, 'status', 'phase'))).length;
  return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
};
