import { HANDLER_KEY, LOCAL_SERVICE_ANNOTATION } from '../../api/local-service.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type Discovery, findResource } from '../../client/discovery.ts';
import { ALMANAC_GROUP, ALMANAC_VERSION, MOON_PHASES_CODE } from '../state/aggregation/moon-phases.ts';
import { addressOf, disableObjects, enableObjects } from './admission-lab.ts';

/** The namespace of the example, and the name of its Service. */
export const ALMANAC = 'almanac';
const CODE = `${ALMANAC}-code`;

/** The name of the example's APIService. */
export const ALMANAC_API = `${ALMANAC_VERSION}.${ALMANAC_GROUP}`;

/** Installs the example, or restores it. @throws ApiError when the server rejects an object */
export const installExampleApi = (client: ApiClient, discovery: Discovery): Promise<void> =>
  enableObjects(client, discovery, exampleObjects(discovery));

/** Deletes the example with its namespace. @throws ApiError */
export const removeExampleApi = (client: ApiClient, discovery: Discovery): Promise<void> =>
  disableObjects(client, discovery, exampleObjects(discovery));

/** Deletes the Service behind the example, which makes its group unavailable. @throws ApiError */
export const breakExampleApi = async (client: ApiClient, discovery: Discovery): Promise<void> => {
  await client.delete(addressOf(discovery, serviceObject(discovery)));
};

const exampleObjects = (discovery: Discovery): readonly ApiObject[] => [
  objectOf(discovery, 'namespaces', { name: ALMANAC }),
  objectOf(discovery, 'configmaps', { namespace: ALMANAC, name: CODE }, { data: { [HANDLER_KEY]: MOON_PHASES_CODE } }),
  serviceObject(discovery),
  objectOf(
    discovery,
    'apiservices',
    { name: ALMANAC_API },
    {
      spec: {
        ...{ group: ALMANAC_GROUP, version: ALMANAC_VERSION, groupPriorityMinimum: 1000, versionPriority: 100 },
        service: { namespace: ALMANAC, name: ALMANAC },
        insecureSkipTLSVerify: true,
      },
    },
  ),
];

const serviceObject = (discovery: Discovery): ApiObject =>
  objectOf(
    discovery,
    'services',
    { namespace: ALMANAC, name: ALMANAC, annotations: { [LOCAL_SERVICE_ANNOTATION]: CODE } },
    { spec: { ports: [{ port: 443 }] } },
  );

function objectOf(
  discovery: Discovery,
  resource: string,
  metadata: ApiObject['metadata'],
  content: object = {},
): ApiObject {
  const found = findResource(discovery, resource);
  if (!found) throw new Error(`The server does not serve ${resource}.`);
  return { apiVersion: apiVersionOf(found.group, found.version), kind: found.kind, metadata, ...content };
}
