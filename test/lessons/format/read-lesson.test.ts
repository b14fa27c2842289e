import { describe, expect, it } from 'vitest';
import { expressionsIn } from '../../../src/lessons/expressions.ts';
import { readLesson } from '../../../src/lessons/format/read-lesson.ts';

const STEP = `
  - title: First
    text: Do it.
    tasks:
      - text: Create the note.
        check: note != null
        solution:
          - {method: DELETE, path: /api/v1/namespaces/default/pods/one}`;

const lessonWith = (members: string): string => `title: T
summary: S
minutes: 10
state: {note: {resource: configmaps, namespace: default, name: note}}
${members}`;

const problemsOf = (yaml: string): string[] =>
  readLesson(yaml).problems.map(({ line, message }) => `${line}: ${message}`);

describe('reading a lesson', () => {
  it('returns its steps, with one simulated node and no objects unless it says otherwise', () => {
    const { lesson, problems } = readLesson(lessonWith(`steps:${STEP}`));
    expect(problems).toEqual([]);
    expect(lesson?.start).toEqual({ nodes: 1, objects: [] });
    expect(lesson?.steps.map(({ title, tasks }) => [title, tasks.length])).toEqual([['First', 1]]);
  });

  it.each([
    ['a syntax error', 'title: "T', ['1: Missing closing "quote']],
    ['a file that is no mapping', 'hello', ['1: the lesson must be a mapping']],
    [
      'missing fields',
      'title: T\nsteps: []',
      ['1: summary is missing', '1: minutes is missing', '2: needs at least one item'],
    ],
    [
      'an unknown field',
      lessonWith(`author: me\nsteps:${STEP}`),
      ['5: unknown field author; the fields are title, summary, minutes, start, state, steps'],
    ],
    ['a text that is a number', lessonWith('steps:\n  - {title: 3, text: x}'), ['6: title must be text']],
    [
      'too many minutes',
      lessonWith(`steps:${STEP}`).replace('10', '9999'),
      ['3: minutes must be a whole number from 1 to 240'],
    ],
    [
      'an unknown variable in a check',
      lessonWith(`steps:${STEP.replace('note != null', 'pod != null')}`),
      ["10: check does not compile: undeclared reference to 'pod' (in container '')"],
    ],
    [
      'a check that is no condition',
      lessonWith(`steps:${STEP.replace('note != null', '\'"yes"\'')}`),
      ['10: check does not compile: must evaluate to one of [bool dyn]'],
    ],
    [
      'a variable that hides the causes',
      lessonWith(`steps:${STEP}`).replace('{note:', '{causes: {resource: pods}, note:'),
      ['4: causes is the variable with the causes of states; choose another name'],
    ],
    [
      'a variable that hides the requests',
      lessonWith(`steps:${STEP}`).replace('{note:', '{requests: {resource: pods}, note:'),
      ['4: requests is the variable with the recent requests; choose another name'],
    ],
    [
      'an object without a name',
      lessonWith(`start:\n  objects:\n    - {apiVersion: v1, kind: Pod}\nsteps:${STEP}`),
      ['7: an object needs apiVersion, kind and metadata.name'],
    ],
    [
      'a role that is none of a control',
      lessonWith('steps:\n  - {title: A, text: B, pointsAt: {role: div, name: C}}'),
      ['6: role must be one of button, heading, link, tab, textbox'],
    ],
    [
      'a quiz without a right answer',
      lessonWith(`steps:
  - title: A
    text: B
    quiz: {question: C, answers: [{text: D, because: E}, {text: F, because: G}]}`),
      ['8: quiz needs an answer with right: true'],
    ],
    [
      'a template that does not compile',
      lessonWith(`steps:${STEP.replace('/api/v1/namespaces/default/pods/one', "'/api/v1/pods/{{nothing}}'")}`),
      ["12: {{nothing}} does not compile: undeclared reference to 'nothing' (in container '')"],
    ],
  ])('names the line of %s', (_, yaml, expected) => {
    expect(problemsOf(yaml)).toEqual(expected);
  });

  it.each([
    '/tabplane/clusters',
    '/api/../tabplane/clusters',
    '/api/%2e%2e/tabplane',
    '//evil.example/api/v1',
    'https://evil.example/api/v1',
    '/api',
  ])('rejects a request to %s, which is not the API', (path) => {
    expect(problemsOf(lessonWith(`steps:${STEP.replace(/path: \S+/, `path: '${path}'}`)}`))).toEqual([
      '12: path must begin with /api/ or /apis/, and stay below it',
    ]);
  });

  it('rejects a file that is too large, and one whose aliases repeat too much', () => {
    expect(problemsOf(' '.repeat(300_000))).toEqual(['1: the file is larger than 256 KiB']);
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]`;
    expect(problemsOf(bomb)).toEqual(['1: Excessive alias count indicates a resource exhaustion attack']);
  });

  it('names the line of a key that its mapping already has', () => {
    expect(problemsOf('title: T\nsummary: S\ntitle: U')).toEqual(['3: Map keys must be unique']);
  });

  it('rejects too many variables and steps, and reports at most a hundred problems', () => {
    const many = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, i) => item(i));
    const variables = many(101, (i) => `v${i}: {resource: pods}`).join(', ');
    const head = 'title: T\nsummary: S\nminutes: 1\n';
    expect(problemsOf(`${head}state: {${variables}}\nsteps:${STEP}`)).toEqual(['4: state has more than 100 variables']);
    expect(problemsOf(`${head}steps: [${many(201, () => '{}').join(', ')}]`)).toEqual([
      '4: steps has more than 200 items',
    ]);
    expect(problemsOf(many(500, (i) => `k${i}: 1`).join('\n'))).toHaveLength(100);
  });

  it('names the line of a value whose nesting is too deep to handle', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const withBody = (depth: number) =>
      lessonWith(`steps:${STEP.replace('/pods/one}', `/pods/one, body: ${nested(depth)}}`)}`);
    expect(problemsOf(withBody(80))).toEqual([]);
    expect(problemsOf(withBody(500))).toEqual(['12: more than 100 mappings and lists inside each other']);
  });

  it('returns a problem for a file whose nesting is too deep to parse', () => {
    expect(problemsOf('['.repeat(50_000))).not.toEqual([]);
  });

  it('finds templates in time that grows with the length of the text only', () => {
    const started = performance.now();
    expect(expressionsIn('{{'.repeat(100_000))).toEqual([]);
    expect(expressionsIn('a {{ one }} and {{two}}')).toEqual(['one', 'two']);
    // The quadratic search took minutes.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
