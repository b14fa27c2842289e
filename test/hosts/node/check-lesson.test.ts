import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../src/hosts/node/cli.ts';

afterEach(() => vi.restoreAllMocks());

/** Runs `tabplane lesson` with a file of this content. Returns its exit code and what it prints after the file's name. */
async function check(yaml: string): Promise<{ code: unknown; output: string }> {
  const file = join(await mkdtemp(join(tmpdir(), 'tabplane-lesson-')), 'lesson.yaml');
  await writeFile(file, yaml);
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const code = await run(['lesson', file]);
  vi.restoreAllMocks();
  return { code, output: written.join('').replaceAll(`${file}:`, '') };
}

const lessonWith = (check: string): string => `
title: Notes
summary: How to write one.
minutes: 5
state: {note: {resource: configmaps, namespace: default, name: note}}
steps:
  - title: Write
    text: A note is a ConfigMap.
    tasks:
      - text: Create a note.
        check: ${check}
        solution:
          - apply: [{apiVersion: v1, kind: ConfigMap, metadata: {name: note}, data: {text: hello}}]
`;

describe('tabplane lesson', () => {
  it('accepts a lesson that its own solutions solve', async () => {
    expect(await check(lessonWith('has(note.data.text)'))).toEqual({
      code: 0,
      output: ' valid; 1 step, 1 task solved\n',
    });
  });

  it('names the line of what is wrong', async () => {
    expect(await check(lessonWith('has(notes.data.text)'))).toEqual({
      code: 1,
      output: "11: check does not compile: undeclared reference to 'notes' (in container '')\n",
    });
  });

  it('prints no terminal sequences of a lesson', async () => {
    const { output } = await check(`"a\\e]0;title\\a\\e[31mb": 1\n${lessonWith('true')}`);
    expect(output).toMatch(/unknown field ab;/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what must not be printed.
    expect(output).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });

  it('names the tasks that do not work', async () => {
    expect(await check(lessonWith('note.data.text == "bye"'))).toEqual({
      code: 1,
      output: ' step 1, task 1 is not solved by its solution\n',
    });
  });

  it('reports a start state that the server rejects', async () => {
    const start = `start: {objects: [{apiVersion: v1, kind: Pod, metadata: {name: UPPER}}]}\nsteps:`;
    const { code, output } = await check(lessonWith('has(note.data.text)').replace('steps:', start));
    expect(code).toBe(1);
    expect(output).toMatch(/^ object 1 \(Pod UPPER\): Pod "UPPER" is invalid/);
  });

  it('explains its use without a file', async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    expect(await run(['lesson'])).toBe(2);
    expect(written.join('')).toBe('tabplane: tabplane lesson takes files of lessons: tabplane lesson lesson.yaml\n');
  });
});
