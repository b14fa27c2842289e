import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { yamlToJson } from '../../../src/schema/yaml/yaml-to-json.ts';

interface Step {
  id: string;
  headers?: Record<string, string>;
  raw?: string;
  expect?: { status: number; body?: { message?: string; spec?: unknown; data?: unknown } };
}
/** Precedes the parser's message in rejected apply requests. */
const PREFIX = 'error decoding YAML: error converting YAML to JSON: ';

test('every recorded YAML text is accepted or rejected as recorded', () => {
  const text = readFileSync(new URL('../../conformance/scenarios/apply.json', import.meta.url), 'utf8');
  const differing: unknown[] = [];
  for (const scenario of JSON.parse(text) as { id: string; steps: Step[] }[]) {
    for (const { id, headers, raw, expect: expected } of scenario.steps) {
      if (raw === undefined || !expected || headers?.['Content-Type'] !== 'application/apply-patch+yaml') continue;
      const message = expected.body?.message ?? '';
      if (message.includes('while decoding JSON')) continue;
      let outcome = '';
      try {
        yamlToJson(raw);
      } catch (error) {
        outcome = PREFIX + String(error instanceof Error ? error.message : error);
      }
      if (outcome !== (message.startsWith(PREFIX) ? message : ''))
        differing.push({ place: `${scenario.id} ${id}`, raw, outcome, message });
    }
  }
  expect(differing).toEqual([]);
});
