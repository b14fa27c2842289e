import { errorText } from '../../../api/error-text.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { pageNotFound, textResponse } from '../../http/responses.ts';
import { type HealthPath, healthChecks, STORAGE_CHECKS } from '../../observe/health-checks.ts';

/** Timeout of a healthy storage, in milliseconds. */
const STORAGE_TIMEOUT = 2_000;
const PARTS = 20;

/**
 * Serves `/healthz`, `/livez`, `/readyz` and their individual checks. All checks pass, except those of a storage that cannot
 * be reached: everything else was opened before the server answers.
 */
export function answerHealth(call: Call, path: string): Promise<ApiResponse> | ApiResponse {
  if (call.info.path !== path) return pageNotFound();
  const [, endpoint = '', ...check] = path.split('/');
  const checks = Object.hasOwn(healthChecks, endpoint) ? healthChecks[endpoint as HealthPath] : [];
  const name = check.join('/');
  const { server } = call;
  const answer = (problem?: string): ApiResponse =>
    name === ''
      ? allChecks(call, endpoint, checks, problem)
      : oneCheck(STORAGE_CHECKS.includes(name) ? problem : undefined);
  if (name !== '' && !checks.includes(name)) return pageNotFound();
  return server.objects.storage.ping ? storageProblem(server).then(answer) : answer();
}

const oneCheck = (problem: string | undefined): ApiResponse =>
  problem === undefined ? textResponse(200, 'ok') : textResponse(500, `internal server error: ${problem}\n`);

function allChecks(call: Call, endpoint: string, checks: readonly string[], problem: string | undefined): ApiResponse {
  const query = call.url.searchParams;
  const excluded = new Set(query.getAll('exclude'));
  const hasFailed = (name: string) => problem !== undefined && !excluded.has(name) && STORAGE_CHECKS.includes(name);
  const isFailed = checks.some(hasFailed);
  if (!isFailed && !query.has('verbose')) return textResponse(200, 'ok');
  const unknown = [...excluded].filter((name) => !checks.includes(name)).sort();
  const lines = checks.map((name) => {
    if (hasFailed(name)) return `[-]${name} failed: reason withheld`;
    return excluded.has(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`;
  });
  if (unknown.length)
    lines.push(
      `warn: some health checks cannot be excluded: no matches for ${unknown.map((name) => JSON.stringify(name)).join(', ')}`,
    );
  const name = call.server.dialect.follows('verbose-ends-healthz-check-passed') ? 'healthz' : endpoint;
  if (isFailed) return textResponse(500, `${lines.join('\n')}\n${endpoint} check failed\n`);
  return textResponse(200, `${lines.join('\n')}\n${name} check passed\n`);
}

/** Returns why the storage cannot be reached; undefined when it can. */
export async function storageProblem({ objects, clock }: ServerContext): Promise<string | undefined> {
  if (!objects.storage.ping) return undefined;
  let outcome: { readonly problem?: string } | undefined;
  const answered = objects.storage.ping().then(
    () => {
      outcome = {};
    },
    (error: unknown) => {
      outcome = { problem: errorText(error) };
    },
  );
  // Waits in parts, so that a busy period of this process costs no more than one part of the timeout.
  for (let part = 0; part < PARTS && !outcome; part++) {
    let cancel: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => {
      cancel = clock.after(STORAGE_TIMEOUT / PARTS, resolve);
    });
    await Promise.race([answered, waited]);
    cancel();
  }
  const { problem } = outcome ?? { problem: 'context deadline exceeded' };
  return problem === undefined ? undefined : `error getting data from etcd: ${problem}`;
}
