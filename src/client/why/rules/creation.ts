import type { Cause, Evidence } from '../../../api/debug/why.ts';
import type { Namespace, ResourceQuota } from '../../../api/kinds/core-v1.generated.ts';
import type { Condition } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { conditionsOf } from '../../objects/object-facts.ts';
import { cause, conditionEvidence, eventEvidence, objectEvidence } from '../cause.ts';
import { rightOf } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { clause } from '../words.ts';

/** A denied creation of a dependent object, such as a pod. */
interface Denial {
  readonly object: ApiObject;
  readonly view: View;
  readonly match: RegExpExecArray;
  readonly evidence: readonly (Evidence | undefined)[];
}

type Explain = (denial: Denial) => Cause | Promise<Cause>;

const plain =
  (name: string, textOf: (...groups: readonly string[]) => string): Explain =>
  ({ match: [, ...groups], evidence }) =>
    cause(name, textOf(...groups), { evidence });

/** The server's text for each denial. The first match explains it. */
const DENIALS: readonly (readonly [RegExp, Explain])[] = [
  [/exceeded quota: (\S+), requested: (.+), used: (.+), limited: ([^:]+)/, quota],
  [
    /failed quota: (\S+): must specify (.+)/,
    plain(
      'quota-unspecified',
      (name, what) => `quota ${name} requires that every container specifies ${clause(what ?? '')}`,
    ),
  ],
  [/admission webhook "(.+?)" denied the request(?:: (.*))?/s, webhookDenial],
  [/failed calling webhook "(.+?)": (.*)/s, webhookUnreachable],
  [
    /ValidatingAdmissionPolicy '(.+?)' with binding '(.+?)' denied request: (.*)/s,
    plain('policy', (policy, binding, why) => `policy ${policy}, bound by ${binding}, denies it: ${why}`),
  ],
  [
    /violates PodSecurity "(.+?):.*?": (.*)/s,
    plain('pod-security', (level, why) => `the namespace enforces Pod Security level ${level}: ${why}`),
  ],
  [/((?:minimum|maximum) \S+ (?:usage|limit).+)/, plain('limit-range', (why) => `a limit range forbids it: ${why}`)],
  [/serviceaccount "(.+?)" not found/i, plain('account-missing', (name) => `service account ${name} does not exist`)],
  [
    /no PriorityClass with name (\S+) was found/,
    plain('priority-class-missing', (name) => `priority class ${name} does not exist`),
  ],
  [
    /RuntimeClass "(.+?)" not found|runtimeclass(?:es)?\S* "(.+?)" not found/i,
    plain('runtime-class-missing', (name, other) => `runtime class ${name ?? other} does not exist`),
  ],
  [/is being terminated/, terminating],
  [
    /(User "[^"]+" cannot .*)$/s,
    plain('controller-not-allowed', (message) => `its controller is not allowed to act: ${rightOf(message ?? '')}`),
  ],
  [/is invalid: (.*)/s, plain('template-invalid', (why) => `its template is not valid: ${why}`)],
  [/is forbidden: (.*)/s, plain('admission', (why) => `admission denies it: ${why}`)],
];

/** Explains why a controller cannot create its objects. */
export const failedCreation = (what: string): Rule =>
  rule(async (object, view) => {
    const condition = conditionsOf(object).find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
    const event = await failure(object, view);
    const message = event ? event.message : condition?.message;
    if (!message) return undefined;
    const evidence = [conditionEvidence(object, condition as Condition | undefined), eventEvidence(object, event)];
    const because = await explainDenial(object, view, message, evidence);
    return cause('creation-denied', `${what} cannot be created`, { evidence, because: because ? [because] : [] });
  });

/** Returns the newest Event about a failed creation, unless a later creation succeeded. */
async function failure(object: ApiObject, view: View) {
  const about = (await view.eventsOf(object)).filter(({ reason = '' }) =>
    /^(FailedCreate|SuccessfulCreate)$/.test(reason ?? ''),
  );
  const newest = about.at(-1);
  return newest?.reason === 'FailedCreate' ? newest : undefined;
}

/** Returns the cause for a message of the server. */
export async function explainDenial(
  object: ApiObject,
  view: View,
  message: string,
  evidence: Denial['evidence'],
): Promise<Cause | undefined> {
  for (const [pattern, explain] of DENIALS) {
    const match = pattern.exec(message);
    if (match) return explain({ object, view, match, evidence });
  }
  return cause('request-failed', message, { evidence });
}

async function quota({
  object,
  view,
  match: [, name = '', requested, used, limited],
  evidence,
}: Denial): Promise<Cause> {
  const found = await view.findIfAllowed<ResourceQuota>('core/ResourceQuota', object.metadata.namespace, name);
  return cause('quota', `quota ${name} allows ${limited}, ${used} is used, and one more needs ${requested}`, {
    evidence: [...evidence, found && objectEvidence(found, 'status.used')],
  });
}

function webhookDenial({ match: [, name, why], evidence }: Denial): Cause {
  return cause('webhook-denial', `webhook ${name} denies it${why ? `: ${why}` : ''}`, { evidence });
}

async function webhookUnreachable({ view, match: [, name = '', why = ''], evidence }: Denial): Promise<Cause> {
  const because = await serviceOf(view, name);
  return cause('webhook-unreachable', `webhook ${name} cannot be called${because.length > 0 ? '' : `: ${why}`}`, {
    evidence,
    because,
  });
}

interface Hooks extends ApiObject {
  readonly webhooks?: readonly {
    readonly name?: string;
    readonly clientConfig?: { readonly service?: { readonly namespace?: string; readonly name?: string } };
  }[];
}

/** Returns why the service of a webhook cannot be called. */
async function serviceOf(view: View, name: string): Promise<readonly Cause[]> {
  for (const kind of ['Mutating', 'Validating'])
    for (const configuration of await view.listAs<Hooks>(`admissionregistration/${kind}WebhookConfiguration`)) {
      const service = configuration.webhooks?.find((each) => each.name === name)?.clientConfig?.service;
      if (service) return missingService(view, configuration, service);
    }
  return [];
}

/** Returns the cause that a service does not exist, or why it does not serve. */
export async function missingService(
  view: View,
  from: ApiObject,
  { namespace, name = '' }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
): Promise<readonly Cause[]> {
  const services = await view.list('core/Service', namespace);
  if (!services) return [];
  const found = services.find(({ metadata }) => metadata.name === name);
  return found
    ? view.causesOf(found)
    : [cause('service-missing', `service ${namespace}/${name} does not exist`, { evidence: [objectEvidence(from)] })];
}

async function terminating({ object, view, evidence }: Denial): Promise<Cause> {
  const namespace = await view.findIfAllowed<Namespace>('core/Namespace', undefined, object.metadata.namespace ?? '');
  return cause('namespace-terminating', `namespace ${object.metadata.namespace} is being deleted`, {
    evidence,
    because: await view.causesOf(namespace),
  });
}
