import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One step of a section of CONTRIBUTING.md: a code block. */
export type Step =
  | { readonly kind: 'new file'; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'command'; readonly command: string };

/** Returns the steps of each section (`### A kind`) that has steps, in order. */
export function readSections(markdown: string): ReadonlyMap<string, readonly Step[]> {
  const sections = markdown
    .split(/^#{2,3} /m)
    .map((text) => [text.slice(0, text.indexOf('\n')), stepsIn(text)] as const);
  return new Map(sections.filter(([, steps]) => steps.length > 0));
}

const stepsIn = (text: string): readonly Step[] =>
  [...text.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language = '', path = '', body = '']) => {
    if (language === 'sh') return { kind: 'command', command: body.trim() };
    if (language === 'diff') return { kind: 'change', path, lines: body.trimEnd().split('\n') };
    return { kind: 'new file', path, text: body };
  });

/** The lines that a change adds. */
export const addedLines = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));

/** Applies a step to a copy of the project. @throws Error when the step does not match the sources */
export async function follow(step: Step, root: string): Promise<void> {
  if (step.kind === 'command') {
    const [program = '', ...parameters] = step.command.split(' ');
    await run(program, parameters, { cwd: root });
    return;
  }
  const file = join(root, step.path);
  await mkdir(dirname(file), { recursive: true });
  if (step.kind === 'new file') await writeFile(file, step.text, { flag: 'wx' });
  else await writeFile(file, changed(await readFile(file, 'utf8'), step));
}

/** Adds each line with a plus after the line above it, which must be in the text. */
function changed(text: string, { path, lines }: Extract<Step, { kind: 'change' }>): string {
  const result = text.split('\n');
  let place = 0;
  for (const line of lines) {
    if (line.startsWith('+')) result.splice(place++, 0, line.slice(1));
    else {
      const found = result.indexOf(line.slice(1), place);
      if (found < 0) throw new Error(`${path} has no line "${line.slice(1)}" after line ${place}`);
      place = found + 1;
    }
  }
  return result.join('\n');
}
