import { duplicate, type FieldError, invalid } from '../../api/field-error.ts';
import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionStatus,
} from '../../api/kinds/apiserverinternal-v1alpha1.generated.ts';
import { isDns1035Label, isDns1123Subdomain } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { resource } from '../resource-definition.ts';
import { statusOnly } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const SHOWN = 3;

/** Validates `<group>.<resource>`. */
function validateName(name: string): string[] {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return ['name must be in the form of <group>.<resource>'];
  return [
    ...isDns1123Subdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...isDns1035Label(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
}

export const storageversions = resource<StorageVersion>({
  group: 'internal.apiserver.k8s.io',
  resource: 'storageversions',
  takesAnyFinalizer: true,
  validateName,
  strategy: {
    validate: ({ status }) => validateStatus(status),
    subresources: { status: { ...statusOnly, validateUpdate: ({ status }) => validateStatus(status) } },
  },
  columns: [
    nameColumn(),
    column(
      'CommonEncodingVersion',
      'string',
      'If all API server instances agree on the same encoding storage version, then this field is set to that version. Otherwise this field is left empty. API servers should finish updating its storageVersionStatus entry before serving write operations, so that this field will be in sync with the reality.',
      ({ status }) => status.commonEncodingVersion ?? '<unset>',
    ),
    column('StorageVersions', 'string', 'The reported versions per API server instance.', ({ status }) =>
      versionsText(status.storageVersions ?? []),
    ),
    ageColumn(),
  ],
});

function validateStatus({ storageVersions = [], commonEncodingVersion: given }: StorageVersionStatus): FieldError[] {
  const errors = storageVersions.flatMap((server, index) => {
    const field = `status.storageVersions[${index}]`;
    const { apiServerID: id = '' } = server;
    const isRepeated = storageVersions.findIndex(({ apiServerID }) => apiServerID === id) < index;
    return [...(isRepeated ? [duplicate(`${field}.apiServerID`, id)] : []), ...validateServer(server, field)];
  });
  const common = commonVersion(storageVersions);
  const wrong = (detail: string) => [...errors, invalid('status.commonEncodingVersion', given, detail)];
  if (common === given) return errors;
  if (common === undefined) {
    return wrong(
      'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet',
    );
  }
  return wrong(`the ${given === undefined ? '' : 'actual '}common encoding version is ${common}`);
}

/** Returns the version that all servers encode in; undefined when they differ. */
function commonVersion(servers: readonly ServerStorageVersion[]): string | undefined {
  const [first] = servers;
  return servers.every(({ encodingVersion }) => encodingVersion === first?.encodingVersion)
    ? first?.encodingVersion
    : undefined;
}

function validateServer(server: ServerStorageVersion, field: string): FieldError[] {
  const { apiServerID = '', encodingVersion = '', decodableVersions = [], servedVersions = [] } = server;
  const errors = invalidFor(`${field}.apiServerID`, apiServerID, isDns1123Subdomain(apiServerID));
  if (!decodableVersions.includes(encodingVersion)) {
    const detail = `decodableVersions must include encodingVersion ${encodingVersion}`;
    errors.push(invalid(`${field}.decodableVersions`, decodableVersions, detail));
  }
  servedVersions.forEach((version, index) => {
    if (decodableVersions.includes(version)) return;
    const detail = `individual served version : ${version} must be included in decodableVersions : [${decodableVersions.join(' ')}]`;
    errors.push(invalid(`${field}.servedVersions[${index}]`, version, detail));
  });
  return errors;
}

function versionsText(servers: readonly ServerStorageVersion[]): string {
  if (servers.length === 0) return '<unset>';
  const texts = servers.slice(0, SHOWN).map((server) => `${server.apiServerID}=${server.encodingVersion}`);
  const more = servers.length - SHOWN;
  return texts.join(',') + (more > 0 ? ` + ${more} more...` : '');
}
