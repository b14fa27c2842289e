import { base64Length } from '../../api/encoding/base64.ts';
import {
  DEFAULT_CLASS_ANNOTATION,
  SERVICE_ACCOUNT_TOKEN_TYPE,
  SERVICE_ACCOUNT_UID_ANNOTATION,
} from '../../api/kubernetes-names.ts';
import { accessModesText } from '../../api/values/access-modes.ts';
import type { AnyObject } from '../command.ts';
import { listAll, unlessForbidden } from '../objects/list-all.ts';
import { typeNamed } from '../objects/resource-types.ts';
import { bracketed, compactRules, type Rule, ruleLine } from '../objects/rules.ts';
import type { Describe } from './describer.ts';
import { type Description, longTime, writeAnnotations, writeEntries, writeLabels } from './description.ts';
import { type Fields, inner, items, member, number, string, textMap, texts } from './fields.ts';
import { selectorText } from './selector-text.ts';

export const describeConfigMap: Describe = ({ description, object }) => {
  description.field('Namespace', object.metadata.namespace);
  writeLabels(description, object.metadata);
  description.line(0, '\nData\n====');
  for (const name of Object.keys(inner(object, 'data')).sort())
    description.line(0, `${name}:\n----\n${string(object, 'data', name)}`);
  description.line(0, '\nBinaryData\n====');
  for (const name of Object.keys(inner(object, 'binaryData')).sort())
    description.line(0, `${name}: ${base64Length(string(object, 'binaryData', name))} bytes`);
  description.line(0, '');
};

export const describeSecret: Describe = ({ description, object }) => {
  description.field('Namespace', object.metadata.namespace);
  writeLabels(description, object.metadata);
  description.line(0, `\nType:\t${string(object, 'type')}`);
  description.line(0, '\nData\n====');
  for (const name of Object.keys(inner(object, 'data')).sort())
    description.line(0, `${name}:\t${base64Length(string(object, 'data', name))} bytes`);
};

export const describeServiceAccount: Describe = async ({ description, object, client, environment }) => {
  description.field('Namespace', object.metadata.namespace);
  writeLabels(description, object.metadata);
  const dialect = environment.dialect();
  const secrets =
    (await unlessForbidden(listAll(client, await typeNamed(environment, 'secrets'), object.metadata.namespace))) ?? [];
  const tokens = secrets.filter(
    (secret) =>
      secret.type === dialect.rename(SERVICE_ACCOUNT_TOKEN_TYPE) &&
      secret.metadata.annotations?.[dialect.rename(SERVICE_ACCOUNT_UID_ANNOTATION)] === object.metadata.uid,
  );
  const names = (list: readonly Fields[]): string[] => list.map((each) => string(each, 'name'));
  writeEntries(description, 'Image pull secrets', names(items(object, 'imagePullSecrets')));
  writeEntries(description, 'Mountable secrets', names(items(object, 'secrets')));
  writeEntries(
    description,
    'Tokens',
    tokens.map(({ metadata }) => metadata.name ?? ''),
  );
};

export const describeRole: Describe = ({ description, object }) => {
  writeLabels(description, object.metadata);
  description.line(0, 'PolicyRule:');
  description.titles(1, 'Resources\tNon-Resource URLs\tResource Names\tVerbs');
  const rules = items(object, 'rules') as unknown as readonly Rule[];
  for (const rule of compactRules(rules)) description.line(1, ruleLine(rule));
};

export const describeBinding: Describe = ({ description, object }) => {
  writeLabels(description, object.metadata);
  description.line(0, 'Role:');
  description.line(1, `Kind:\t${string(object, 'roleRef', 'kind')}`);
  description.line(1, `Name:\t${string(object, 'roleRef', 'name')}`);
  description.line(0, 'Subjects:');
  description.titles(1, 'Kind\tName\tNamespace');
  for (const subject of items(object, 'subjects'))
    description.line(1, `${string(subject, 'kind')}\t${string(subject, 'name')}\t${string(subject, 'namespace')}`);
};

