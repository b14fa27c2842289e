import { type FlagDefinition, flag } from '../command-line/flags.ts';

/** Flags of every command. */
export const GLOBAL_FLAGS: readonly FlagDefinition[] = [
  flag('namespace,n', 'string', 'Namespace of the request.'),
  flag('as', 'string', 'User to impersonate.'),
  flag('as-group', 'array', 'Group to impersonate; may be repeated.'),
  flag('help,h', 'bool', 'Show the help of the command.'),
];

export const OUTPUT_FLAGS: readonly FlagDefinition[] = [
  flag('output,o', 'string', 'Output format: json, yaml, name, jsonpath=…, go-template=…, or what the command adds.'),
  flag('show-managed-fields', 'bool', 'Keep managed fields in JSON and YAML.'),
];

export const FILE_FLAGS: readonly FlagDefinition[] = [
  flag('filename,f', 'list', 'File with objects; - reads the input.'),
  flag('recursive,R', 'bool', 'Accepted for compatibility: folders do not exist here.'),
];

export const SELECTOR_FLAGS: readonly FlagDefinition[] = [
  flag('selector,l', 'string', 'Label selector: app=web, tier!=db, env in (a,b).'),
  flag('field-selector', 'string', 'Field selector: status.phase=Running.'),
];

export const ALL_NAMESPACES = flag('all-namespaces,A', 'bool', 'Use the objects of all namespaces.');
export const ALL = flag('all', 'bool', 'Use all objects of the types in the namespace.');

/** Flags of commands that write. @param manager the default field manager */
export const writeFlags = (manager: string): readonly FlagDefinition[] => [
  flag(
    'dry-run',
    'string',
    'none, server (the server checks and stores nothing) or client (nothing is sent).',
    'none',
    'unchanged',
  ),
  flag('field-manager', 'string', 'Name of the manager of the written fields.', manager),
];

export const VALIDATE = flag(
  'validate',
  'string',
  'strict, warn or ignore: what happens to unknown fields.',
  'strict',
  'strict',
);
