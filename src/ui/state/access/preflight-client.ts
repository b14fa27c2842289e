import { DEBUG_API_VERSION, DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { Clock } from '../../../api/environment.ts';
import type { ResourceAttributes, SelfSubjectAccessReview } from '../../../api/kinds/authorization-v1.generated.ts';
import { apiVersionOf, groupResourceText } from '../../../api/object.ts';
import type { ApiClient, ListOptions, WatchOptions } from '../../../client/api-client.ts';
import { ApiError, clientFailure } from '../../../client/api-error.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import { addressOf, type ResourceName, type TypedAddress } from '../../../client/typed-address.ts';

export interface PreflightClientOptions {
  /** User to check access for; undefined when no check is needed. */
  readonly username: () => string | undefined;
  /** Resource of self access reviews; undefined when it is unknown. */
  readonly reviews: () => Promise<DiscoveredResource | undefined>;
  /** Moment at which access is checked; undefined for now. */
  readonly at?: () => number | undefined;
  readonly clock: Clock;
}

/** Lists that pages request automatically, and not as resources. */
const AUTOMATIC = ['why', 'causes', 'moments'] as const;

const pathOf = (resource: (typeof AUTOMATIC)[number]): string => `/apis/${DEBUG_API_VERSION}/${resource}`;

/** The path of explanations of states. */
export const WHY_PATH = pathOf('why');

/** Milliseconds to cache a decision: opening a view repeats the same checks. */
const ANSWERS_COUNT_FOR = 2000;

/**
 * Returns a client that checks access before reads and rejects denied ones itself: views read automatically, and
 * browsers log every denied request as an error on the console.
 */
export function createPreflightClient(client: ApiClient, options: PreflightClientOptions): ApiClient {
  const answers = new Map<string, { readonly until: number; readonly isAllowed: Promise<boolean> }>();

  const mayI = (attributes: ResourceAttributes, reviews: DiscoveredResource): Promise<boolean> => {
    const now = options.clock.now();
    const key = JSON.stringify([options.username(), options.at?.(), attributes]);
    const known = answers.get(key);
    if (known && known.until > now) return known.isAllowed;
    const { group, version, resource, kind } = reviews;
    const body = { apiVersion: apiVersionOf(group, version), kind, spec: { resourceAttributes: attributes } };
    const isAllowed = client
      .create<Pick<SelfSubjectAccessReview, 'spec' | 'status'>>({ group, version, resource }, body)
      .then(({ status }) => status?.allowed ?? true)
      .catch(() => true); // When the check itself is denied, the request reports it.
    answers.set(key, { until: now + ANSWERS_COUNT_FOR, isAllowed });
    return isAllowed;
  };

  const ensureAllowed = async (verb: string, address: ResourceAddress, fieldSelector = ''): Promise<void> => {
    const username = options.username();
    const reviews = username === undefined ? undefined : await options.reviews();
    if (username === undefined || !reviews) return;
    const attributes = attributesOf(verb, address, fieldSelector);
    if (!(await mayI(attributes, reviews))) throw refusal(username, attributes);
  };

  return {
    ...client,
    async request(path, init) {
      const resource = AUTOMATIC.find((one) => path.split('?')[0] === pathOf(one));
      if (resource) await ensureAllowed('list', { group: DEBUG_GROUP, version: DEBUG_VERSION, resource });
      return client.request(path, init);
    },
    async get(address, given) {
      await ensureAllowed('get', address);
      return client.get(address, given);
    },
    async list<T>(resource: ResourceName | TypedAddress<T>, given?: ListOptions) {
      const address = addressOf(resource);
      await ensureAllowed('list', address, given?.fieldSelector);
      return client.list(address, given);
    },
    async *watch<T>(resource: ResourceName | TypedAddress<T>, given?: WatchOptions) {
      const address = addressOf(resource);
      await ensureAllowed('watch', address, given?.fieldSelector);
      yield* client.watch(address, given);
    },
    async create(address, object, given) {
      // Views also create access reviews and explanations automatically.
      if (address.group === DEBUG_GROUP || address.resource === 'subjectaccessreviews')
        await ensureAllowed('create', address);
      return client.create(address, object, given);
    },
  };
}

/** A list with a field selector on one name is authorized as a request for that name. */
function attributesOf(verb: string, address: ResourceAddress, fieldSelector: string): ResourceAttributes {
  const { group, version, resource, subresource, namespace } = address;
  const name = address.name ?? /^metadata\.name=((?:[^,\\]|\\.)+)$/.exec(fieldSelector)?.[1]?.replace(/\\(.)/g, '$1');
  return {
    verb,
    group,
    version,
    resource,
    ...(subresource ? { subresource } : {}),
    ...(namespace ? { namespace } : {}),
    ...(name ? { name } : {}),
  };
}

/** A denial with the server's message. */
function refusal(username: string, attributes: ResourceAttributes): ApiError {
  const { verb, group = '', resource = '', subresource, namespace, name } = attributes;
  const what = JSON.stringify(subresource ? `${resource}/${subresource}` : resource);
  const where = namespace ? `in the namespace ${JSON.stringify(namespace)}` : 'at the cluster scope';
  const who = `User ${JSON.stringify(username)} cannot ${verb} resource ${what} in API group ${JSON.stringify(group)}`;
  const subject = groupResourceText({ group, resource }) + (name ? ` ${JSON.stringify(name)}` : '');
  return new ApiError({ ...clientFailure(403, `${subject} is forbidden: ${who} ${where}`), reason: 'Forbidden' });
}
