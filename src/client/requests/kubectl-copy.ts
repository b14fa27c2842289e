import type { TracedRequest } from '../../api/debug/request-trace.ts';
import { groupResourceText, isRecord } from '../../api/object.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { BODY_FILE, type CopiedRequest, impersonatedGroups } from './copied-request.ts';
import { hasInvisible, shellQuoted } from './quoting.ts';

/** The commands by verb. They return undefined where only a raw request has the same effect. */
const COMMANDS: Readonly<Record<string, (request: ResourceRequest) => string | undefined>> = {
  get: (request) => (request.subresource === 'log' ? logCommand(request) : readCommand(request)),
  list: readCommand,
  watch: readCommand,
  create: (request) => (request.subresource ? undefined : withBody(request, `create ${optionsOf(request)}-f -`)),
  update: (request) =>
    request.subresource
      ? withSubresource(request, (flag) => withBody(request, `replace ${flag}${optionsOf(request)}-f -`))
      : withBody(request, `replace ${optionsOf(request)}-f -`),
  patch: patchCommand,
  delete: (request) => (request.subresource ? undefined : deleteCommand(request, request.name)),
  deletecollection: (request) => deleteCommand(request, selectorsOf(request) || '--all'),
};

/** The subresources that kubectl supports with a flag. */
const ADDRESSED = new Set(['status', 'scale']);

interface ResourceRequest extends TracedRequest {
  readonly resource: string;
  readonly parameters: URLSearchParams;
}

/** Returns a kubectl command that sends the same request, or one of the same effect. */
export function asKubectl({ request, user }: CopiedRequest): string {
  const { resource } = request;
  const parameters = new URLSearchParams(request.path.split('?')[1] ?? '');
  const command = resource === undefined ? undefined : COMMANDS[request.verb]?.({ ...request, resource, parameters });
  return `kubectl ${identityOf(user)}${command ?? rawCommand(request)}`;
}

function identityOf(user: UserInfo | undefined): string {
  if (!user) return '';
  const groups = impersonatedGroups(user).map((group) => `--as-group ${shellQuoted(group)} `);
  return `--as ${shellQuoted(user.username)} ${groups.join('')}`;
}

/** Commands of kubectl that send a request of a method to a path. */
const RAW: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'delete' };

function rawCommand(request: TracedRequest): string {
  const { method, path } = request;
  const command = `${RAW[method] ?? 'get'} --raw ${shellQuoted(path)}`;
  return method === 'POST' || method === 'PUT' ? withBody(request, `${command} -f -`) : command;
}

/** Adds the body as the standard input of a command, or the name of the file for it. */
function withBody({ body }: TracedRequest, command: string): string {
  if (body === undefined) return command.replace(/-f -$/, `-f ${BODY_FILE}`);
  if (hasInvisible(body)) return `${command} <<< ${shellQuoted(body.trimEnd())}`;
  const lines = body.trimEnd().split('\n');
  // A line of the body must not end the input: the shell would execute the next ones.
  let end = 'EOF';
  while (lines.includes(end)) end += '_';
  return [`${command} <<'${end}'`, ...lines, end].join('\n');
}

const typeOf = ({ group = '', resource }: ResourceRequest): string =>
  shellQuoted(groupResourceText({ group, resource }));

/** Returns the words for an object. A name with a leading dash, which roles may have, would be an option. */
const objectOf = (request: ResourceRequest, name: string): string =>
  name.startsWith('-')
    ? shellQuoted(`${groupResourceText({ group: request.group ?? '', resource: request.resource })}/${name}`)
    : `${typeOf(request)} ${shellQuoted(name)}`;

const namespaceFlag = ({ namespace, resource, name }: ResourceRequest): string => {
  if (resource === 'namespaces') return '';
  return namespace ? `-n ${shellQuoted(namespace)} ` : name ? '' : '-A ';
};

/** The options of writes: the namespace, dry runs, the field manager and the validation. */
function optionsOf({ dryRun, namespace, resource, parameters }: ResourceRequest): string {
  const manager = parameters.get('fieldManager');
  const validation = parameters.get('fieldValidation');
  return [
    ...(namespace && resource !== 'namespaces' ? [`-n ${shellQuoted(namespace)} `] : []),
    ...(dryRun ? ['--dry-run=server '] : []),
    ...(manager ? [`--field-manager ${shellQuoted(manager)} `] : []),
    ...(validation ? [`--validate=${shellQuoted(validation.toLowerCase())} `] : []),
  ].join('');
}

