import { expect, test } from 'vitest';
import { ProtobufWriter } from '../../../src/schema/protobuf/protobuf-writer.ts';

const bytesOf = (write: (writer: ProtobufWriter) => unknown): number[] => {
  const writer = new ProtobufWriter();
  write(writer);
  return [...writer.finish()];
};

test('strings are preceded by their field number, wire type and length', () => {
  expect(bytesOf((writer) => writer.text(2, 'testing'))).toEqual([0x12, 7, ...new TextEncoder().encode('testing')]);
});

test('undefined strings and false are not written', () => {
  expect(bytesOf((writer) => writer.text(1, undefined).flag(2, false).flag(3, true))).toEqual([0x18, 1]);
});

test('messages can be nested; numbers and lengths above seven bits take two bytes', () => {
  const bytes = bytesOf((writer) => writer.message(31, (message) => message.text(1, 'x'.repeat(200))));
  expect(bytes.slice(0, 7)).toEqual([0xfa, 0x01, 0xcb, 0x01, 0x0a, 0xc8, 0x01]);
});
