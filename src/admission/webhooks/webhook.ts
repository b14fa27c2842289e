import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../api/kinds/admissionregistration-v1.generated.ts';
import { ADMISSION_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import type { AdmissionContext } from '../admission-plugin.ts';
import { RememberedCollection } from '../remembered-collection.ts';

export type WebhookResource = 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations';

/** A webhook with its configuration. Validating ones have no reinvocationPolicy. */
export interface Webhook extends MutatingWebhook {
  readonly configuration: string;
  /** Unique for each webhook, even if a configuration has two with one name. */
  readonly uid: string;
}

type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

/** Keyed by the list of configurations. The store returns the same list until the collection changes. */
const known = new WeakMap<readonly Configuration[], readonly Webhook[]>();

export type WebhookConfigurations = RememberedCollection<Configuration>;

/** Returns the configurations of the webhooks of one type. */
export const webhookConfigurations = (
  { reader, dialect }: AdmissionContext,
  resource: WebhookResource,
): WebhookConfigurations => new RememberedCollection(reader, dialect.rename(ADMISSION_REGISTRATION_GROUP), resource);

/** Returns all webhooks of one type, ordered by configuration name and position. */
export async function readWebhooks(collection: WebhookConfigurations): Promise<readonly Webhook[]> {
  const configurations = await collection.list();
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

/** Webhook configurations are never sent to webhooks, because otherwise a broken one could not be repaired. */
const EXEMPT_KINDS = new Set([
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
]);

export const isExempt = (group: string, kind: string, { dialect }: AdmissionContext): boolean =>
  group === dialect.rename(ADMISSION_REGISTRATION_GROUP) && EXEMPT_KINDS.has(kind);
