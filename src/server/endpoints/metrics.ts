import type { Call } from '../call.ts';
import { healthChecks } from '../health-checks.ts';
import { pageNotFound } from '../responses.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics` and `/metrics/slis` in Prometheus' text format: what is stored, and the health checks, all of which hold. */
export async function answerMetrics(call: Call): Promise<Response> {
  const { pathname } = call.url;
  const isServed =
    pathname === '/metrics/slis' ? call.server.features.enabled('ComponentSLIs') : pathname === '/metrics';
  if (!isServed) return pageNotFound();
  const text = pathname === '/metrics' ? await storedObjects(call) : healthGauges();
  return new Response(text, { headers: { 'content-type': TEXT_FORMAT } });
}

async function storedObjects({ server }: Call): Promise<string> {
  const served = new Map(
    server.resources.resources
      .filter(({ verbs }) => verbs.has('list'))
      .map(({ group, resource, keyPrefix }) => [keyPrefix, group === '' ? resource : `${resource}.${group}`]),
  );
  const lines: string[] = [];
  for (const [keyPrefix, name] of served) {
    const { objects } = await server.objects.list(keyPrefix);
    lines.push(`apiserver_storage_objects{resource="${name}"} ${objects.length}`);
  }
  return gauge('apiserver_storage_objects', 'Number of stored objects, by their kind.', lines.sort());
}

function healthGauges(): string {
  const lines = Object.entries(healthChecks).flatMap(([type, checks]) =>
    checks.map((name) => `kubernetes_healthcheck{name="${name}",type="${type}"} 1`),
  );
  return gauge('kubernetes_healthcheck', 'The result of a health check: 1 when it holds.', lines);
}

const gauge = (name: string, help: string, lines: readonly string[]): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.map((line) => `${line}\n`).join('')}`;
