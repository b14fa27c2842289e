import { goJson } from '../../../api/encoding/go-json.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { methodNotAllowed, resourceNotFound } from '../../../api/status.ts';
import { pathOfApi } from '../../aggregation/registered-api.ts';
import type { Call } from '../../context/call.ts';
import { requireAccepted } from '../../http/negotiation.ts';
import { pageNotFound } from '../../http/responses.ts';
import { healthChecks } from '../../observe/health-checks.ts';
import { answerDiscovery } from './answer-discovery.ts';
import { answerFlowControlDump } from './flow-control-dumps.ts';
import { answerHealth } from './health.ts';
import { answerIssuer } from './issuer.ts';
import { answerMetrics } from './metrics.ts';
import { answerOpenApi } from './openapi.ts';

/** The version whose behavior this server implements, as the real server reports it. Clients depend on it. */
const VERSION = {
  major: '1',
  minor: '28',
  gitVersion: 'v1.28.3',
  gitCommit: 'a8a1abc25cad87333840cd7d54be2efaf31a3177',
  gitTreeState: 'clean',
  buildDate: '2023-10-18T11:33:18Z',
  goVersion: 'go1.20.10',
  compiler: 'gc',
  platform: 'linux/amd64',
};

/** Serves paths outside of resources: discovery, health, documents, version. */
export async function answerPath(call: Call): Promise<ApiResponse> {
  const path = call.info.path.replace(/\/$/, '') || '/';
  const [, first = ''] = path.split('/');
  switch (first) {
    case 'api':
    case 'apis':
      return answerDiscovery(call, path);
    case 'healthz':
    case 'livez':
    case 'readyz':
      return answerHealth(call, path);
    case 'openapi':
      return answerOpenApi(call);
    case 'version':
      return answerVersion(call, path);
    case '.well-known':
    case 'openid':
      return answerIssuer(call);
    case 'debug':
      return answerFlowControlDump(call);
    case 'metrics':
      return answerMetrics(call);
    case '':
    case 'index.html':
      if (path !== '/' && path !== '/index.html') return pageNotFound();
      if (call.request.method !== 'GET') throw methodNotAllowed();
      return rawJson({ paths: knownPaths(call) });
    default:
      return pageNotFound();
  }
}

function answerVersion({ request }: Call, path: string): ApiResponse {
  if (path !== '/version') throw resourceNotFound();
  if (request.method !== 'GET') throw methodNotAllowed();
  requireAccepted(request, 'application/json');
  return rawJson(VERSION);
}

/** Responses without negotiation, always indented. */
const rawJson = (document: object): ApiResponse =>
  apiResponse(200, goJson(document, 2), { 'content-type': 'application/json' });

function knownPaths({ server }: Call): string[] {
  const versions = server.resources.groups.flatMap(({ group, versions }) =>
    group === '' ? ['/api', '/api/v1'] : [`/apis/${group}`, ...versions.map((version) => `/apis/${group}/${version}`)],
  );
  const remote = server.apis.remote.flatMap((api) => [`/apis/${api.group}`, pathOfApi(api)]);
  const health = Object.entries(healthChecks).flatMap(([path, checks]) => [
    `/${path}`,
    ...checks.map((check) => `/${path}/${check}`),
  ]);
  return [...new Set([...versions, ...remote, ...health, ...OTHER_PATHS])].sort();
}

const OTHER_PATHS = [
  '/.well-known/openid-configuration',
  '/apis',
  '/apis/',
  '/logs',
  '/metrics',
  '/metrics/slis',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/',
  '/openid/v1/jwks',
  '/version',
];
