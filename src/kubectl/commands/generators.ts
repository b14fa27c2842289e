import { apiVersionOf, isRecord } from '../../api/object.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { CommandError, prefixed } from '../command-error.ts';
import { applyAnnotation } from '../objects/last-applied.ts';
import { typeNamed } from '../objects/resource-types.ts';
import { SAVE_CONFIG } from './create.ts';
import { GENERATORS, type Generator } from './generators/generators.ts';
import { OUTPUT_FLAGS, VALIDATE, writeFlags } from './shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from './write-options.ts';

/** The aliases of generators. */
const ALIASES: Readonly<Record<string, string>> = {
  ns: 'namespace',
  deploy: 'deployment',
  cm: 'configmap',
  sa: 'serviceaccount',
  cj: 'cronjob',
  resourcequota: 'quota',
  ing: 'ingress',
  pdb: 'poddisruptionbudget',
  pc: 'priorityclass',
};

const commandFor = (generator: Generator, name: string): Command => ({
  name: `create ${name}`,
  usage: generator.usage ?? 'NAME',
  summary: generator.summary,
  completes: 'none',
  flags: [...generator.flags, ...OUTPUT_FLAGS, ...writeFlags('kubectl-create'), VALIDATE, SAVE_CONFIG],
  run: (invocation) => generate(invocation, generator),
});

async function generate(invocation: Invocation, generator: Generator): Promise<void> {
  const { flags, environment, client } = invocation;
  const before = flags.args.slice(0, flags.dashIndex ?? flags.args.length);
  const [name] = before;
  if (name === undefined)
    throw new CommandError(
      `error: exactly one NAME is required, got 0\nSee 'kubectl create ${generator.name} -h' for help and examples`,
    );
  const resource = await typeNamed(environment, generator.resource);
  const { labels, annotations, ownerReferences, ...content } = await generator.content(invocation, name);
  const metadata = {
    creationTimestamp: null,
    name,
    ...(resource.namespaced && (flags.has('namespace') || dryRunOf(invocation) !== 'client')
      ? { namespace: invocation.namespace }
      : {}),
    ...(isRecord(labels) ? { labels } : {}),
    ...(isRecord(annotations) ? { annotations } : {}),
    ...(ownerReferences ? { ownerReferences } : {}),
  };
  const made = {
    apiVersion: apiVersionOf(resource.group, resource.version),
    kind: resource.kind,
    metadata,
    ...content,
  } as unknown as AnyObject;
  const object = flags.is('save-config') ? applyAnnotation(made, environment.dialect()) : made;
  if (dryRunOf(invocation) === 'client') printWritten(invocation, withTimestamps(object), 'created');
  else {
    const address = { ...resource, ...(resource.namespaced ? { namespace: invocation.namespace } : {}) };
    const created = await client
      .create<AnyObject>(addressable(address), object, writeOptionsOf(invocation))
      .catch((error: unknown) => {
        throw prefixed(error, `failed to create ${generator.name.split(' ')[0]}`);
      });
    printWritten(invocation, created, 'created');
  }
}

const addressable = ({
  group,
  version,
  resource,
  namespace,
}: {
  group: string;
  version: string;
  resource: string;
  namespace?: string;
}) => ({
  ...{ group, version, resource },
  ...(namespace === undefined ? {} : { namespace }),
});

/** Adds the empty timestamps that Go writes into templates. */
function withTimestamps(object: AnyObject): AnyObject {
  const visit = (value: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, false));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([name, member]) => {
      const isTemplate = name === 'metadata' && !isRoot && isRecord(member);
      return [name, isTemplate ? { ...member, creationTimestamp: null } : visit(member, false)] as const;
    });
    return Object.fromEntries(entries);
  };
  return visit(object, true) as AnyObject;
}

/** The subcommands of `create`, under their names and aliases. */
export const GENERATOR_COMMANDS: readonly Command[] = GENERATORS.map((generator) =>
  commandFor(generator, generator.name),
);
export const GENERATOR_ALIASES: readonly Command[] = Object.entries(ALIASES).flatMap(([alias, name]) => {
  const generator = GENERATORS.find((each) => each.name === name);
  return generator ? [commandFor(generator, alias)] : [];
});
