import { expect, test } from 'vitest';
import { openApiV3Protobuf } from '../../../src/schema/openapi/openapi-v3-protobuf.ts';

const text = (field: number, value: string): number[] => [
  field * 8 + 2,
  value.length,
  ...new TextEncoder().encode(value),
];
const message = (field: number, ...parts: number[][]): number[] => {
  const content = parts.flat();
  return [
    ...(field < 16 ? [field * 8 + 2] : [((field * 8 + 2) & 0x7f) | 0x80, (field * 8 + 2) >> 7]),
    content.length,
    ...content,
  ];
};

test("a document is encoded with the field numbers of gnostic's openapi_v3.proto", () => {
  const document = {
    openapi: '3.0.0',
    info: { title: 't', version: 'v1' },
    paths: { '/a': { get: { tags: ['a_v1'], operationId: 'read', parameters: [{ name: 'q', in: 'query' }] } } },
    components: { schemas: { A: { type: 'object', 'x-kind': 1 }, B: { $ref: '#/components/schemas/A' } } },
  };
  const operation = [
    text(1, 'a_v1'),
    text(5, 'read'),
    message(6, message(1, text(1, 'q'), text(2, 'query'))),
    message(8),
  ];
  const object = message(
    1,
    [0xca, 1, 6, ...new TextEncoder().encode('object')],
    message(36, text(1, 'x-kind'), message(2, text(2, '1'))),
  );
  expect([...openApiV3Protobuf(document)]).toEqual([
    ...text(1, '3.0.0'),
    ...message(2, text(1, 't'), text(6, 'v1')),
    ...message(4, message(1, text(1, '/a'), message(2, message(4, ...operation)))),
    ...message(
      5,
      message(
        1,
        message(1, text(1, 'A'), message(2, object)),
        message(1, text(1, 'B'), message(2, message(2, text(1, '#/components/schemas/A')))),
      ),
    ),
  ]);
});
