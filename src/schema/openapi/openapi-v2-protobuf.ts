import { writeJson } from '../../api/encoding/exact-json.ts';
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts';
import type { OpenApiSchema } from './openapi-schemas.ts';
import type { OpenApiV2Document, OpenApiV2Operation, OpenApiV2Parameter } from './openapi-v2.ts';

/** Field numbers of PathItem. */
const METHODS: Readonly<Record<string, number>> = {
  get: 2,
  put: 3,
  post: 4,
  delete: 5,
  options: 6,
  head: 7,
  patch: 8,
};

/**
 * Encodes the document of `/openapi/v2` as Protobuf (`application/com.github.proto-openapi.spec.v2@v1.0+protobuf`): the
 * message Document of gnostic's openapi_v2.proto. Extension values are YAML text; JSON is valid YAML.
 */
export function openApiV2Protobuf({ swagger, info, paths, definitions }: OpenApiV2Document): Uint8Array<ArrayBuffer> {
  return new ProtobufWriter()
    .text(1, swagger)
    .message(2, (message) => message.text(1, info.title).text(2, info.version))
    .message(8, (message) => {
      for (const [path, item] of Object.entries(paths)) message.named(2, path, (value) => writePathItem(value, item));
    })
    .message(9, (message) => {
      for (const [name, schema] of Object.entries(definitions)) {
        message.named(1, name, (value) => writeSchema(value, schema));
      }
    })
    .finish();
}

/** Writes a path item. Documents of other servers may lack fields that this server's documents have. */
function writePathItem(message: ProtobufWriter, item: Readonly<Record<string, Partial<OpenApiV2Operation>>>): void {
  for (const [name, value] of Object.entries(item)) {
    const method = METHODS[name];
    if (method !== undefined) message.message(method, (target) => writeOperation(target, value));
    else if (name === 'parameters') writeParameters(message, 9, value as unknown as readonly OpenApiV2Parameter[]);
  }
}

function writeOperation(message: ProtobufWriter, operation: Partial<OpenApiV2Operation>): void {
  message
    .texts(1, operation.tags ?? [])
    .text(5, operation.operationId)
    .texts(6, operation.produces ?? [])
    .texts(7, operation.consumes ?? []);
  writeParameters(message, 8, operation.parameters ?? []);
  message.message(9, (responses) => {
    for (const [code, { description, schema }] of Object.entries(operation.responses ?? {})) {
      responses.named(1, code, (value) =>
        value.message(1, (response) => {
          response.text(1, description);
          if (schema) response.message(2, (item) => item.message(1, (target) => writeSchema(target, schema)));
        }),
      );
    }
  });
  writeExtensions(message, 13, operation);
}

function writeParameters(message: ProtobufWriter, field: number, parameters: readonly OpenApiV2Parameter[]): void {
  for (const parameter of parameters)
    message.message(field, (item) => item.message(1, (value) => writeParameter(value, parameter)));
}

function writeParameter(
  message: ProtobufWriter,
  { name, in: place, required, type, schema }: OpenApiV2Parameter,
): void {
  if (place === 'body') {
    message.message(1, (body) => {
      body.text(2, name).text(3, place).flag(4, required);
      if (schema) body.message(5, (value) => writeSchema(value, schema));
    });
    return;
  }
  const [oneOf, typeField] = place === 'query' ? [3, 6] : [4, 5];
  message.message(2, (other) =>
    other.message(oneOf, (value) => value.flag(1, required).text(2, place).text(4, name).text(typeField, type)),
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isSchema = (value: unknown): value is OpenApiSchema => typeof value === 'object' && value !== null;

function writeSchema(message: ProtobufWriter, schema: OpenApiSchema): void {
  message.text(1, textOf(schema.$ref)).text(2, textOf(schema.format)).text(4, textOf(schema.description));
  if (schema.default !== undefined) message.message(5, (value) => value.text(2, writeJson(schema.default)));
  if (Array.isArray(schema.required)) message.texts(19, schema.required as string[]);
  for (const value of Array.isArray(schema.enum) ? schema.enum : []) {
    message.message(20, (any) => any.text(2, writeJson(value)));
  }
  const { additionalProperties, type, items, properties } = schema;
  if (isSchema(additionalProperties)) {
    message.message(21, (item) => item.message(1, (value) => writeSchema(value, additionalProperties)));
  }
  if (typeof type === 'string') message.message(22, (value) => value.text(1, type));
  if (isSchema(items)) message.message(23, (item) => item.message(1, (value) => writeSchema(value, items)));
  if (isSchema(properties)) {
    message.message(25, (value) => {
      for (const [name, property] of Object.entries(properties)) {
        if (isSchema(property)) value.named(1, name, (target) => writeSchema(target, property));
      }
    });
  }
  writeExtensions(message, 31, schema);
}

function writeExtensions(message: ProtobufWriter, field: number, owner: object): void {
  for (const [name, value] of Object.entries(owner)) {
    if (name.startsWith('x-')) message.named(field, name, (any) => any.text(2, writeJson(value)));
  }
}
