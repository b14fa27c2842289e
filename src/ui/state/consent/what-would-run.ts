import type { Service } from '../../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../../api/local-service.ts';
import type { ApiObject } from '../../../api/object.ts';

/** Where a webhook or an API service sends requests. */
interface Target {
  readonly url?: string;
  readonly service?: { readonly namespace?: string; readonly name?: string } | null;
}

/** The fields of these kinds that name the target of calls. */
interface Calling extends ApiObject {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig?: Target }[] | null;
  readonly spec?: Target & {
    readonly conversion?: { readonly strategy?: string; readonly webhook?: { readonly clientConfig?: Target } };
  };
}

/** Returns the address of a target, or the name of its service. */
const placeOf = ({ url, service }: Target = {}): string =>
  url ?? (service ? `the service ${service.namespace ?? 'default'}/${service.name}` : 'an unknown address');

const webhooks = ({ webhooks: listed }: Calling): string[] =>
  (listed ?? []).map(({ name, clientConfig }) => `Webhook ${name} sends objects to ${placeOf(clientConfig)}`);

/** By kind, returns the code that an object runs and the calls that it causes, as sentences without a full stop. */
const EFFECTS: Readonly<Record<string, (object: Calling) => readonly string[]>> = {
  Service: (object) =>
    isLocalService(object as Service)
      ? [`Local service ${object.metadata.namespace ?? 'default'}/${object.metadata.name} runs its code in the sandbox`]
      : [],
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  APIService: ({ metadata: { name }, spec }) =>
    spec?.service ? [`API ${name} proxies requests to ${placeOf(spec)}`] : [],
  CustomResourceDefinition: ({ metadata: { name }, spec }) =>
    spec?.conversion?.strategy === 'Webhook'
      ? [`Definition ${name} sends objects to ${placeOf(spec.conversion.webhook?.clientConfig)}`]
      : [],
};

/** Plurals of the kinds whose objects run code or cause calls. */
export const RUNNING_RESOURCES = [
  'services',
  'mutatingwebhookconfigurations',
  'validatingwebhookconfigurations',
  'apiservices',
  'customresourcedefinitions',
] as const;

/** Returns the code that objects run in the browser, and the calls that they cause. */
export const whatWouldRun = (objects: readonly ApiObject[]): readonly string[] =>
  objects.flatMap(
    (object) => (Object.hasOwn(EFFECTS, object.kind ?? '') && EFFECTS[object.kind ?? '']?.(object)) || [],
  );
