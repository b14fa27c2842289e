import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { GROUP_VERSION_KIND_EXTENSION } from '../../api/kubernetes-names.ts';
import type { GroupVersionKind } from '../../api/object.ts';
import type { Descriptions } from './descriptions.ts';
import { documentHash } from './document-hash.ts';
import { customSchemas } from './openapi-custom.ts';
import { type DocumentedResource, type Operation, operationsOf, type Parameter } from './openapi-operations.ts';
import {
  definitionOfKind,
  documentName,
  documentSchemas,
  reachableDefinitions,
  reference,
  schemaName,
} from './openapi-schemas.ts';

const ACTION_EXTENSION = kubernetesName('x-kubernetes-action');

const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];

/** Returns the index key of a group and version: `api/v1`, `apis/apps/v1`. */
export const openApiV3Key = (group: string, version: string): string =>
  group ? `apis/${group}/${version}` : `api/${version}`;

/** Returns the document of `/openapi/v3`; `documents` contains the text of each document by key. */
export function openApiV3Index(documents: ReadonlyMap<string, string>): { paths: Record<string, object> } {
  const paths = [...documents].map(([key, text]) => [
    key,
    { serverRelativeURL: `/openapi/v3/${key}?hash=${documentHash(text)}` },
  ]);
  return { paths: Object.fromEntries(paths) };
}

/**
 * Returns the OpenAPI 3 document of a group and version: `/openapi/v3/apis/<group>/<version>`.
 * @param served the resources of the version
 */
export function openApiV3Document(
  served: readonly DocumentedResource[],
  dialect: Dialect,
  descriptions: Descriptions,
): object {
  const operations = served.flatMap((resource) => operationsOf(resource, dialect));
  const kinds = operations.flatMap(({ kind, body, answer }) =>
    [kind, body, answer].filter((each) => each !== undefined),
  );
  const names = kinds.map((kind) => definitionOfKind(kind, dialect)).filter((name) => name !== undefined);
  return {
    openapi: '3.0.0',
    info: { title: 'Tabplane', version: 'v1.28.3' },
    paths: pathItems(operations, (operation) => writtenOperation(operation, dialect)),
    components: {
      schemas: {
        ...documentSchemas(
          reachableDefinitions(['meta.v1.ObjectMeta', 'meta.v1.ListMeta', 'meta.v1.Patch', ...names]),
          { version: 3, dialect, descriptions },
        ),
        ...Object.fromEntries(served.flatMap((resource) => customSchemas(resource, 3, dialect))),
      },
    },
  };
}

/** Groups operations by path and method. */
export function pathItems(
  operations: readonly Operation[],
  write: (operation: Operation) => object,
): Record<string, object> {
  const items: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const item = items[operation.path] ?? {};
    items[operation.path] = item;
    item[operation.method] = write(operation);
  }
  return items;
}

const writtenParameter = ({ name, in: place, type }: Parameter): object => ({
  name,
  in: place,
  ...(place === 'path' ? { required: true } : {}),
  schema: { type, uniqueItems: true },
});

function writtenOperation(
  { action, kind, operationId, tag, parameters, body, answer }: Operation,
  dialect: Dialect,
): object {
  const content = { schema: answer ? reference(schemaName(answer, dialect), 3) : { type: 'string' } };
  const ok = { description: 'OK', content: { 'application/json': content, 'application/yaml': content } };
  return {
    operationId,
    tags: [tag],
    parameters: parameters.map(writtenParameter),
    ...requestBody(action === 'patch', body, dialect),
    responses: {
      200: ok,
      ...(action === 'post' ? { 201: { ...ok, description: 'Created' } } : {}),
      401: { description: 'Unauthorized' },
    },
    [dialect.rename(ACTION_EXTENSION)]: action,
    [dialect.rename(GROUP_VERSION_KIND_EXTENSION)]: { group: kind.group, kind: kind.kind, version: kind.version },
  };
}

function requestBody(isPatch: boolean, body: GroupVersionKind | undefined, dialect: Dialect): object {
  if (isPatch) {
    const schema = reference(documentName('meta.v1.Patch'), 3);
    return {
      requestBody: { required: true, content: Object.fromEntries(PATCH_TYPES.map((type) => [type, { schema }])) },
    };
  }
  return body ? { requestBody: { content: { '*/*': { schema: reference(schemaName(body, dialect), 3) } } } } : {};
}
