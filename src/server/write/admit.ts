import type { AdmissionAttributes, AdmissionOperation } from '../../admission/admission-plugin.ts';
import { META_GROUP } from '../../api/kubernetes-names.ts';
import type { ApiObject, GroupVersionKind } from '../../api/object.ts';
import { isNamespaces, type ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { type AdmissionPhase, runPlugins } from './run-plugins.ts';
import type { WritePlan } from './write-plan.ts';

/** What admission is asked about; the object may be absent (DELETE). */
export interface AdmissionQuestion {
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind?: GroupVersionKind;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly onFailure?: NonNullable<AdmissionAttributes['onFailure']>;
}

function attributesOf(call: Call, question: AdmissionQuestion): AdmissionAttributes {
  const { group, version, resource, kind } = question.resource;
  const subresourceKind = question.resource.subresources.get(question.subresource)?.kind;
  return {
    ...question,
    kind: question.kind ?? subresourceKind ?? { group, version, kind },
    resource: { group, version, resource },
    user: call.user,
    warn: (text) => call.warnings.push(text),
    annotate: (key, value) => call.audit?.annotate(key, value),
    annotateRequest: (key, valueText) => call.audit?.annotateRequest(key, valueText),
  };
}

/** Mutating plugins, one after another; gives the object as they left it. */
export async function mutate(call: Call, question: AdmissionQuestion): Promise<ApiObject | undefined> {
  return run(call, question, 'mutate');
}

export async function validate(call: Call, question: AdmissionQuestion): Promise<void> {
  await run(call, question, 'validate');
}

async function run(call: Call, question: AdmissionQuestion, phase: AdmissionPhase): Promise<ApiObject | undefined> {
  const { trace, server } = call;
  const attributes = attributesOf(call, question);
  await runPlugins(server.admission, phase, attributes, trace && { trace, clock: server.clock });
  return attributes.object;
}

/** CreateOptions, or the UpdateOptions that a patch is turned into as well. */
export function admissionOptions(
  { server, url }: Call,
  kind: 'CreateOptions' | 'UpdateOptions',
  { dryRun, fieldManager }: Pick<WritePlan['options'], 'dryRun' | 'fieldManager'>,
): Readonly<Record<string, unknown>> {
  const fieldValidation = url.searchParams.get('fieldValidation');
  return {
    kind,
    apiVersion: `${server.dialect.rename(META_GROUP)}/v1`,
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(fieldManager ? { fieldManager } : {}),
    ...(fieldValidation ? { fieldValidation } : {}),
  };
}

function questionOf(call: Call, plan: WritePlan, object: ApiObject, live: ApiObject | undefined): AdmissionQuestion {
  const view = viewOf(plan);
  const name = plan.name || (object.metadata.name ?? '');
  return {
    operation: live ? 'UPDATE' : 'CREATE',
    resource: plan.resource,
    subresource: plan.subresource,
    // A namespace is asked about as if it lay in itself.
    namespace: isNamespaces(plan.resource) ? name : plan.namespace,
    name,
    object: view ? view.of(object) : object,
    oldObject: view && live ? view.of(live) : live,
    options: admissionOptions(call, live ? 'UpdateOptions' : 'CreateOptions', plan.options),
    dryRun: plan.options.dryRun,
    ...(plan.onFailure ? { onFailure: plan.onFailure } : {}),
  };
}

export async function admitMutating(
  call: Call,
  plan: WritePlan,
  draft: ApiObject,
  live: ApiObject | undefined,
): Promise<ApiObject> {
  if (plan.admission === 'none') return draft;
  const admitted = await mutate(call, questionOf(call, plan, draft, live));
  const view = viewOf(plan);
  if (!admitted) return draft;
  return view ? view.into(draft, admitted) : admitted;
}

const viewOf = ({ admission }: WritePlan) => (admission === 'none' ? undefined : admission);

/** Validating plugins; before them, nobody may give away rights that he does not hold. */
export async function admitValidating(
  call: Call,
  plan: WritePlan,
  object: ApiObject,
  live: ApiObject | undefined,
): Promise<void> {
  const { group, resource } = plan.resource;
  await call.server.escalation.check(group, {
    resource,
    namespace: plan.namespace,
    name: plan.name,
    object,
    oldObject: live,
    user: call.user,
  });
  if (plan.admission !== 'none') await validate(call, questionOf(call, plan, object, live));
}
