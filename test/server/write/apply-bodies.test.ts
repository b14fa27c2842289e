import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/api/encoding/exact-json.ts';
import { finish } from '../../../src/api/steps.ts';
import { yamlToJson } from '../../../src/schema/yaml/yaml-to-json.ts';
import { readConfiguration } from '../../../src/server/write/bodies/apply-body.ts';

const read = (text: string) => finish(readConfiguration(new TextEncoder().encode(text)));

/** Returns the value of the body as YAML, or the error message. */
function asYaml(text: string): unknown {
  try {
    const { text: json, duplicates } = yamlToJson(text);
    return { object: parseJson(json), duplicates };
  } catch (error) {
    return (error as Error).message;
  }
}

function asConfiguration(text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    return (error as Error).message.replace('error decoding YAML: error converting YAML to JSON: ', '');
  }
}

const long = fc.tuple(fc.constantFrom('x', 'é', '"', '\\', '\n', '\u0001'), fc.integer({ min: 150, max: 1100 }));
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  long.map(([unit, count]) => unit.repeat(count)),
);
const document = fc.dictionary(
  text,
  fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(fc.dictionary(text, text, { maxKeys: 2 }), { maxLength: 2 }),
  ),
  { maxKeys: 3, noNullPrototype: true },
);

describe('the body of an apply', () => {
  it('has the same value as JSON and as YAML, regardless of the length of its keys and values', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 2), (object, indent) => {
        const body = JSON.stringify(object, undefined, indent);
        expect(asConfiguration(body)).toEqual(asYaml(body));
      }),
    );
  });

  it('may repeat members; the last one wins', () => {
    expect(read('{"data":{"a":"1","a":"2"}}')).toEqual({
      object: { data: { a: '2' } },
      duplicates: ['line 1: key "a" already set in map'],
    });
  });
});
