import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';
import { pageNotFound, textResponse } from '../../http/responses.ts';
import { type HealthPath, healthChecks } from '../../observe/health-checks.ts';

/**
 * Serves `/healthz`, `/livez`, `/readyz` and their individual checks. Storage is opened before the server answers, so
 * all checks pass.
 */
export function answerHealth(call: Call, path: string): ApiResponse {
  if (call.info.path !== path) return pageNotFound();
  const [, endpoint = '', ...check] = path.split('/');
  const checks = Object.hasOwn(healthChecks, endpoint) ? healthChecks[endpoint as HealthPath] : [];
  if (check.length > 0) return checks.includes(check.join('/')) ? textResponse(200, 'ok') : pageNotFound();
  const query = call.url.searchParams;
  if (!query.has('verbose')) return textResponse(200, 'ok');
  const excluded = new Set(query.getAll('exclude'));
  const unknown = [...excluded].filter((name) => !checks.includes(name)).sort();
  const lines = checks.map((name) => (excluded.has(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`));
  if (unknown.length)
    lines.push(
      `warn: some health checks cannot be excluded: no matches for ${unknown.map((name) => JSON.stringify(name)).join(', ')}`,
    );
  const name = call.server.dialect.follows('verbose-ends-healthz-check-passed') ? 'healthz' : endpoint;
  return textResponse(200, `${lines.join('\n')}\n${name} check passed\n`);
}
