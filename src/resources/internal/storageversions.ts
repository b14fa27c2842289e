import { duplicate, type FieldError, invalid, required } from '../../api/field-error.ts';
import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionCondition,
  StorageVersionStatus,
} from '../../api/kinds/apiserverinternal-v1alpha1.generated.ts';
import { emptyMessage, isDns1035Label, isDns1123Subdomain, isQualifiedName, patternMessage } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import { checkMembers } from '../member-rules.ts';
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

const names = { group: 'internal.apiserver.k8s.io', resource: 'storageversions' };

export const storageversions = resource<StorageVersion>(names, {
  validateName,
  strategy: {
    validate: ({ status }) => validateStatus(status),
    validateUpdate: () => [],
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

function validateStatus({
  storageVersions = [],
  commonEncodingVersion: given,
  conditions,
}: StorageVersionStatus): FieldError[] {
  const errors = storageVersions.flatMap((server, index) => {
    const field = `status.storageVersions[${index}]`;
    const { apiServerID: id = '' } = server;
    const isRepeated = storageVersions.findIndex(({ apiServerID = '' }) => apiServerID === id) < index;
    return [...(isRepeated ? [duplicate(`${field}.apiServerID`, id)] : []), ...validateServer(server, field)];
  });
  return [...errors, ...validateCommonVersion(storageVersions, given), ...validateConditions(conditions ?? [])];
}

function validateCommonVersion(servers: readonly ServerStorageVersion[], given: string | undefined): FieldError[] {
  const common = commonVersion(servers);
  const wrong = (detail: string) => [invalid('status.commonEncodingVersion', given, detail)];
  if (common === given) return [];
  if (common === undefined) {
    return wrong(
      'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet',
    );
  }
  return wrong(`the ${given === undefined ? '' : 'actual '}common encoding version is ${common}`);
}

/** Returns the common encoding version of all servers, which may be empty; undefined when they differ or there are none. */
function commonVersion(servers: readonly ServerStorageVersion[]): string | undefined {
  const [first, ...others] = servers.map(({ encodingVersion = '' }) => encodingVersion);
  return others.every((version) => version === first) ? first : undefined;
}

const validateServer = checkMembers<ServerStorageVersion>({
  apiServerID: { absentIs: '', format: isDns1123Subdomain },
  encodingVersion: { absentIs: '', check: validateApiVersion },
  decodableVersions: { absentIs: [], check: validateDecodable },
  servedVersions: (versions, field, { decodableVersions = [] }) =>
    versions.flatMap((version, index) => [
      ...validateApiVersion(version, `${field}[${index}]`),
      ...(decodableVersions.includes(version)
        ? []
        : [
            invalid(
              `${field}[${index}]`,
              version,
              `individual served version : ${version} must be included in decodableVersions : [${decodableVersions.join(' ')}]`,
            ),
          ]),
    ]),
});

function validateDecodable(versions: readonly string[], field: string, server: ServerStorageVersion): FieldError[] {
  const errors = versions.flatMap((version, index) => validateApiVersion(version, `${field}[${index}]`));
  const { encodingVersion = '' } = server;
  if (versions.includes(encodingVersion)) return errors;
  const detail = `decodableVersions must include encodingVersion ${encodingVersion}`;
  return [...errors, invalid(field, goSlice('string', server.decodableVersions), detail)];
}

/** Validates `<group>/<version>`, or a version alone. All messages are one error. */
function validateApiVersion(text: string, field: string): FieldError[] {
  const messages = apiVersionMessages(text);
  return messages.length === 0 ? [] : [invalid(field, text, messages.join())];
}

function apiVersionMessages(text: string): string[] {
  const [version = '', group, ...rest] = text.split('/').reverse();
  if (rest.length > 0) {
    const noun =
      "a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
    const pattern = patternMessage(noun, '[a-z]([-a-z0-9]*[a-z0-9])?', 'my-name', 'abc-123');
    return [`an apiVersion is ${pattern} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`];
  }
  const part = (name: string, value: string, messages: readonly string[]): string[] =>
    (value === '' ? [emptyMessage()] : messages).map((message) => `${name} part: ${message}`);
  return [
    ...(group === undefined ? [] : part('group', group, isDns1123Subdomain(group))),
    ...part('version', version, isDns1035Label(version)),
  ];
}

/** Validates conditions. The paths lack the name of the list, as in the real server. */
const validateConditions = (conditions: readonly StorageVersionCondition[]): FieldError[] =>
  conditions.flatMap(({ type = '', status = '', reason = '', message = '' }, index) => {
    const earlier = conditions.slice(0, index).findLastIndex((condition) => (condition.type ?? '') === type);
    const field = `status[${index}]`;
    const repeated = `the type of the condition is not unique, it also appears in conditions[${earlier}]`;
    return [
      ...(earlier >= 0 ? [invalid(`${field}.type`, type, repeated)] : []),
      ...invalidFor(`${field}.type`, type, isQualifiedName(type)),
      ...invalidFor(`${field}.status`, status, isQualifiedName(status)),
      ...(reason === '' ? [required(`${field}.reason`, 'reason cannot be empty')] : []),
      ...(message === '' ? [required(`${field}.message`, 'message cannot be empty')] : []),
    ];
  });

function versionsText(servers: readonly ServerStorageVersion[]): string {
  if (servers.length === 0) return '<unset>';
  const texts = servers.slice(0, SHOWN).map((server) => `${server.apiServerID}=${server.encodingVersion}`);
  const more = servers.length - SHOWN;
  return texts.join(',') + (more > 0 ? ` + ${more} more...` : '');
}
