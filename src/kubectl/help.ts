import type { Command } from './command.ts';
import type { FlagDefinition } from './command-line/flags.ts';
import { GLOBAL_FLAGS } from './commands/shared-flags.ts';
import { FILTER_SUMMARIES } from './filters.ts';
import { alignTabs, DESCRIPTION } from './output/tab-writer.ts';

const table = (rows: readonly (readonly [string, string])[]): string =>
  alignTabs(rows.map(([name, text]) => `  ${name}\t${text}\n`).join(''), DESCRIPTION);

/** Returns the list of all commands. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'kubectl controls this cluster. The word "kubectl" may be left out.\n\nCommands:\n',
    table(rows),
    '\nFilters after |:\n',
    table(Object.entries(FILTER_SUMMARIES)),
    '\nUse "help COMMAND" or "COMMAND --help" for the flags of a command.\n',
  ].join('');
}

/** Returns the help of a command, or the list of its subcommands; undefined for an unknown one. */
export function helpOf(path: string, commands: readonly Command[]): string | undefined {
  const command = commands.find(({ name }) => name === path);
  if (command) return commandHelp(command);
  const members = commands.filter(({ name }) => name.startsWith(`${path} `));
  if (members.length === 0) return undefined;
  return `Commands:\n${table(members.map(({ name, summary }) => [name, summary] as const))}`;
}

function commandHelp({ name, usage, summary, examples = [], flags }: Command): string {
  const sections = [
    `${summary}\n`,
    ...(examples.length > 0 ? [`\nExamples:\n${examples.map((example) => `  kubectl ${example}\n`).join('')}`] : []),
    `\nUsage:\n  kubectl ${name}${usage ? ` ${usage}` : ''}\n`,
    ...(flags.length > 0 ? [`\nFlags:\n${flagTable(flags)}`] : []),
    `\nGlobal flags:\n${flagTable(GLOBAL_FLAGS)}`,
  ];
  return sections.join('');
}

const flagTable = (flags: readonly FlagDefinition[]): string =>
  table(
    [...flags]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, shorthand, type, value, usage }) => {
        const initial = value === '' || value === 'false' || value === '0' ? '' : ` Default ${value}.`;
        return [
          `${shorthand ? `-${shorthand}, ` : '    '}--${name}${type === 'bool' ? '' : ` ${type}`}`,
          usage + initial,
        ] as const;
      }),
  );
