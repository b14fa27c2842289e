import { API_REGISTRATION_GROUP, METRICS_GROUP } from '../../api/kubernetes-names.ts';
import { ApiError } from '../../client/api-error.ts';
import type { SimulationContext } from '../simulation-context.ts';
import { METRICS_HOST, METRICS_VERSION } from './metrics-server.ts';

const SERVICE = { namespace: 'kube-system', name: 'metrics-server' };

/** Registers the metrics of simulated nodes with the API server, unless the cluster has a metrics server. */
export async function registerMetrics({ client, dialect }: SimulationContext): Promise<void> {
  const group = dialect.rename(METRICS_GROUP);
  const registration = dialect.rename(API_REGISTRATION_GROUP);
  try {
    await client.create(
      { group: '', version: 'v1', resource: 'services', namespace: SERVICE.namespace },
      { metadata: SERVICE, spec: { type: 'ExternalName', externalName: METRICS_HOST } },
    );
    await client.create(
      { group: registration, version: 'v1', resource: 'apiservices' },
      {
        metadata: { name: `${METRICS_VERSION}.${group}` },
        spec: {
          service: SERVICE,
          group,
          version: METRICS_VERSION,
          insecureSkipTLSVerify: true,
          groupPriorityMinimum: 100,
          versionPriority: 100,
        },
      },
    );
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
  }
}
