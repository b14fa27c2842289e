import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { groupResourceText } from '../../../api/object.ts';
import { FlowController } from '../../../flow-control/flow-controller.ts';
import type { Call } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { pageNotFound } from '../../http/responses.ts';
import { healthChecks, STORAGE_CHECKS } from '../../observe/health-checks.ts';
import { flowControlMetrics } from '../../observe/metrics/flow-control-metrics.ts';
import { Numbers } from '../../observe/metrics/metric-families.ts';
import { storageProblem } from './health.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `/metrics` and `/metrics/slis` in the Prometheus text format: requests, stored objects and health checks. */
export async function answerMetrics({ url: { pathname }, server }: Call): Promise<ApiResponse> {
  const isServed = pathname === '/metrics/slis' ? server.features.enabled('ComponentSLIs') : pathname === '/metrics';
  if (!isServed) return pageNotFound();
  const text =
    pathname === '/metrics'
      ? server.metrics.text([await storedObjects(server), enabledFeatures(server), ...flowMetrics(server)])
      : healthResults(await storageProblem(server));
  return apiResponse(200, text, { 'content-type': TEXT_FORMAT });
}

async function storedObjects({ objects, resources }: ServerContext): Promise<Numbers> {
  const family = new Numbers({
    name: 'apiserver_storage_objects',
    help: '[STABLE] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
    type: 'gauge',
    labels: ['resource'],
  });
  for (const resource of resources.resources.filter(({ verbs }) => verbs.has('list')))
    family.set([groupResourceText(resource)], (await objects.list(resource.keyPrefix)).objects.length);
  return family;
}

const flowMetrics = ({ flows }: ServerContext) =>
  flows instanceof FlowController ? flowControlMetrics(flows.levels) : [];

function enabledFeatures({ features }: ServerContext): Numbers {
  const family = new Numbers({
    name: 'kubernetes_feature_enabled',
    help: '[BETA] This metric records the data about the stage and enablement of a k8s feature.',
    type: 'gauge',
    labels: ['name', 'stage'],
  });
  for (const { name, stage, enabled } of features.all())
    family.set([name, stage === 'stable' ? '' : stage.toUpperCase()], enabled ? 1 : 0);
  return family;
}

/** @param problem why the storage cannot be reached */
function healthResults(problem: string | undefined): string {
  const family = new Numbers({
    name: 'kubernetes_healthcheck',
    help: '[STABLE] This metric records the result of a single healthcheck.',
    type: 'gauge',
    labels: ['name', 'type'],
  });
  for (const [type, checks] of Object.entries(healthChecks))
    for (const name of checks) family.set([name, type], problem !== undefined && STORAGE_CHECKS.includes(name) ? 0 : 1);
  return family.text();
}
