import { parse, stringify } from 'yaml';
import type { TriedRequest } from '../../../api/debug/admission-trial.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { errorText } from '../../../api/error-text.ts';
import { HANDLER_KEY, LOCAL_SERVICE_ANNOTATION } from '../../../api/local-service.ts';
import { type ApiObject, apiVersionOf, isRecord, parseApiVersion } from '../../../api/object.ts';
import { type Discovery, findResource } from '../../../client/discovery.ts';
import { resourcePath } from '../../../client/resource-path.ts';
import { collectionOf } from '../../commands/write-objects.ts';
import type { LabPolicy, LabRequest, LabState, LabWebhook } from '../../state/stores/lab-store.ts';
import { readTargets } from '../yaml/write-documents.ts';

/** Where the lab's objects apply. */
export interface LabPlace {
  readonly discovery: Discovery;
  readonly namespace: string;
  /** Label that selects the namespace. */
  readonly namespaceLabel: string;
}

/** A draft that cannot be used; the message is for the user. */
export class LabProblem extends Error {}

/** Returns the objects that enable the draft, in creation order. @throws LabProblem */
export const labObjects = (lab: LabState, place: LabPlace): ApiObject[] =>
  lab.mode === 'webhook' ? webhookObjects(lab.webhook, place) : policyObjects(lab.policy, place);

/** Returns the full name of a lab webhook. */
export const webhookName = (name: string): string => `${name}.lab.tabplane.dev`;

const KINDS = {
  mutating: 'mutatingwebhookconfigurations',
  validating: 'validatingwebhookconfigurations',
} as const;

function webhookObjects(webhook: LabWebhook, place: LabPlace): ApiObject[] {
  const { namespace, discovery } = place;
  const { name, code, phase, resource, timeoutSeconds, failurePolicy } = webhook;
  if (!/^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name))
    throw new LabProblem(
      'The name must start with a letter, end with a letter or digit, and contain only lowercase letters, digits and dashes.',
    );
  const target = findResource(discovery, resource);
  if (!target) throw new LabProblem(`The server has no ${resource}.`);
  const rule = {
    apiGroups: [target.group],
    apiVersions: ['*'],
    operations: ['CREATE', 'UPDATE'],
    resources: [resource],
  };
  const called = {
    name: webhookName(name),
    clientConfig: { service: { namespace, name } },
    rules: [rule],
    namespaceSelector: selectorOf(place),
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    timeoutSeconds,
    failurePolicy,
  };
  return [
    objectOf(discovery, 'configmaps', { namespace, name: `${name}-code` }, { data: { [HANDLER_KEY]: code } }),
    objectOf(
      discovery,
      'services',
      { namespace, name, annotations: { [LOCAL_SERVICE_ANNOTATION]: `${name}-code` } },
      { spec: { ports: [{ port: 443 }] } },
    ),
    objectOf(discovery, KINDS[phase], { name: `${name}-${namespace}` }, { webhooks: [called] }),
  ];
}

function policyObjects({ text, action }: LabPolicy, place: LabPlace): ApiObject[] {
  const policy = parsedObject(text, 'The policy');
  const served = findResource(place.discovery, 'validatingadmissionpolicies');
  if (!served) throw new LabProblem('The server does not serve validatingadmissionpolicies.');
  if (policy.kind !== served.kind || parseApiVersion(String(policy.apiVersion)).group !== served.group)
    throw new LabProblem(`The policy must be a ${served.kind} of ${served.group}.`);
  const { name } = policy.metadata;
  if (!name) throw new LabProblem('The policy needs a name.');
  const spec = {
    policyName: name,
    validationActions: [action],
    matchResources: { namespaceSelector: selectorOf(place) },
  };
  const binding = { name: `${name}-${place.namespace}` };
  return [policy, objectOf(place.discovery, 'validatingadmissionpolicybindings', binding, { spec })];
}

const selectorOf = ({ namespace, namespaceLabel }: LabPlace) => ({ matchLabels: { [namespaceLabel]: namespace } });

function objectOf(discovery: Discovery, resource: string, metadata: ApiObject['metadata'], content: object): ApiObject {
  const found = findResource(discovery, resource);
  if (!found) throw new LabProblem(`The server does not serve ${resource}.`);
  return { apiVersion: apiVersionOf(found.group, found.version), kind: found.kind, metadata, ...content };
}

function parsedObject(text: string, what: string): ApiObject {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new LabProblem(`${what} is not valid YAML: ${errorText(error)}`);
  }
  if (!isRecord(value) || !isRecord(value.metadata)) throw new LabProblem(`${what} is not an object with metadata.`);
  return value as unknown as ApiObject;
}

/** Returns the request to send. @throws LabProblem */
export function triedRequest({ text, recorded }: LabRequest, { discovery, namespace }: LabPlace): TriedRequest {
  if (recorded) {
    const { method, path } = recorded;
    return { method, path, ...(text.trim() === '' ? {} : { body: text, contentType: contentTypeOf(recorded, text) }) };
  }
  const { targets, problems } = readTargets(text, discovery);
  const [problem] = problems;
  if (problem) throw new LabProblem(problem.message);
  const [target] = targets;
  if (!target?.resource || target.inside || targets.length > 1)
    throw new LabProblem('The request must contain exactly one object.');
  const path = resourcePath(collectionOf(target.resource, target.object, namespace));
  return { method: 'POST', path, contentType: 'application/yaml', body: text };
}

/** Derives the media type of a patch from its text, because traces do not record it. */
function contentTypeOf({ method, path }: NonNullable<LabRequest['recorded']>, text: string): string {
  if (method !== 'PATCH') return 'application/yaml';
  if (/^\s*\[/.test(text)) return 'application/json-patch+json';
  const isApply = /[?&]fieldManager=/.test(path) && /\bapiVersion\b/.test(text);
  return isApply ? 'application/apply-patch+yaml' : 'application/merge-patch+json';
}

/** Reports whether a trace has enough data to repeat its request. */
export const isRepeatable = ({ request }: RequestTrace): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(request.method) && request.body !== undefined && request.resource !== undefined;

/** Returns a recorded request for the lab. Objects are shown as YAML. */
export function recordedRequest({ request }: RequestTrace, title: string): LabRequest {
  const { method, path, body = '' } = request;
  return { text: method === 'PATCH' ? body : yamlOf(body), recorded: { method, path, title } };
}

function yamlOf(body: string): string {
  try {
    return stringify(JSON.parse(body), { lineWidth: 0 });
  } catch {
    return body; // The body was YAML.
  }
}
