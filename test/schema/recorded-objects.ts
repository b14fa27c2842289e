import { readdirSync, readFileSync } from 'node:fs';
import { isRecord, parseApiVersion } from '../../src/api/object.ts';

const folder = new URL('../conformance/scenarios/', import.meta.url);

/** An object returned by the recorded server. */
export interface RecordedObject {
  readonly place: string;
  readonly object: Record<string, unknown>;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function* objectsOf(
  place: string,
  value: unknown,
  inherited?: { apiVersion: string; kind: string },
): Generator<RecordedObject> {
  if (!isRecord(value)) return;
  const apiVersion = value.apiVersion ?? inherited?.apiVersion;
  const kind = value.kind ?? inherited?.kind;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return;
  if (kind.endsWith('List') && Array.isArray(value.items)) {
    for (const item of value.items) yield* objectsOf(place, item, { apiVersion, kind: kind.slice(0, -4) });
    return;
  }
  yield { place, object: value, ...parseApiVersion(apiVersion), kind };
}

/** Replaces the placeholders for varying values in recordings with values of the right type. */
const unmasked = (text: string): string => text.replaceAll('<time>', '2024-01-02T03:04:05Z');

/** Yields every API object in the recorded responses and watch events, except those with other masked parts. */
export function* recordedObjects(): Generator<RecordedObject> {
  for (const file of readdirSync(folder).sort()) {
    const scenarios: unknown = JSON.parse(unmasked(readFileSync(new URL(file, folder), 'utf8')));
    for (const scenario of Array.isArray(scenarios) ? scenarios : [scenarios]) {
      for (const step of scenario.steps) {
        const place = `${scenario.id} ${step.id}`;
        yield* objectsOf(place, step.expect?.body);
        for (const event of step.expect?.events ?? []) yield* objectsOf(place, event.object);
      }
    }
  }
}
