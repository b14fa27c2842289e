import { apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { Command } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { printValue } from '../../output/print-values.ts';
import { alignRows } from '../../output/tab-writer.ts';
import { OUTPUT_FLAGS } from '../shared-flags.ts';

const nameWithGroup = ({ resource, group }: DiscoveredResource): string => (group ? `${resource}.${group}` : resource);

/** Sorts the core group first, then groups and resources by name. */
const order = (a: DiscoveredResource, b: DiscoveredResource): number =>
  a.group === b.group ? (a.resource < b.resource ? -1 : 1) : a.group < b.group ? -1 : 1;

export const apiResources: Command = {
  name: 'api-resources',
  usage: '[--api-group=GROUP] [--namespaced=BOOL] [--verbs=VERB,...]',
  summary: 'List the types of objects.',
  completes: 'none',
  flags: [
    flag('output,o', 'string', 'name or wide.'),
    flag('api-group', 'string', 'Only this group.'),
    flag('namespaced', 'bool', 'Only namespaced types, or only others.', 'true'),
    flag('verbs', 'list', 'Only types with these verbs.'),
    flag('categories', 'list', 'Only types of these categories.'),
    flag('no-headers', 'bool', 'Leave out the headers.'),
    flag('sort-by', 'string', 'name or kind.'),
    flag('cached', 'bool', 'Accepted for compatibility.'),
  ],
  async run({ environment, flags, out }) {
    const { resources } = await environment.discovery(true);
    const output = flags.text('output');
    if (!['', 'name', 'wide'].includes(output)) throw failure(`--output ${output} is not available`);
    const listed = resources
      .filter((each) => each.preferred && each.verbs.length > 0)
      .filter(({ group }) => !flags.has('api-group') || group === flags.text('api-group'))
      .filter(({ namespaced }) => !flags.has('namespaced') || namespaced === flags.is('namespaced'))
      .filter(({ verbs }) => flags.list('verbs').every((verb) => verbs.includes(verb)))
      .filter(({ categories }) => flags.list('categories').every((each) => categories.includes(each)))
      .sort(order);
    const key = flags.text('sort-by');
    if (key === 'name') listed.sort((a, b) => (a.resource < b.resource ? -1 : 1));
    if (key === 'kind') listed.sort((a, b) => (a.kind < b.kind ? -1 : 1));
    if (output === 'name') {
      out(listed.map((each) => `${nameWithGroup(each)}\n`).join(''));
      return;
    }
    const isWide = output === 'wide';
    const header = [
      'NAME',
      'SHORTNAMES',
      'APIVERSION',
      'NAMESPACED',
      'KIND',
      ...(isWide ? ['VERBS', 'CATEGORIES'] : []),
    ];
    const rows = listed.map(({ resource, shortNames, group, version, namespaced, kind, verbs, categories }) => [
      ...[resource, shortNames.join(','), apiVersionOf(group, version), String(namespaced), kind],
      ...(isWide ? [[...verbs].sort().join(','), categories.join(',')] : []),
    ]);
    out(alignRows([...(flags.is('no-headers') ? [] : [header]), ...rows]));
  },
};

export const apiVersions: Command = {
  name: 'api-versions',
  usage: '',
  summary: 'List the versions of API groups.',
  completes: 'none',
  flags: [],
  async run({ environment, out }) {
    const { resources } = await environment.discovery(true);
    const versions = new Set(resources.map(({ group, version }) => apiVersionOf(group, version)));
    out(
      [...versions]
        .sort()
        .map((each) => `${each}\n`)
        .join(''),
    );
  },
};

/** The version of kubectl whose behavior the commands have. */
const CLIENT_VERSION = { gitVersion: 'v1.28.3', kustomizeVersion: 'v5.0.4-0.20230601165947-6ce0bf390ce3' };

export const version: Command = {
  name: 'version',
  usage: '',
  summary: 'Print the versions of the commands and of the server.',
  completes: 'none',
  flags: [...OUTPUT_FLAGS.slice(0, 1), flag('client', 'bool', 'Only the version of the commands.')],
  async run({ client, flags, out }) {
    const server = flags.is('client')
      ? undefined
      : ((await (await client.request('/version')).json()) as { gitVersion: string });
    const { gitVersion, kustomizeVersion } = CLIENT_VERSION;
    if (flags.has('output')) {
      out(
        printValue(
          { clientVersion: { gitVersion }, kustomizeVersion, ...(server ? { serverVersion: server } : {}) },
          flags.text('output'),
        ),
      );
      return;
    }
    out(
      `Client Version: ${gitVersion}\nKustomize Version: ${kustomizeVersion}\n${server ? `Server Version: ${server.gitVersion}\n` : ''}`,
    );
  },
};

export const clusterInfo: Command = {
  name: 'cluster-info',
  usage: '',
  summary: 'Print where the control plane runs.',
  completes: 'none',
  flags: [],
  async run({ environment, out }) {
    out(
      `Kubernetes control plane is running at ${environment.address}\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`,
    );
  },
};

export const configView: Command = {
  name: 'config view',
  usage: '',
  summary: 'Print which cluster, user and namespace the commands use.',
  completes: 'none',
  flags: [
    flag('output,o', 'string', 'yaml, json or jsonpath=….', 'yaml'),
    flag('minify', 'bool', 'Accepted for compatibility.'),
  ],
  async run({ environment, flags, out }) {
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      preferences: {},
      'current-context': 'tabplane',
      clusters: [{ name: 'tabplane', cluster: { server: environment.address } }],
      contexts: [
        { name: 'tabplane', context: { cluster: 'tabplane', user: 'tabplane', namespace: environment.namespace() } },
      ],
      users: [{ name: 'tabplane', user: { token: 'REDACTED' } }],
    };
    out(printValue(config, flags.text('output')));
  },
};

export const setContext: Command = {
  name: 'config set-context',
  usage: '--current --namespace=NAME',
  summary: 'Choose the namespace of the commands that follow.',
  examples: ['config set-context --current --namespace=shop'],
  completes: 'none',
  flags: [flag('current', 'bool', 'Change the current context, which is the only one.')],
  async run({ environment, flags, out }) {
    if (!flags.is('current') && flags.args[0] !== 'tabplane')
      throw failure('the terminal has one context: use --current');
    if (flags.has('namespace')) environment.setNamespace(flags.text('namespace'));
    out('Context "tabplane" modified.\n');
  },
};

export const currentContext: Command = {
  name: 'config current-context',
  usage: '',
  summary: 'Print the name of the current context.',
  completes: 'none',
  flags: [],
  async run({ out }) {
    out('tabplane\n');
  },
};