export const describeNamespace: Describe = async ({ description, object, client, environment }) => {
  writeLabels(description, object.metadata);
  description.field('Status', string(object, 'status', 'phase'));
  const conditions = items(object, 'status', 'conditions');
  if (conditions.length > 0) {
    description.line(0, 'Conditions:');
    description.titles(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
    for (const each of conditions)
      description.line(
        1,
        `${string(each, 'type')}\t${string(each, 'status')}\t${longTime(string(each, 'lastTransitionTime'))}\t${string(each, 'reason')}\t${string(each, 'message')}`,
      );
  }
  const listed = async (type: string) =>
    unlessForbidden(listAll(client, await typeNamed(environment, type), object.metadata.name));
  const quotas = await listed('resourcequotas');
  if (!quotas) description.line(0, '\nResource Quotas: not authorized');
  else if (quotas.length === 0) description.line(0, '\nNo resource quota.');
  else {
    description.line(0, '\nResource Quotas');
    for (const quota of quotas) {
      description.line(1, `Name:\t${quota.metadata.name}`);
      writeQuota(description, quota, 1);
    }
  }
  const ranges = await listed('limitranges');
  if (!ranges) description.line(0, '\nResource Limits: not authorized');
  else if (ranges.length === 0) description.line(0, '\nNo LimitRange resource.');
  else {
    description.line(0, '\nResource Limits');
    description.line(0, ' Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio');
    description.line(0, ' ----\t--------\t---\t---\t---------------\t-------------\t-----------------------');
    for (const range of ranges) writeLimits(description, range, ' ');
  }
};

function writeQuota(description: Description, quota: AnyObject, level: number): void {
  const hard = textMap(quota, 'status', 'hard');
  description.line(level, 'Resource\tUsed\tHard');
  description.line(level, `--------\t${level > 0 ? '---' : '----'}\t${level > 0 ? '---' : '----'}`);
  for (const name of Object.keys(hard).sort())
    description.line(level, `${name}\t${string(quota, 'status', 'used', name)}\t${hard[name]}`);
}

export const describeQuota: Describe = ({ description, object }) => {
  description.field('Namespace', object.metadata.namespace);
  const scopes = texts(object, 'spec', 'scopes');
  if (scopes.length > 0) description.field('Scopes', [...scopes].sort().join(', '));
  writeQuota(description, object, 0);
};

function writeLimits(description: Description, range: AnyObject, space: string): void {
  for (const limit of items(range, 'spec', 'limits')) {
    const columns = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'];
    const names = [...new Set(columns.flatMap((column) => Object.keys(inner(limit, column))))].sort();
    for (const name of names)
      description.line(
        0,
        `${space}${string(limit, 'type')}\t${name}\t${columns.map((column) => string(limit, column, name) || '-').join('\t')}`,
      );
  }
}

export const describeLimitRange: Describe = ({ description, object }) => {
  description.field('Namespace', object.metadata.namespace);
  description.titles(0, 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio');
  writeLimits(description, object, '');
};

export const describePriorityClass: Describe = ({ description, object }) => {
  description.field('Value', number(object, 'value'));
  description.field('GlobalDefault', member(object, 'globalDefault') === true);
  description.field('PreemptionPolicy', string(object, 'preemptionPolicy'));
  description.field('Description', string(object, 'description'));
  writeAnnotations(description, object.metadata.annotations);
};

export const describeDisruptionBudget: Describe = ({ description, object }) => {
  description.field('Namespace', object.metadata.namespace);
  const minimum = member(object, 'spec', 'minAvailable');
  if (minimum !== undefined) description.field('Min available', minimum);
  else if (member(object, 'spec', 'maxUnavailable') !== undefined)
    description.field('Max unavailable', member(object, 'spec', 'maxUnavailable'));
  description.field('Selector', selectorText(member(object, 'spec', 'selector')) || '<unset>');
  description.line(0, 'Status:');
  const status = member(object, 'status');
  description.line(2, `Allowed disruptions:\t${number(status, 'disruptionsAllowed')}`);
  description.line(2, `Current:\t${number(status, 'currentHealthy')}`);
  description.line(2, `Desired:\t${number(status, 'desiredHealthy')}`);
  description.line(2, `Total:\t${number(status, 'expectedPods')}`);
};

export const describeStorageClass: Describe = ({ description, object, environment }) => {
  const annotations = object.metadata.annotations ?? {};
  description.field(
    'IsDefaultClass',
    annotations[environment.dialect().rename(DEFAULT_CLASS_ANNOTATION)] === 'true' ? 'Yes' : 'No',
  );
  description.field(
    'Annotations',
    Object.keys(annotations)
      .sort()
      .map((name) => `${name}=${annotations[name]}`)
      .join(',') || '<none>',
  );
  description.field('Provisioner', string(object, 'provisioner'));
  const parameters = textMap(object, 'parameters');
  description.field(
    'Parameters',
    Object.keys(parameters)
      .sort()
      .map((name) => `${name}=${parameters[name]}`)
      .join(',') || '<none>',
  );
  description.field(
    'AllowVolumeExpansion',
    member(object, 'allowVolumeExpansion') === undefined
      ? '<unset>'
      : member(object, 'allowVolumeExpansion')
        ? 'True'
        : 'False',
  );
  writeEntries(description, 'MountOptions', texts(object, 'mountOptions'));
  description.field('ReclaimPolicy', string(object, 'reclaimPolicy'));
  description.field('VolumeBindingMode', string(object, 'volumeBindingMode'));
};

export const describeClaim: Describe = async ({ description, object, client, environment }) => {
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  description.field('StorageClass', string(object, 'spec', 'storageClassName'));
  const phase = string(object, 'status', 'phase');
  description.field('Status', metadata.deletionTimestamp ? 'Terminating' : phase);
  const volume = string(object, 'spec', 'volumeName');
  description.field('Volume', volume);
  writeLabels(description, metadata);
  description.field('Finalizers', bracketed(metadata.finalizers));
  description.field('Capacity', volume ? string(object, 'status', 'capacity', 'storage') : '');
  description.field('Access Modes', volume ? accessModesText(texts(object, 'status', 'accessModes')) : '');
  description.field('VolumeMode', string(object, 'spec', 'volumeMode'));
  const pods = await unlessForbidden(listAll(client, await typeNamed(environment, 'pods'), metadata.namespace));
  const isUser = (pod: AnyObject): boolean =>
    items(pod, 'spec', 'volumes').some((each) => string(each, 'persistentVolumeClaim', 'claimName') === metadata.name);
  const users = pods?.filter(isUser).map((pod) => pod.metadata.name ?? '');
  writeEntries(description, 'Used By', users ?? ['not authorized']);
};
