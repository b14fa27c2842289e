import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { GROUP_VERSION_KIND_EXTENSION } from '../../api/kubernetes-names.ts';
import type { Descriptions } from './descriptions.ts';
import { customSchemas } from './openapi-custom.ts';
import { type DocumentedResource, type Operation, operationsOf } from './openapi-operations.ts';
import {
  definitionOfKind,
  documentName,
  documentSchemas,
  type OpenApiSchema,
  reachableDefinitions,
  reference,
  schemaName,
} from './openapi-schemas.ts';
import { pathItems } from './openapi-v3.ts';

const ACTION_EXTENSION = kubernetesName('x-kubernetes-action');

export interface OpenApiV2Parameter {
  name: string;
  in: 'path' | 'query' | 'body';
  required?: boolean;
  type?: string;
  schema?: OpenApiSchema;
}
export interface OpenApiV2Operation {
  operationId: string;
  tags: string[];
  consumes: string[];
  produces: string[];
  parameters: OpenApiV2Parameter[];
  responses: Record<string, { description: string; schema?: OpenApiSchema }>;
  [extension: `x-${string}`]: unknown;
}
export interface OpenApiV2Document {
  swagger: '2.0';
  info: { title: string; version: string };
  paths: Record<string, Record<string, OpenApiV2Operation>>;
  definitions: Record<string, OpenApiSchema>;
}

/** Returns the document of `/openapi/v2`, which covers all groups. */
export function openApiV2Document(
  resources: readonly DocumentedResource[],
  dialect: Dialect,
  descriptions: Descriptions,
): OpenApiV2Document {
  const operations = resources.flatMap((resource) => operationsOf(resource, dialect));
  const kinds = operations.flatMap(({ kind, body, answer }) =>
    [kind, body, answer].filter((each) => each !== undefined),
  );
  const distinct = new Map(kinds.map((kind) => [`${kind.group}/${kind.version}/${kind.kind}`, kind]));
  const names = [...distinct.values()]
    .map((kind) => definitionOfKind(kind, dialect))
    .filter((name) => name !== undefined);
  return {
    swagger: '2.0',
    info: { title: 'Tabplane', version: 'v1.28.3' },
    paths: pathItems(operations, (operation) => writtenOperation(operation, dialect)) as OpenApiV2Document['paths'],
    definitions: {
      ...documentSchemas(reachableDefinitions(['meta.v1.ObjectMeta', 'meta.v1.ListMeta', 'meta.v1.Patch', ...names]), {
        version: 2,
        dialect,
        descriptions,
      }),
      ...Object.fromEntries(resources.flatMap((resource) => customSchemas(resource, 2, dialect))),
    },
  };
}

function writtenOperation(
  { action, kind, operationId, tag, parameters, body, answer }: Operation,
  dialect: Dialect,
): OpenApiV2Operation {
  const schema = answer ? reference(schemaName(answer, dialect), 2) : { type: 'string' };
  const bodySchema =
    action === 'patch' ? reference(documentName('meta.v1.Patch'), 2) : body && reference(schemaName(body, dialect), 2);
  return {
    operationId,
    tags: [tag],
    consumes: ['*/*'],
    produces: ['application/json', 'application/yaml'],
    parameters: [
      ...(bodySchema
        ? [
            {
              name: 'body',
              in: 'body' as const,
              required: action !== 'delete' && action !== 'deletecollection',
              schema: bodySchema,
            },
          ]
        : []),
      ...parameters.map(({ name, in: place, type }) => ({
        name,
        in: place,
        type,
        ...(place === 'path' ? { required: true } : {}),
      })),
    ],
    responses: {
      200: { description: 'OK', schema },
      ...(action === 'post' ? { 201: { description: 'Created', schema } } : {}),
      401: { description: 'Unauthorized' },
    },
    [dialect.rename(ACTION_EXTENSION)]: action,
    [dialect.rename(GROUP_VERSION_KIND_EXTENSION)]: { group: kind.group, kind: kind.kind, version: kind.version },
  };
}
