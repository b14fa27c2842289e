import { type FieldError, forbiddenField, invalid, required } from '../../../api/field-error.ts';
import type {
  KeyToPath,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '../../../api/kinds/core-v1.generated.ts';
import { checkMembers } from '../../member-rules.ts';
import { FILE_MODE, validateKeyToPath, validateUnreservedPath } from '../volume/volume-paths.ts';
import { validateDownwardFile } from './container/downward-api.ts';

const validateMode = checkMembers<ProjectedVolumeSource>({ defaultMode: FILE_MODE });
const validateExpiration = checkMembers<ServiceAccountTokenProjection>({
  expirationSeconds: {
    minimum: [600, 'may not specify a duration less than 10 minutes'],
    maximum: [2 ** 32, 'may not specify a duration larger than 2^32 seconds'],
  },
});

/** Validates a volume with several sources, none of which may write the same file. */
export function validateProjected(source: ProjectedVolumeSource, field: string): FieldError[] {
  const paths = new Set<string>();
  /** Claims a path. Returns an error when it is already taken. */
  const take = (path: string, shown: string): FieldError[] => {
    const isTaken = paths.has(path);
    if (path) paths.add(path);
    return path && isTaken ? [invalid(field, shown, 'conflicting duplicate paths')] : [];
  };
  return [
    ...validateMode(source, field),
    ...(source.sources ?? []).flatMap((projection, index) =>
      validateProjection(projection, field, `${field}.sources[${index}]`, take),
    ),
  ];
}

function validateProjection(
  { secret, configMap, downwardAPI, serviceAccountToken }: VolumeProjection,
  field: string,
  path: string,
  take: (path: string, shown: string) => FieldError[],
): FieldError[] {
  const validateKeys = (source: { name?: string | undefined; items?: KeyToPath[] | undefined }, name: string) => [
    ...(source.name ? [] : [required(`${path}.${name}.name`)]),
    ...(source.items ?? []).flatMap((item, index) => [
      ...validateKeyToPath(item, `${path}.${name}.items[${index}]`),
      ...take(item.path, source.name ?? ''),
    ]),
  ];
  const errors: FieldError[] = [];
  if (secret) errors.push(...validateKeys(secret, 'secret'));
  if (configMap) errors.push(...validateKeys(configMap, 'configMap'));
  for (const file of downwardAPI?.items ?? []) {
    errors.push(...validateDownwardFile(file, `${path}.downwardAPI`), ...take(file.path, file.path));
  }
  if (serviceAccountToken) errors.push(...validateToken(serviceAccountToken, field, `${path}.serviceAccountToken`));
  const count = [secret, configMap, downwardAPI, serviceAccountToken].filter(Boolean).length;
  return count > 1 ? [...errors, forbiddenField(path, 'may not specify more than 1 volume type')] : errors;
}

/** Validates a token. Errors about its file have the path of the volume. */
const validateToken = (token: ServiceAccountTokenProjection, field: string, source: string): FieldError[] => [
  ...validateExpiration(token, source),
  ...(token.path ? validateUnreservedPath(token.path, `${field}.path`) : [required(`${field}.path`)]),
];
