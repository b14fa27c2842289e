import { isRecord } from '../../api/object.ts';
import type { MergeableDocument } from './merge-openapi-v2.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Fields of a v2 parameter that belong to its schema in v3. */
const SCHEMA_FIELDS = ['type', 'format', 'uniqueItems', 'pattern', 'minimum', 'maximum', 'default', 'enum', 'items'];

/**
 * Converts an OpenAPI v2 document to v3, for extension API servers without a v3 document. Features that v2 lacks, such
 * as nullable fields, are missing.
 */
export function convertOpenApiV2(document: MergeableDocument): object {
  const { info, paths = {}, definitions = {}, produces, consumes } = document as MergeableDocument & Plain;
  const types: MediaTypes = { produces: textsIn(produces), consumes: textsIn(consumes) };
  return {
    openapi: '3.0.0',
    info: info ?? {},
    paths: mapped(paths, (item) => pathItem(item, types)),
    components: { schemas: mapped(definitions, withV3References) },
  };
}

interface MediaTypes {
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
}

/** Returns a path item with its operations and their shared parameters. */
function pathItem(item: unknown, types: MediaTypes): Plain {
  return Object.fromEntries(
    Object.entries(recordOf(item)).map(([name, value]) =>
      name === 'parameters' ? [name, parametersIn(value).map(parameter)] : [name, operation(value, types)],
    ),
  );
}

function operation(value: unknown, inherited: MediaTypes): unknown {
  if (!isRecord(value)) return value;
  const { parameters, responses, produces, consumes, schemes: _, ...kept } = value;
  const types: MediaTypes = {
    produces: textsIn(produces ?? inherited.produces),
    consumes: textsIn(consumes ?? inherited.consumes),
  };
  const all = parametersIn(parameters);
  const body = all.find((each) => each.in === 'body');
  const others = all.filter((each) => each !== body);
  return {
    ...kept,
    ...(others.length > 0 ? { parameters: others.map(parameter) } : {}),
    ...(body ? { requestBody: requestBody(body, types) } : {}),
    responses: mapped(recordOf(responses), (response) => responseOf(response, types)),
  };
}

function parameter(given: Plain): Plain {
  const { collectionFormat: _, ...rest } = given;
  const entries = Object.entries(rest);
  const kept = entries.filter(([name]) => !SCHEMA_FIELDS.includes(name));
  const schema = Object.fromEntries(entries.filter(([name]) => SCHEMA_FIELDS.includes(name)));
  return { ...Object.fromEntries(kept), schema: withV3References(schema) };
}

function requestBody({ description, required, schema }: Plain, { consumes }: MediaTypes): Plain {
  return {
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    content: contentOf(schema, consumes),
  };
}

function responseOf(response: unknown, { produces }: MediaTypes): Plain {
  const { schema, ...kept } = recordOf(response);
  return { ...kept, ...(schema === undefined ? {} : { content: contentOf(schema, produces) }) };
}

const contentOf = (schema: unknown, types: readonly string[]): Plain =>
  Object.fromEntries(types.map((type) => [type, { schema: withV3References(schema) }]));

/** Returns a copy with references to the components of a v3 document. */
function withV3References(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withV3References);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, member.replace('#/definitions/', '#/components/schemas/')]
        : [key, withV3References(member)],
    ),
  );
}

const mapped = (record: Plain, convert: (value: unknown) => unknown): Plain =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
const recordOf = (value: unknown): Plain => (isRecord(value) ? value : {});
const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const parametersIn = (value: unknown): readonly Plain[] => (Array.isArray(value) ? value.filter(isRecord) : []);
