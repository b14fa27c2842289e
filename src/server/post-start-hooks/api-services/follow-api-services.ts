import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import { API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import type { Entry } from '../../../storage/storage.ts';
import { registeredApi } from '../../aggregation/registered-api.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** The resource of APIServices; undefined when it is disabled. */
export const apiServicesOf = ({ resources, dialect }: ServerContext): ServedResource | undefined =>
  resources.find(dialect.rename(API_REGISTRATION_GROUP), 'v1', 'apiservices');

/**
 * Registers the stored APIServices, now and after every commit, so that requests are routed by the newest state. Returns
 * a function that stops following.
 */
export async function followApiServices(server: ServerContext): Promise<() => void> {
  const { objects, apis } = server;
  const resource = apiServicesOf(server);
  if (!resource) return () => undefined;
  const { keyPrefix } = resource;
  const register = (key: string, entry: Pick<Entry, 'value'> | undefined): void => {
    if (entry) apis.set(registeredApi(JSON.parse(entry.value) as APIService));
    else apis.delete(key.slice(keyPrefix.length));
  };
  return objects.storage.follow(keyPrefix, {
    began: ({ entries }) => {
      for (const entry of entries) register(entry.key, entry);
    },
    changed: (changes) => {
      for (const { key, current } of changes) register(key, current);
    },
  });
}
