import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/kubectl/command.ts';

const FOLDER = '../../src/kubectl/';
const SOURCES = import.meta.glob<string>('../../src/kubectl/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const MODULES = import.meta.glob<Record<string, unknown>>('../../src/kubectl/commands/**/*.ts', { eager: true });

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'run' in value && 'flags' in value && 'summary' in value;

/** Returns the modules that a module of the room imports, itself included. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  const source = SOURCES[path];
  if (source === undefined || found.has(path)) return found;
  found.add(path);
  for (const [, target = ''] of source.matchAll(/from '(\.[^']+)'/g))
    importsOf(FOLDER + new URL(target, `http://room/${path.replace(FOLDER, '')}`).pathname.slice(1), found);
  return found;
}

const commands = Object.entries(MODULES)
  .filter(([path]) => !path.endsWith('/index.ts'))
  .flatMap(([path, exports]) =>
    Object.values(exports)
      .flat()
      .filter(isCommand)
      .map((command) => ({ path, command })),
  );

describe('Every flag', () => {
  it.each(commands.map(({ command, path }) => [command.name, command, path] as const))(
    'of "%s" is read, or says that it is only accepted',
    (_name, { flags }, path) => {
      const text = [...importsOf(path)].map((each) => SOURCES[each]).join('\n');
      const unread = flags
        .filter(({ usage }) => !/^(Accepted for compatibility|Not supported)/.test(usage))
        .map(({ name }) => name)
        .filter((name) => !new RegExp(`\\b(has|text|is|number|list)\\(\\s*'${name}'\\s*\\)`).test(text));
      expect(unread).toEqual([]);
    },
  );
});
