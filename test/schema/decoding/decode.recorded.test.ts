import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { StatusError } from '../../../src/api/status.ts';
import { decodeObject, fieldValidationOutcome } from '../../../src/schema/decoding/decode.ts';
import { definitions } from '../../../src/schema/definitions.ts';
import { resourceRows as resources } from '../../../src/schema/kind-tables.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';

const folder = new URL('../../conformance/scenarios/', import.meta.url);
const registry = createSchemaRegistry(kubernetesDialect);

/** Returns the kind that a path expects in the body. */
function kindOfPath(path: string): { group: string; version: string; kind: string } | undefined {
  const match =
    /^\/(?:api\/(?<core>v1)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))(?:\/namespaces\/[^/]+(?=\/))?\/(?<rest>[^?]+)/.exec(
      path,
    );
  const { core, group = '', version = core ?? '', rest = '' } = match?.groups ?? {};
  const [resource, , subresource] = rest.split('/');
  const name = subresource ? `${resource}/${subresource}` : resource;
  const row = resources.find(
    (candidate) => candidate.group === group && candidate.version === version && candidate.name === name,
  );
  if (!row) return undefined;
  const own = row as {
    kind: string;
    kindGroup?: string;
    kindVersion?: string;
    responseKind?: { group: string; version: string };
  };
  const kinds = Object.values(definitions).flatMap(({ kinds = [] }) => kinds);
  const found =
    kinds.find(([g, v, k]) => k === own.kind && g === group && v === version) ??
    kinds.find(([, , k]) => k === own.kind);
  return found ? { group: found[0] ?? '', version: found[1] ?? '', kind: own.kind } : undefined;
}

interface Step {
  id: string;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  raw?: string;
  expect?: { status: number; headers?: Record<string, string>; body?: { message?: string } };
}

const DECODING = /cannot be handled as|the object provided is unrecognized|does not match the expected API version/;

test('every recorded body of a built-in kind is accepted or rejected as recorded', () => {
  const differing: unknown[] = [];
  let rejected = 0;
  for (const file of readdirSync(folder).sort()) {
    for (const scenario of JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { id: string; steps: Step[] }[]) {
      for (const step of scenario.steps) {
        const { method = 'GET', path = '', headers = {}, expect: expected } = step;
        const type = headers['Content-Type'] ?? 'application/json';
        if ((method !== 'POST' && method !== 'PUT') || !expected || !/json|yaml/.test(type)) continue;
        const gvk = kindOfPath(path);
        const schema = gvk && registry.schemaOf(gvk);
        const text = step.raw ?? (step.body === undefined ? '' : JSON.stringify(step.body));
        if (!schema || text.includes('${')) continue;
        const message = String(expected.body?.message ?? '');
        if (expected.status >= 400 && !DECODING.test(message)) continue;
        const mode = /fieldValidation=(\w+)/.exec(path)?.[1] ?? 'Warn';
        let outcome = '';
        try {
          const format = type.includes('yaml') ? 'yaml' : 'json';
          const { strictErrors } = decodeObject({ text, format, schema, gvk });
          fieldValidationOutcome(strictErrors, mode as 'Warn', kubernetesDialect, gvk);
        } catch (error) {
          if (!(error instanceof StatusError)) throw error;
          outcome = error.message;
        }
        if (expected.status >= 400) rejected += 1;
        if (outcome !== (expected.status >= 400 ? message : '')) {
          differing.push({ place: `${scenario.id} ${step.id}`, path, outcome, message });
        }
      }
    }
  }
  expect(differing).toEqual([]);
  expect(rejected).toBeGreaterThan(90);
});
