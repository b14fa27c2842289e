import type { Dialect } from '../../api/dialect.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import type { Clock } from '../../api/environment.ts';
import type { Scale } from '../../api/kinds/autoscaling-v1.generated.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { badRequest } from '../../api/status.ts';
import type { TableColumn } from '../../resources/resource-definition.ts';
import { ageColumn, column, nameColumn } from '../../resources/table-columns.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import { mapInSlices } from '../objects/slices.ts';

/** The part of the object that a row includes with its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** @throws StatusError 400 */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const text = query.get('includeObject') || 'Metadata';
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: "${text}": must be 'Metadata', 'Object', 'None', or empty`,
  );
}

export interface TableOptions {
  /** `meta.k8s.io/v1` in the server's dialect. */
  readonly apiVersion: string;
  readonly includeObject: IncludeObject;
  /** Milliseconds, for ages. */
  readonly now: number;
  readonly dialect: Dialect;
  readonly resource: ServedResource;
}

/** The object of a row in its stored and served versions. Columns are declared for the stored one. */
export interface RowObject {
  readonly stored: ApiObject;
  /** Returns the whole object in the served version, as JSON. */
  json(): string;
}

/** Returns a Table as JSON. Later events of a watch leave out `columnDefinitions`. */
export function tableJson(
  rows: readonly RowObject[],
  listMetadata: Record<string, unknown>,
  options: TableOptions,
  withColumns = true,
): string {
  const { columns, sorted, write } = tableOf(rows, listMetadata, options, withColumns);
  return write(sorted.map((row) => rowJson(row, columns, options)));
}

/** Like `tableJson`, for many rows, written in slices. */
export async function longTableJson(
  rows: readonly RowObject[],
  listMetadata: Record<string, unknown>,
  options: TableOptions,
  clock: Clock,
): Promise<string> {
  const { columns, sorted, write } = tableOf(rows, listMetadata, options, true);
  return write(await mapInSlices(sorted, clock, (row) => rowJson(row, columns, options)));
}

function tableOf(
  rows: readonly RowObject[],
  listMetadata: Record<string, unknown>,
  options: TableOptions,
  withColumns: boolean,
) {
  const { resource, apiVersion } = options;
  const columns = rows[0] && isScale(rows[0].stored) ? SCALE_COLUMNS : columnsOf(resource);
  const { compareRows } = resource.behavior;
  const sorted = compareRows ? rows.toSorted((a, b) => compareRows(a.stored, b.stored)) : rows;
  const definitions = withColumns
    ? columns.map(({ name, type, format, description, isDeclared, priority }) => ({
        name,
        type,
        format: format ?? '',
        description: isDeclared ? description : options.dialect.renameText(description),
        priority: priority ?? 0,
      }))
    : null;
  const head = goJson({ kind: 'Table', apiVersion, metadata: listMetadata, columnDefinitions: definitions });
  const writeRows = (texts: readonly string[]): string =>
    texts.length === 0 && columns === DEFAULT_COLUMNS ? 'null' : `[${texts.join(',')}]`;
  const write = (texts: readonly string[]): string => `${head.slice(0, -1)},"rows":${writeRows(texts)}}`;
  return { columns, sorted, write };
}

function rowJson(row: RowObject, columns: readonly TableColumn[], options: TableOptions): string {
  const cells = columns.map(({ cell }) => cell(row.stored, options.now) ?? null);
  const { includeObject, apiVersion } = options;
  const object =
    includeObject === 'None' ? 'null' : includeObject === 'Object' ? row.json() : partialJson(row.stored, apiVersion);
  const conditions = options.resource.behavior.rowConditions?.(row.stored) ?? [];
  const conditionsJson = conditions.length > 0 ? `,"conditions":${goJson(conditions)}` : '';
  return `{"cells":${goJson(cells)}${conditionsJson},"object":${object}}`;
}

/** Annotations that are fields in the real server's internal types and therefore missing from the metadata there. */
const FIELDS_AS_ANNOTATIONS: Readonly<Record<string, string>> = {
  'apps/v1 DaemonSet': 'deprecated.daemonset.template.generation',
  'apps/v1 Deployment': 'deprecated.deployment.rollback.to',
};

/** Returns an object with only the metadata, shared with the given object. */
export const partialObject = (object: ApiObject, apiVersion: string): ApiObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion,
  metadata: partialMetadata(object),
});

/** Returns only the metadata of an object, as JSON. */
export const partialJson = (object: ApiObject, apiVersion: string): string => goJson(partialObject(object, apiVersion));

function partialMetadata({ apiVersion, kind, metadata }: ApiObject): ObjectMeta {
  const hidden = FIELDS_AS_ANNOTATIONS[`${apiVersion} ${kind}`];
  if (hidden === undefined || metadata.annotations?.[hidden] === undefined) return metadata;
  const { [hidden]: _, ...annotations } = metadata.annotations;
  const { annotations: _all, ...rest } = metadata;
  return Object.keys(annotations).length ? { ...metadata, annotations } : rest;
}

const DEFAULT_COLUMNS: readonly TableColumn[] = [
  nameColumn(),
  {
    ...column('Created At', 'date', ageColumn().description, ({ metadata }) => metadata.creationTimestamp ?? null),
  },
];

const isScale = ({ kind, apiVersion }: ApiObject): boolean => kind === 'Scale' && apiVersion === 'autoscaling/v1';

/** Columns of the scale subresource, which many kinds share. */
const SCALE_COLUMNS: readonly TableColumn[] = [
  nameColumn(),
  column<Scale>(
    'Desired',
    'integer',
    'replicas is the desired number of instances for the scaled object.',
    ({ spec }) => spec?.replicas ?? 0,
  ),
  column<Scale>(
    'Available',
    'integer',
    'replicas is the actual number of observed instances of the scaled object.',
    ({ status }) => status?.replicas ?? 0,
  ),
  ageColumn(),
];

const columnsOf = ({ behavior }: ServedResource): readonly TableColumn[] => behavior.columns ?? DEFAULT_COLUMNS;
