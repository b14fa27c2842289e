import { writeJson } from '../../api/encoding/exact-json.ts';
import { isRecord } from '../../api/object.ts';
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts';
import type { OpenApiSchema } from './openapi-schemas.ts';

/** Field numbers of PathItem. */
const METHODS: Readonly<Record<string, number>> = {
  get: 4,
  put: 5,
  post: 6,
  delete: 7,
  options: 8,
  head: 9,
  patch: 10,
};

const entriesOf = (value: unknown): [string, Record<string, unknown>][] =>
  isRecord(value)
    ? Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
    : [];
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Encodes a document of `/openapi/v3/…` as Protobuf (`application/com.github.proto-openapi.spec.v3@v1.0+protobuf`): the
 * message Document of gnostic's openapi_v3.proto. Extension values are YAML text; JSON is valid YAML.
 */
export function openApiV3Protobuf(document: object): Uint8Array<ArrayBuffer> {
  const { openapi, info, paths, components } = document as Record<string, unknown>;
  return new ProtobufWriter()
    .text(1, textOf(openapi))
    .message(2, (message) => {
      if (isRecord(info)) message.text(1, textOf(info.title)).text(6, textOf(info.version));
    })
    .message(4, (message) => {
      for (const [path, item] of entriesOf(paths)) message.named(1, path, (value) => writePathItem(value, item));
    })
    .message(5, (message) => {
      const schemas = isRecord(components) ? components.schemas : undefined;
      message.message(1, (target) => writeSchemas(target, schemas));
    })
    .finish();
}

function writePathItem(message: ProtobufWriter, item: Record<string, unknown>): void {
  for (const [method, operation] of entriesOf(item))
    message.message(METHODS[method] ?? 4, (value) => writeOperation(value, operation));
}

function writeOperation(message: ProtobufWriter, operation: Record<string, unknown>): void {
  const tags = listOf(operation.tags).filter((tag) => typeof tag === 'string');
  message.texts(1, tags).text(5, textOf(operation.operationId));
  for (const parameter of listOf(operation.parameters))
    if (isRecord(parameter)) message.message(6, (item) => item.message(1, (value) => writeParameter(value, parameter)));
  const { requestBody } = operation;
  if (isRecord(requestBody))
    message.message(7, (item) =>
      item.message(1, (value) => value.message(2, (content) => writeContent(content, requestBody.content))),
    );
  message.message(8, (responses) => {
    for (const [code, { description, content }] of entriesOf(operation.responses)) {
      responses.named(2, code, (value) =>
        value.message(1, (response) => {
          response.text(1, textOf(description));
          if (isRecord(content)) response.message(3, (target) => writeContent(target, content));
        }),
      );
    }
  });
  writeExtensions(message, 13, operation);
}

function writeContent(message: ProtobufWriter, content: unknown): void {
  for (const [type, { schema }] of entriesOf(content))
    message.named(1, type, (value) => value.message(1, (target) => writeSchema(target, schema)));
}

function writeParameter(message: ProtobufWriter, { name, in: place, required, schema }: Record<string, unknown>): void {
  message
    .text(1, textOf(name))
    .text(2, textOf(place))
    .flag(4, required === true);
  if (schema !== undefined) message.message(10, (value) => writeSchema(value, schema));
}

function writeSchemas(message: ProtobufWriter, schemas: unknown): void {
  for (const [name, schema] of entriesOf(schemas)) message.named(1, name, (value) => writeSchema(value, schema));
}

/** Writes a SchemaOrReference. */
function writeSchema(message: ProtobufWriter, schema: unknown): void {
  if (!isRecord(schema)) return;
  if (schema.$ref !== undefined) message.message(2, (value) => value.text(1, textOf(schema.$ref)));
  else message.message(1, (value) => writeFields(value, schema));
}

function writeFields(message: ProtobufWriter, schema: OpenApiSchema): void {
  const { additionalProperties, items, properties, default: standard } = schema;
  message.flag(1, schema.nullable === true).text(17, textOf(schema.pattern));
  message.texts(
    23,
    listOf(schema.required).filter((name) => typeof name === 'string'),
  );
  for (const value of listOf(schema.enum)) message.message(24, (any) => any.text(2, writeJson(value)));
  message.text(25, textOf(schema.type));
  for (const [field, name] of [[26, 'allOf'] as const, [27, 'oneOf'] as const, [28, 'anyOf'] as const])
    for (const part of listOf(schema[name])) message.message(field, (value) => writeSchema(value, part));
  if (isRecord(items)) message.message(30, (value) => value.message(1, (target) => writeSchema(target, items)));
  if (isRecord(properties)) message.message(31, (value) => writeSchemas(value, properties));
  if (isRecord(additionalProperties))
    message.message(32, (value) => value.message(1, (target) => writeSchema(target, additionalProperties)));
  // Other defaults (numbers, objects) are not encoded; clients do not need them.
  if (typeof standard === 'boolean') message.message(33, (value) => value.flag(2, standard));
  else if (typeof standard === 'string') message.message(33, (value) => value.text(3, standard));
  message.text(34, textOf(schema.description)).text(35, textOf(schema.format));
  writeExtensions(message, 36, schema);
}

function writeExtensions(message: ProtobufWriter, field: number, owner: object): void {
  for (const [name, value] of Object.entries(owner))
    if (name.startsWith('x-')) message.named(field, name, (any) => any.text(2, writeJson(value)));
}
