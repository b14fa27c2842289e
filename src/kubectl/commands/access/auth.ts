import { AUTHENTICATION_GROUP } from '../../../api/kubernetes-names.ts';
import { readDuration } from '../../../api/values/duration.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { CommandError, failure, prefixed } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { findType, typeNamed } from '../../objects/resource-types.ts';
import { bracketed, compactRules, type Rule, ruleLine } from '../../objects/rules.ts';
import { printValue } from '../../output/print-values.ts';
import { alignRows } from '../../output/tab-writer.ts';
import { ALL_NAMESPACES, OUTPUT_FLAGS } from '../shared-flags.ts';

/** Sends a review and returns it with its status. */
async function review<T>({ client, environment }: Invocation, type: string, spec?: object): Promise<T> {
  const { group, version, resource, kind } = await typeNamed(environment, type);
  const body = { apiVersion: `${group}/${version}`, kind, metadata: {}, ...(spec ? { spec } : {}) };
  return client.create<object>({ group, version, resource }, body) as Promise<T>;
}

const canI: Command = {
  name: 'auth can-i',
  usage: 'VERB TYPE[/NAME] | VERB PATH | --list',
  summary: 'Check whether you, or the user of --as, may do something.',
  examples: ['auth can-i create pods', 'auth can-i get pods --as alice -n shop', 'auth can-i --list'],
  completes: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
  flags: [
    ALL_NAMESPACES,
    flag('list', 'bool', 'List everything that is allowed in the namespace.'),
    flag('quiet,q', 'bool', 'Print nothing; only set the exit code.'),
    flag('subresource', 'string', 'Subresource, such as log.'),
    flag('no-headers', 'bool', 'Leave out the headers of --list.'),
  ],
  async run(invocation) {
    const { flags, out } = invocation;
    if (flags.is('list')) {
      out(await rulesText(invocation));
      return 0;
    }
    const [verb, subject] = flags.args;
    if (verb === undefined || subject === undefined || flags.args.length > 3)
      throw new CommandError(
        "error: you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
      );
    const spec = subject.startsWith('/')
      ? { nonResourceAttributes: { path: subject, verb } }
      : { resourceAttributes: await attributesOf(invocation, verb, subject, flags.args[2]) };
    const { status } = await review<{ status: { allowed?: boolean; reason?: string; evaluationError?: string } }>(
      invocation,
      'selfsubjectaccessreviews',
      spec,
    );
    const details = [
      status.reason ? ` - ${status.reason}` : '',
      status.evaluationError ? ` - ${status.evaluationError}` : '',
    ].join('');
    if (!flags.is('quiet')) out(status.allowed ? 'yes\n' : `no${details.replace(/ - RBAC: .*/, '')}\n`);
    return status.allowed ? 0 : 1;
  },
};

async function attributesOf(
  { environment, err, namespace, flags }: Invocation,
  verb: string,
  subject: string,
  given: string | undefined,
): Promise<object> {
  const [type = '', slashName] = subject.split('/');
  const name = given ?? slashName;
  const place = flags.is('all-namespaces') ? {} : { namespace };
  const rest = {
    verb,
    ...(name ? { name } : {}),
    ...(flags.has('subresource') ? { subresource: flags.text('subresource') } : {}),
  };
  if (type === '*') return { ...place, ...rest, group: '*', resource: '*' };
  const found = findType(await environment.discovery(), type);
  if (!found) {
    err(`Warning: the server doesn't have a resource type '${type}'\n\n`);
    const [resource = '', ...group] = type.split('.');
    return { ...place, ...rest, group: group.join('.'), resource };
  }
  if (!found.namespaced) {
    const inGroup = found.group ? ` in group '${found.group}'` : '';
    err(`Warning: resource '${found.resource}' is not namespace scoped${inGroup}\n\n`);
  }
  return { ...place, ...rest, group: found.group, resource: found.resource };
}

async function rulesText(invocation: Invocation): Promise<string> {
  const { namespace, flags } = invocation;
  const { status } = await review<{ status: { resourceRules: Rule[] | null; nonResourceRules: Rule[] | null } }>(
    invocation,
    'selfsubjectrulesreviews',
    { namespace },
  );
  const lines = compactRules([...(status.resourceRules ?? []), ...(status.nonResourceRules ?? [])]).map(ruleLine);
  const header = flags.is('no-headers') ? [] : ['Resources\tNon-Resource URLs\tResource Names\tVerbs'];
  return alignRows([...header, ...lines].map((line) => [line]));
}

interface SelfReview {
  readonly status: {
    readonly userInfo: {
      readonly username?: string;
      readonly uid?: string;
      readonly groups?: readonly string[];
      readonly extra?: Readonly<Record<string, readonly string[]>>;
    };
  };
}

const whoAmI: Command = {
  name: 'auth whoami',
  usage: '',
  summary: 'Print the user that the server sees.',
  completes: 'none',
  flags: OUTPUT_FLAGS.slice(0, 1),
  async run(invocation) {
    const { flags, out } = invocation;
    const answer = await review<SelfReview & AnyObject>(invocation, 'selfsubjectreviews');
    if (flags.has('output')) {
      out(printValue(answer, flags.text('output')));
      return;
    }
    const { username, uid, groups = [], extra = {} } = answer.status.userInfo;
    const rows = [
      ...(username ? [['Username', username]] : []),
      ...(uid ? [['UID', uid]] : []),
      ...(groups.length > 0 ? [['Groups', bracketed(groups)]] : []),
      ...Object.keys(extra)
        .sort()
        .map((name) => [`Extra: ${name}`, bracketed(extra[name])]),
    ];
    out(alignRows([['ATTRIBUTE', 'VALUE'], ...rows]));
  },
};

export const createToken: Command = {
  name: 'create token',
  usage: 'SERVICE-ACCOUNT [--audience=NAME]... [--duration=1h]',
  summary: 'Request a token of a service account.',
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS.slice(0, 1),
    flag('audience', 'array', 'Audience of the token.'),
    flag('duration', 'duration', 'How long the token is valid.', '0s'),
  ],
  async run({ flags, client, environment, namespace, out }) {
    const [name] = flags.args;
    if (name === undefined) throw failure('exactly one NAME is required, got 0');
    const seconds = Math.trunc(readDuration(flags.text('duration')) / 1000);
    const spec = {
      ...(flags.has('audience') ? { audiences: flags.list('audience') } : { audiences: null }),
      ...(seconds > 0 ? { expirationSeconds: seconds } : {}),
    };
    const address = { group: '', version: 'v1', resource: 'serviceaccounts', namespace, name, subresource: 'token' };
    const body = {
      apiVersion: `${environment.dialect().rename(AUTHENTICATION_GROUP)}/v1`,
      kind: 'TokenRequest',
      metadata: {},
      spec,
    };
    const answer = await client.create<object>(address, body).catch((error: unknown) => {
      throw prefixed(error, 'failed to create token');
    });
    const { status } = answer as { status?: { token?: string } };
    out(flags.has('output') ? printValue(answer, flags.text('output')) : `${status?.token ?? ''}\n`);
  },
};

export const AUTH_COMMANDS: readonly Command[] = [canI, whoAmI];
