import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../api/kinds/admissionregistration-v1.generated.ts';
import type { AdmissionContext } from '../admission-plugin.ts';

export type WebhookResource = 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations';

/** A webhook of a configuration; a validating one has no reinvocationPolicy. */
export interface Webhook extends MutatingWebhook {
  readonly configuration: string;
  /** Differs for each webhook, also where a configuration has two of one name. */
  readonly uid: string;
}

type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

/** What follows from a list that the store remembers is remembered with it. */
const known = new WeakMap<readonly Configuration[], readonly Webhook[]>();

/** All webhooks of one kind: configurations by name, webhooks in their order. */
export async function readWebhooks(
  { reader, dialect }: AdmissionContext,
  resource: WebhookResource,
): Promise<readonly Webhook[]> {
  const configurations = await reader.list<Configuration>(dialect.rename('admissionregistration.k8s.io'), resource);
  let webhooks = known.get(configurations);
  if (!webhooks) {
    webhooks = configurations.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)).flatMap(webhooksOf);
    known.set(configurations, webhooks);
  }
  return webhooks;
}

const nameOf = ({ metadata }: Configuration): string => metadata.name ?? '';

function webhooksOf(configuration: Configuration): Webhook[] {
  const { webhooks = [] } = configuration as MutatingWebhookConfiguration;
  return webhooks.map((webhook, index) => ({
    ...webhook,
    configuration: nameOf(configuration),
    uid: `${nameOf(configuration)}/${webhook.name}/${index}`,
  }));
}

/** Configurations of admission are never sent to webhooks, or nobody could mend a broken one. */
const EXEMPT_KINDS = new Set([
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
]);

export const isExempt = (group: string, kind: string, { dialect }: AdmissionContext): boolean =>
  group === dialect.rename('admissionregistration.k8s.io') && EXEMPT_KINDS.has(kind);