function selectorsOf({ parameters }: ResourceRequest): string {
  const labels = parameters.get('labelSelector');
  const fields = parameters.get('fieldSelector');
  return [
    ...(labels ? [`-l ${shellQuoted(labels)}`] : []),
    ...(fields ? [`--field-selector ${shellQuoted(fields)}`] : []),
  ].join(' ');
}

function readCommand(request: ResourceRequest): string | undefined {
  const { verb, name, subresource } = request;
  if (subresource && !ADDRESSED.has(subresource)) return undefined;
  const words = [
    `get ${name ? objectOf(request, name) : typeOf(request)}`,
    `${namespaceFlag(request)}${selectorsOf(request)}`.trim(),
    ...(subresource ? [`--subresource ${subresource}`] : []),
    ...(verb === 'watch' ? ['--watch-only'] : []),
  ];
  return words.filter(Boolean).join(' ');
}

function logCommand(request: ResourceRequest): string {
  const { name = '', parameters } = request;
  const flags: readonly (readonly [parameter: string, flag: string])[] = [
    ['container', '-c'],
    ['tailLines', '--tail'],
    ['sinceSeconds', '--since'],
  ];
  const given = flags.flatMap(([parameter, flag]) => {
    const value = parameters.get(parameter);
    return value === null ? [] : [`${flag} ${shellQuoted(parameter === 'sinceSeconds' ? `${value}s` : value)}`];
  });
  const switches = (['follow', 'previous', 'timestamps'] as const).filter((one) => parameters.get(one) === 'true');
  return [
    'logs',
    name.startsWith('-') ? objectOf(request, name) : shellQuoted(name),
    namespaceFlag(request).trim(),
    ...given,
    ...switches.map((one) => `--${one}`),
  ]
    .filter(Boolean)
    .join(' ');
}

const withSubresource = (
  { subresource = '' }: ResourceRequest,
  command: (flag: string) => string,
): string | undefined => (ADDRESSED.has(subresource) ? command(`--subresource ${subresource} `) : undefined);

/** The values of `--type` by media type. */
const PATCH_TYPES: Readonly<Record<string, string>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
};

const APPLY_TYPE = 'application/apply-patch+yaml';

function patchCommand(request: ResourceRequest): string {
  const { name = '', subresource, body, headers, parameters } = request;
  const type = headers?.['content-type']?.split(';')[0]?.trim() ?? 'application/merge-patch+json';
  const flag = subresource ? `--subresource ${shellQuoted(subresource)} ` : '';
  if (type === APPLY_TYPE) {
    const force = parameters.get('force') === 'true' ? '--force-conflicts ' : '';
    return withBody(request, `apply --server-side ${force}${flag}${optionsOf(request)}-f -`);
  }
  const patch = body === undefined ? `--patch-file ${BODY_FILE}` : `-p ${shellQuoted(body)}`;
  return `patch ${objectOf(request, name)} ${flag}${optionsOf(request)}--type ${PATCH_TYPES[type] ?? 'merge'} ${patch}`;
}

function deleteCommand(request: ResourceRequest, what = ''): string {
  const options = deleteOptionsOf(request);
  const policy = CASCADES[String(options.propagationPolicy)];
  const grace = options.gracePeriodSeconds;
  // Selectors already consist of several words.
  const target = request.verb === 'delete' ? objectOf(request, what) : `${typeOf(request)} ${what}`;
  return [
    `delete ${target}`,
    optionsOf(request).trim(),
    ...(policy ? [`--cascade=${policy}`] : []),
    ...(grace === undefined
      ? []
      : [`--grace-period=${shellQuoted(String(grace))}${String(grace) === '0' ? ' --force' : ''}`]),
  ]
    .filter(Boolean)
    .join(' ');
}

const CASCADES: Readonly<Record<string, string>> = {
  Orphan: 'orphan',
  Background: 'background',
  Foreground: 'foreground',
};

/** The options of a delete, from its body or its query. */
function deleteOptionsOf({ body, parameters }: ResourceRequest): Readonly<Record<string, unknown>> {
  const query = Object.fromEntries(parameters);
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return isRecord(parsed) ? parsed : query;
  } catch {
    return query; // No body, or one in YAML or Protobuf.
  }
}
